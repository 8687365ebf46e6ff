import { fromCallback, fromPromise, createActor } from 'xstate';
import {
  type DataOf,
  type ParamsOf,
  privateReads,
  readData,
  type ReadName,
  readRules,
} from './resource.reads.ts';
import { retryDelay } from '../../domain/retryDelay.ts';
import { haveOrdersMoved, type Order } from '../../domain/order.ts';
import type { Clock } from '../../services/clock.ts';
import type { Http } from '../../services/http/port.ts';
import type { Page } from '../../services/page.ts';
import {
  type ChannelCommand,
  isLive,
  type ReadInput,
  type ReadOutput,
  type ResourceContext,
  type ResourceEvent,
  resourceMachine,
  type ResourceRef,
  type ResourceSnapshot,
} from './resource.machine.ts';
import { watcherOf } from '../shared/common.ts';
import type { Follower } from '../socket/socket.rules.ts';

export interface Resource<N extends ReadName = ReadName> {
  readonly name: N;
  readonly ref: ResourceRef;
  /** Reads it when it is old, and keeps it current while it is watched. */
  readonly watch: () => () => void;
}

export interface Resources {
  /** Starts nothing. Private reads are separate for each user. */
  of<N extends ReadName>(name: N, params: ParamsOf<N>, userId: string | null): Resource<N>;
  /** Outdates all reads of this name after a change of the user's own; those on the screen are read at once. */
  invalidate(name: ReadName): void;
  /** For actors; views use `useRead`. */
  peek<N extends ReadName>(name: N, params: ParamsOf<N>, userId: string | null): DataOf<N> | null;
}

export interface ResourceDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly page: Pick<Page, 'isVisible' | 'listen'>;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Absent where the server has no streams. */
  readonly live?: LiveReads;
}

/** Sends a read the data of its stream; null where no stream has it. */
export type FollowRead = (read: ReadInput, say: (event: ResourceEvent) => void) => Follower | null;

export interface LiveReads {
  readonly offers: Readonly<Record<Streaming, boolean>>;
  /** Loads the code of the streams first; where that fails, reads continue. */
  readonly use: (work: (follow: FollowRead) => void) => void;
}

type Streaming = 'liveTrades' | 'liveMarkets' | 'liveAccount';

const STREAMED: Partial<Readonly<Record<ReadName, Streaming>>> = {
  trades: 'liveTrades',
  markets: 'liveMarkets',
  balances: 'liveAccount',
  orders: 'liveAccount',
  executions: 'liveAccount',
  deposits: 'liveAccount',
  depositStatus: 'liveAccount',
  movements: 'liveAccount',
};

/** Of which a date range, or all pages, may be on the screen. */
const LISTED: ReadonlySet<ReadName> = new Set(['executions', 'orders', 'deposits', 'withdrawals']);
const TRANSFERS: ReadonlySet<ReadName> = new Set(['deposits', 'withdrawals']);

export function resourceImplementations({ http, clock, page, random, live }: ResourceDependencies) {
  return {
    actors: {
      read: fromPromise<ReadOutput, ReadInput>(async ({ input, signal }) => {
        // `Resources.of` creates all these actors, each with the params of its name.
        const params = input.params as ParamsOf<ReadName>;
        const answer = await readData(http, input.name, params, { signal });
        return { ...answer, at: clock.now() };
      }),
      channel: fromCallback<ChannelCommand, ReadInput>(({ input, sendBack, receive }) => {
        const say = (event: ResourceEvent): void => sendBack(event);
        const capability = STREAMED[input.name];
        if (!live || !capability || !live.offers[capability]) return undefined;
        let follower: Follower | null = null;
        let isOpen = false;
        receive(({ type }) => {
          if (type === 'distrust') return follower?.distrust();
          isOpen = type === 'open';
          if (isOpen)
            live.use((follow) => {
              if (isOpen) follower ??= follow(input, say);
            });
          else {
            follower?.end();
            follower = null;
          }
          return undefined;
        });
        return () => {
          isOpen = false;
          follower?.end();
        };
      }),
      page: fromCallback<ResourceEvent>(({ sendBack }) => {
        if (!page.isVisible()) sendBack({ type: 'page.hidden' });
        return page.listen((fact) => {
          if (fact === 'hidden' || fact === 'visible' || fact === 'online')
            sendBack({ type: `page.${fact}` });
          // Timers stood still during sleep, so the data is older than it seems.
          if (fact === 'woke') sendBack({ type: 'data.outdated' });
        });
      }),
    },
    delays: {
      retryPause: ({ context }: { context: ResourceContext }) =>
        retryDelay(context.attempt, random(), context.failure?.retryAfter),
    },
  };
}

export interface ResourcesDependencies extends ResourceDependencies {
  readonly clock: Clock;
}

interface Entry {
  readonly name: ReadName;
  readonly resource: Resource;
}

/** `forgetPrivate` ends the reads of a user who left. */
export function createResources(
  dependencies: ResourcesDependencies,
): Resources & { readonly forgetPrivate: () => void } {
  const machine = resourceMachine.provide(resourceImplementations(dependencies));
  const entries = new Map<string, Entry>();

  const keyOf = (name: ReadName, params: unknown, userId: string | null): string =>
    JSON.stringify([name, privateReads.has(name) ? userId : null, sorted(params)]);

  function make<N extends ReadName>(name: N, params: ParamsOf<N>): Resource<N> {
    const { policy } = readRules[name];
    const ref = createActor(machine, {
      // Its name identifies it in the inspector.
      id: name,
      input: { name, params, policy },
      clock: dependencies.clock,
    });
    if (name === 'orders') ref.subscribe(followMoves());
    const watch = watcherOf(ref, (isWatched) => {
      // The session's end may stop a read before its readers leave.
      if (ref.getSnapshot().status === 'active')
        ref.send({ type: isWatched ? 'reader.came' : 'reader.left' });
    });
    return { name, ref, watch };
  }

  function of<N extends ReadName>(name: N, params: ParamsOf<N>, userId: string | null): Resource<N> {
    const key = keyOf(name, params, userId);
    const known = entries.get(key);
    if (known) return known.resource as Resource<N>;
    const resource = make(name, params);
    entries.set(key, { name, resource });
    return resource;
  }

  function invalidate(name: ReadName): void {
    const changed = new Set<ReadName>([name]);
    if (LISTED.has(name)) changed.add('historyRange');
    if (TRANSFERS.has(name)) changed.add('movements');
    for (const entry of entries.values()) {
      if (changed.has(entry.name)) entry.resource.ref.send({ type: 'data.outdated' });
    }
  }

  /** After an order was filled, added or removed, trades and balances are others, too, where no stream brings them. */
  function followMoves(): (snapshot: ResourceSnapshot) => void {
    let before: readonly Order[] | null = null;
    return (snapshot) => {
      const orders = snapshot.context.data as readonly Order[] | null;
      const known = before;
      before = orders;
      if (isLive(snapshot) || known === null || orders === null || !haveOrdersMoved(known, orders)) return;
      invalidate('executions');
      invalidate('balances');
    };
  }

  return {
    of,
    invalidate,
    peek<N extends ReadName>(name: N, params: ParamsOf<N>, userId: string | null) {
      const entry = entries.get(keyOf(name, params, userId));
      return (entry?.resource.ref.getSnapshot().context.data ?? null) as DataOf<N> | null;
    },
    forgetPrivate() {
      for (const [key, { name, resource }] of entries) {
        if (!privateReads.has(name)) continue;
        resource.ref.stop();
        entries.delete(key);
      }
    },
  };
}

/** The order of params, and absent or undefined ones, make no other read. */
function sorted(params: unknown): unknown {
  if (typeof params !== 'object' || params === null) return null;
  return Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
