import { describe, expect, it } from 'vitest';
import {
  createActor,
  fromCallback,
  type InspectionEvent,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate';
import { idsOf } from '../../../../tools/inspector/transitions.ts';
import { labelTimers, type TestClock } from '../../../models/tools/clock.ts';
import type { MachineModel, Variant } from '../../../models/tools/model.ts';
import {
  explore,
  narrowed,
  pureStep,
  stableText,
  valueText,
  type AnyEvent,
  type Edge,
  type Graph,
} from '../../../models/tools/explore.ts';
import { leftOut } from '../../../models/tools/leftOut.ts';
import { describePath, edgePaths, tours, type Path } from '../../../models/tools/paths.ts';
import type { HeldNetwork } from './heldNetwork.ts';
import { differences } from './differences.ts';

/** The state of a walk when an event is made to happen. */
export interface WalkContext<M extends AnyStateMachine> {
  /** Of the real actor. */
  readonly snapshot: SnapshotFrom<M>;
  /** The outcome that the path takes next, such as `verify: accepted`: what is typed may depend on it. */
  readonly coming: string | undefined;
}

/** One actor at the venue, with its surroundings. */
export interface VenueWorld<M extends AnyStateMachine> {
  readonly machine: M;
  readonly input?: InputFrom<M>;
  /** The chart's clock. */
  readonly clock: TestClock;
  readonly network: HeldNetwork;
  /**
   * How events of the model are made, by name: with data of the venue, or by a device, which returns nothing. All
   * others are sent as in the model.
   */
  readonly events?: Readonly<
    Record<string, (at: WalkContext<M>) => AnyEvent | undefined | Promise<AnyEvent | undefined>>
  >;
  /** Makes the venue give this answer; `silence`: no request arrives there. */
  readonly outcomes: Readonly<Record<string, (at: WalkContext<M>) => Promise<'silence' | void>>>;
  /** The parent of the chart tells it something. */
  readonly isInvoked?: true;
  /** For child charts that have their own walks: sends what the model sends for them. */
  readonly tells?: Readonly<Record<string, (event: AnyEvent) => void>>;
  /** Receives the actor before it starts. */
  readonly attach?: (actor: AnyActorRef) => void;
}

export interface VenueVariant<M extends AnyStateMachine> {
  /** Name of the model's variant that is walked. */
  readonly of: string;
  readonly open: () => Promise<VenueWorld<M>>;
  /** Something at the venue cannot be undone, so that every step is walked from the beginning; otherwise tours are. */
  readonly isOneWay?: true;
}

/** A chart at the real venue: paths and predictions come from its model, answers from the venue. */
export interface VenueWalk<M extends AnyStateMachine> {
  readonly model: MachineModel<M>;
  readonly variants: readonly VenueVariant<M>[];
  /**
   * What decides where a path may continue; by default the state alone. What must follow is predicted along each
   * path, so it may be coarser than in the model.
   */
  readonly key?: (snapshot: SnapshotFrom<M>) => unknown;
  /** Cases and outcomes of the model impossible at this venue, each with the reason; a final `*` matches any ending. */
  readonly cannot: Readonly<Record<string, string>>;
  /** Whether a possible case or outcome can happen in the chart's current state; by default it can. */
  readonly happens?: (name: string, snapshot: SnapshotFrom<M>) => boolean;
  /** Transitions that are therefore impossible, each with the reason. */
  readonly unreachable?: Readonly<Record<string, string>>;
}

/** Milliseconds of real time that an answer of the venue may take. */
const ANSWER_LIMIT = 20_000;

/** Registers the walks of a chart at the venue, and the check that every transition is covered. */
export function walkAtVenue<M extends AnyStateMachine>(walk: VenueWalk<M>): void {
  const { model } = walk;
  const taken = new Set<string>();
  const met = new Set<string>();
  const isOut = (name: string): boolean =>
    Object.keys(walk.cannot).some((pattern) => {
      const isIt = pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
      if (isIt) met.add(pattern);
      return isIt;
    });

  describe.each(walk.variants.map((variant) => [variant.of, variant] as const))(
    `${model.name} at the venue: %s`,
    (name, { open, isOneWay }) => {
      const variant = model.variants.find((one) => one.name === name);
      if (!variant) throw new Error(`the model of ${model.name} has no variant "${name}"`);
      const graph = representatives(possible(walk, variant, isOut));
      // Events that the chart ignores may change something at the venue: each step has its own path.
      const paths = isOneWay ? edgePaths(graph, () => false) : tours(graph);
      it.each(paths.map((path) => [describePath(path), path] as const))('%s', async (_title, path) => {
        const walker = new VenueWalker(graph, await open(), taken);
        await expect(walker.walk(path)).resolves.toBeUndefined();
      });
    },
  );

  describe(`${model.name} at the venue: nothing is left out`, () => {
    it('every transition was taken by a real actor at the venue, or has a reasoned exception', () => {
      expect(leftOut(model.machine, taken, walk.unreachable, model.unreachable)).toEqual([]);
    });
    it('every exception applies', () => {
      expect(Object.keys(walk.cannot).filter((name) => !met.has(name))).toEqual([]);
    });
  });
}

/** The part of the model's graph that is possible at the venue. */
function possible<M extends AnyStateMachine>(
  { model: { machine }, key = ({ value }) => value, happens = () => true }: VenueWalk<M>,
  { input, events, outcomes = {}, timer }: Variant<M>,
  isOut: (name: string) => boolean,
): Graph {
  return explore(machine, {
    ...(input === undefined ? {} : { input }),
    key,
    ...(timer === undefined ? {} : { timer }),
    offer: 'handled',
    ...narrowed(
      {
        events: events.filter(({ name }) => !isOut(name)),
        outcomes: Object.fromEntries(
          Object.entries(outcomes).map(([id, list]) => [
            id,
            list.filter(({ name }) => !isOut(`${id}: ${name}`)),
          ]),
        ),
      },
      happens,
    ),
  });
}

/**
 * Every case, answer and delay once for each transition that it takes: other differences concern only the chart,
 * which is walked without a venue.
 */
function representatives(graph: Graph): Graph {
  const first = new Map<string, Edge>();
  for (const edge of graph.edges) {
    const what = `${edge.name} ${edge.transitions.join()}`;
    if (!first.has(what)) first.set(what, edge);
  }
  return { ...graph, edges: [...first.values()] };
}

class VenueWalker<M extends AnyStateMachine> {
  private readonly graph: Graph;
  private readonly world: VenueWorld<M>;
  private readonly actor: AnyActorRef;
  /** Transitions that real actors took at the venue, over all walks of a chart. */
  private readonly taken: Set<string>;
  private readonly inbox: AnyEvent[] = [];
  private readonly moved: string[] = [];
  private readonly crashes: unknown[] = [];
  private wake: () => void = () => undefined;
  /** The state of the chart according to the model. */
  private at: AnyMachineSnapshot;

  constructor(graph: Graph, world: VenueWorld<M>, taken: Set<string>) {
    this.graph = graph;
    this.world = world;
    this.taken = taken;
    this.at = graph.first;
    let own = '';
    const inspect = (fact: InspectionEvent): void => {
      if (fact.actorRef.sessionId !== own) return;
      if (fact.type === '@xstate.microstep') this.moved.push(...idsOf(fact._transitions));
      if (fact.type !== '@xstate.snapshot' || fact.event.type === 'xstate.init') return;
      this.inbox.push(fact.event);
      this.wake();
    };
    const { clock } = world;
    const parent =
      world.isInvoked &&
      createActor(
        fromCallback(() => undefined),
        { clock, inspect },
      ).start();
    this.actor = createActor(world.machine, {
      input: world.input as never,
      ...(parent ? { parent } : { clock, inspect }),
    });
    own = this.actor.sessionId;
    labelTimers(this.world.clock, this.actor);
    this.actor.subscribe({ error: (error) => this.crashes.push(error) });
    world.attach?.(this.actor);
  }

  async walk(path: Path): Promise<void> {
    this.actor.start();
    try {
      this.moved.splice(0, this.moved.length, ...this.graph.firstTransitions);
      await settled();
      this.judge('(start)', this.graph.firstTransitions);
      for (const [index, edge] of path.entries()) await this.take(edge, path.slice(index));
    } finally {
      // Only its parent may stop a child actor.
      (this.actor as unknown as { _stop(): void })._stop();
    }
  }

  private async take(edge: Edge, ahead: Path): Promise<void> {
    const { world } = this;
    const coming = ahead.find(({ kind }) => kind === 'outcome');
    const at: WalkContext<M> = {
      snapshot: this.actor.getSnapshot() as SnapshotFrom<M>,
      coming: coming?.name,
    };
    if (edge.kind === 'timer') return this.pass(edge);
    this.inbox.length = 0;
    this.moved.length = 0;
    if (edge.kind === 'send') {
      const make = world.events?.[edge.name];
      const event = make ? await make(at) : edge.event;
      if (event) this.actor.send(event);
      await this.received(edge.event.type);
    } else if (world.tells?.[edge.invokeId ?? '']) {
      world.tells[edge.invokeId ?? '']?.(edge.event);
      await this.received(edge.event.type);
    } else {
      const arrange = world.outcomes[edge.name];
      if (!arrange) throw new Error(`the walk does not know how the venue comes to "${edge.name}"`);
      await until(() => world.network.waiting > 0, `${edge.name}: no request waits`);
      const end = await arrange(at);
      if (end === 'silence') world.network.letTimePass();
      const real = end === 'silence' ? [] : await world.network.release();
      await this.received(edge.event.type);
      const scripted = statusesOf([edge.outcome?.reply].flat()).slice(0, real.length);
      demand(`${edge.name}: statuses`, statusesOf(real), scripted);
      demand(`${edge.name}: what the fakes say`, differences(edge.event, this.inbox[0]), []);
    }
    this.at = pureStep(this.graph.machine, this.at, edge.event).next;
    this.judge(edge.name, edge.transitions);
  }

  /** Lets a delay expire, and those before it. */
  private async pass(edge: Edge): Promise<void> {
    const { clock } = this.world;
    for (let isOver = false; !isOver;) {
      const next = clock.peek();
      if (next?.label === undefined) throw new Error(`${edge.name}: no such delay is pending`);
      isOver = next.label === edge.event.type;
      this.inbox.length = 0;
      this.moved.length = 0;
      const planned = pureStep(this.graph.machine, this.at, { type: next.label });
      clock.advanceToNext();
      await this.received(next.label);
      this.at = planned.next;
      this.judge(edge.name, planned.transitions);
    }
  }

  /** Waits until the actor has handled an event of this type, and no other. */
  private async received(type: string): Promise<void> {
    await settled();
    if (this.inbox.length === 0) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        timer = setTimeout(resolve, ANSWER_LIMIT);
      });
      clearTimeout(timer);
      await settled();
    }
    demand(
      'what the chart was told',
      this.inbox.map((event) => event.type),
      [type],
    );
  }

  private judge(name: string, planned: readonly string[]): void {
    demand(name, this.crashes, []);
    const real = this.actor.getSnapshot() as AnyMachineSnapshot;
    const told = `${name}: the chart was told ${stableText(this.inbox)}`;
    demand(told, valueText(real.value), valueText(this.at.value));
    demand(told, this.moved, planned);
    demand(told, [...real.tags].sort(), [...this.at.tags].sort());
    for (const id of this.moved) this.taken.add(id);
  }
}

/** @throws Error with both sides if they differ. */
function demand(what: string, found: unknown, expected: unknown): void {
  const [here, there] = [stableText(found), stableText(expected)];
  if (here !== there) throw new Error(`${what}\n  expected ${there}\n  found    ${here}`);
}

/** Outcomes of requests: the statuses of answers, or none. */
const statusesOf = (replies: readonly unknown[]): unknown[] =>
  replies.map((reply) => (typeof reply === 'object' ? (reply as { status: number }).status : reply));

async function settled(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
}

/** Waits for an effect of real promises. */
async function until(isSo: () => boolean, complaint: string): Promise<void> {
  const end = Date.now() + ANSWER_LIMIT;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(complaint);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
