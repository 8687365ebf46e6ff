import { isDeepStrictEqual } from 'node:util';
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type EventFromLogic,
  type EventObject,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate';
import { getAdjacencyMap } from './graph.ts';
import { pureScope } from '../../../tools/inspector/pureScope.ts';
import { idsOf } from '../../../tools/inspector/transitions.ts';

export type AnyEvent = EventObject & Readonly<Record<string, unknown>>;

/** An event from outside: one case per class and per side of a boundary. */
export interface EventCase<M extends AnyStateMachine> {
  readonly name: string;
  /** A clause for the report. */
  readonly says?: string;
  readonly event: EventFromLogic<M>;
  readonly when?: (snapshot: SnapshotFrom<M>) => boolean;
}

/** One way in which an invoked service can end, from the server's reply to what the machine must receive. */
export interface Outcome<S = AnyMachineSnapshot> {
  readonly name: string;
  /** A clause for the report. */
  readonly says?: string;
  readonly reply?: unknown;
  readonly done?: unknown;
  /** Instead of `done`. */
  readonly error?: unknown;
  /** Instead of both: the event that an invoked statechart sends its parent. */
  readonly tells?: EventObject;
  readonly when?: (snapshot: S) => boolean;
}

export interface PlanOptions<M extends AnyStateMachine> {
  readonly input?: InputFrom<M>;
  readonly events: readonly EventCase<M>[];
  /** By invoke id; a key that ends in `*` serves ids made at run time. */
  readonly outcomes?: Readonly<Record<string, readonly Outcome<SnapshotFrom<M>>[]>>;
  /** Distinguishes states: the state value and every part of context that a guard or view reads. */
  readonly key?: (snapshot: SnapshotFrom<M>) => unknown;
  /** `all` (default): every case in every state, which proves what must be ignored. */
  readonly offer?: 'handled' | 'all';
  /** Whether the delay of this name may fire here; default yes. */
  readonly timer?: (snapshot: SnapshotFrom<M>, name: string) => boolean;
  /** Edges; default `EDGES`. */
  readonly limit?: number;
}

/** Offers cases only where `happens` allows their names; an outcome's name is `service:outcome`. */
export function narrowed<M extends AnyStateMachine>(
  { events, outcomes = {} }: Pick<PlanOptions<M>, 'events' | 'outcomes'>,
  happens: (name: string, snapshot: SnapshotFrom<M>) => boolean,
): Required<Pick<PlanOptions<M>, 'events' | 'outcomes'>> {
  const where = <T extends { readonly when?: (snapshot: SnapshotFrom<M>) => boolean }>(
    one: T,
    name: string,
  ): T => ({ ...one, when: (snapshot) => (one.when?.(snapshot) ?? true) && happens(name, snapshot) });
  return {
    events: events.map((one) => where(one, one.name)),
    outcomes: Object.fromEntries(
      Object.entries(outcomes).map(([id, list]) => [id, list.map((one) => where(one, `${id}: ${one.name}`))]),
    ),
  };
}

export interface Edge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly name: string;
  readonly says?: string | undefined;
  readonly kind: 'send' | 'outcome' | 'timer';
  readonly event: AnyEvent;
  readonly invokeId?: string;
  readonly outcome?: Outcome;
  readonly before: AnyMachineSnapshot;
  readonly after: AnyMachineSnapshot;
  readonly transitions: readonly string[];
}

export interface Graph {
  readonly machine: AnyStateMachine;
  readonly input: unknown;
  readonly initial: string;
  readonly first: AnyMachineSnapshot;
  readonly firstTransitions: readonly string[];
  readonly states: ReadonlyMap<string, AnyMachineSnapshot>;
  readonly edges: readonly Edge[];
  readonly out: ReadonlyMap<string, readonly Edge[]>;
}

/** `checking`, `live.connected & heartbeat.waiting` */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Object.entries(value as object)
    .map(([region, child]) =>
      typeof child === 'object' && Object.keys(child as object).length === 0
        ? region
        : `${region}.${valueText(child)}`,
    )
    .join(' & ');
}

/** Sorted keys, so that equal data gives equal text; errors, sets and maps differ. */
export function stableText(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) => {
      if (part instanceof Error) {
        return {
          name: part.name,
          message: part.message,
          ...('failure' in part ? { failure: part.failure } : {}),
        };
      }
      if (part instanceof Set) return { set: [...(part as Set<unknown>)] };
      if (part instanceof Map) return { map: [...(part as Map<unknown, unknown>)] };
      if (typeof part === 'bigint') return `${part}n`;
      if (typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype) {
        return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
      }
      return part;
    }) ?? 'undefined'
  );
}

/** Compares parts first, because most are equal. */
export const isSame = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(one, other) || stableText(one) === stableText(other);

export function keyOf(key: ((snapshot: never) => unknown) | undefined, snapshot: AnyMachineSnapshot): string {
  return stableText(
    key
      ? key(snapshot as never)
      : { value: snapshot.value, context: snapshot.context as unknown, status: snapshot.status },
  );
}

/** A throw-away system, so that system ids never collide and nothing is started. */
export function pureStep(
  machine: AnyStateMachine,
  from: AnyMachineSnapshot | undefined,
  event: AnyEvent | undefined,
  input?: unknown,
): { next: AnyMachineSnapshot; transitions: string[] } {
  const transitions: string[] = [];
  // An invoked child starts in the same step, but its transitions are its own.
  const isOwn = (id: string): boolean => id.startsWith(`${machine.id}.`) || id.startsWith(`${machine.id} `);
  const scope = pureScope((taken) => void transitions.push(...idsOf(taken).filter(isOwn)));
  const next = from
    ? machine.transition(from as never, event, scope)
    : machine.getInitialSnapshot(scope, input);
  return { next: next as AnyMachineSnapshot, transitions };
}

interface Note {
  readonly name: string;
  readonly says?: string | undefined;
  readonly kind: Edge['kind'];
  readonly invokeId?: string;
  readonly outcome?: Outcome;
}
type NotedEvent = AnyEvent & { readonly note: Note };

/** More than any chart has: a traversal that needs more has no end. */
const EDGES = 60_000;

const AFTER = 'xstate.after.';

/** `xstate.after.retryPause.socket.waiting` gives `retryPause`. */
export const delayName = (eventType: string): string => eventType.slice(AFTER.length).split('.')[0] ?? '';

function eventsOfStates(snapshot: AnyMachineSnapshot): Set<string> {
  const nodes = (snapshot as unknown as { _nodes: AnyStateNode[] })._nodes;
  return new Set(nodes.flatMap((node) => [...node.ownEvents]));
}

function handles(own: ReadonlySet<string>, type: string): boolean {
  if (own.has(type) || own.has('*')) return true;
  return [...own].some((descriptor) => descriptor.endsWith('.*') && type.startsWith(descriptor.slice(0, -1)));
}

function sends<M extends AnyStateMachine>(
  options: PlanOptions<M>,
  snapshot: AnyMachineSnapshot,
  own: Set<string>,
): NotedEvent[] {
  return options.events
    .filter(({ event }) => options.offer !== 'handled' || handles(own, (event as AnyEvent).type))
    .filter(({ when }) => when?.(snapshot as SnapshotFrom<M>) ?? true)
    .map(({ name, says, event }) => ({ ...(event as AnyEvent), note: { name, says, kind: 'send' } }));
}

function endings<M extends AnyStateMachine>(
  options: PlanOptions<M>,
  snapshot: AnyMachineSnapshot,
): NotedEvent[] {
  const outcomes = options.outcomes ?? {};
  return Object.keys(snapshot.children).flatMap((child) => {
    const key = Object.keys(outcomes).find(
      (id) => id === child || (id.endsWith('*') && child.startsWith(id.slice(0, -1))),
    );
    return (key === undefined ? [] : (outcomes[key] ?? []))
      .filter(({ when }) => when?.(snapshot as SnapshotFrom<M>) ?? true)
      .map((outcome) => ({
        ...(outcome.tells ??
          ('error' in outcome
            ? { type: `xstate.error.actor.${child}`, error: outcome.error }
            : { type: `xstate.done.actor.${child}`, output: outcome.done })),
        note: {
          name: `${child}: ${outcome.name}`,
          says: outcome.says,
          kind: 'outcome',
          invokeId: child,
          outcome: outcome as Outcome,
        },
      }));
  });
}

function timers<M extends AnyStateMachine>(
  options: PlanOptions<M>,
  snapshot: AnyMachineSnapshot,
  own: Set<string>,
): NotedEvent[] {
  return [...own]
    .filter((type) => type.startsWith(AFTER))
    .filter((type) => options.timer?.(snapshot as SnapshotFrom<M>, delayName(type)) ?? true)
    .map((type) => ({ type, note: { name: `after ${delayName(type)}`, kind: 'timer' } }));
}

function candidatesIn<M extends AnyStateMachine>(
  options: PlanOptions<M>,
  snapshot: AnyMachineSnapshot,
): NotedEvent[] {
  if (snapshot.status !== 'active') return [];
  const own = eventsOfStates(snapshot);
  return [...sends(options, snapshot, own), ...endings(options, snapshot), ...timers(options, snapshot, own)];
}

/**
 * Options of `getShortestPaths` and `getSimplePaths` of `@xstate/graph` for a model.
 * @public The lines of docs/testing.md import it.
 */
export function graphOptions<M extends AnyStateMachine>(options: PlanOptions<M>) {
  const { input, limit = EDGES } = options;
  return {
    ...(input === undefined ? {} : { input }),
    events: (snapshot: SnapshotFrom<M>): EventFromLogic<M>[] =>
      candidatesIn(options, snapshot as AnyMachineSnapshot).map(
        ({ note: _note, ...event }) => event as EventFromLogic<M>,
      ),
    serializeState: (snapshot: SnapshotFrom<M>): string => keyOf(options.key, snapshot as AnyMachineSnapshot),
    // The library's own text of an error is empty, so that two errors would be one event.
    serializeEvent: (event: EventFromLogic<M>): string => stableText(event),
    limit,
  };
}

export function explore<M extends AnyStateMachine>(machine: M, options: PlanOptions<M>): Graph {
  const keys = new WeakMap<AnyMachineSnapshot, string>();
  const key = (snapshot: AnyMachineSnapshot): string => {
    const known = keys.get(snapshot) ?? keyOf(options.key, snapshot);
    keys.set(snapshot, known);
    return known;
  };
  const first = pureStep(machine, undefined, undefined, options.input);
  const edges: Edge[] = [];
  // Plain logic around the machine makes machines with system ids explorable.
  const logic = {
    getInitialSnapshot: () => first.next,
    getPersistedSnapshot: (snapshot: unknown) => snapshot,
    transition: (before: AnyMachineSnapshot, noted: NotedEvent) => {
      const { note, ...event } = noted;
      const { next, transitions } = pureStep(machine, before, event);
      edges.push({
        id: `e${edges.length}`,
        from: key(before),
        to: key(next),
        ...note,
        event: event,
        before,
        after: next,
        transitions,
      });
      return next;
    },
  };
  const adjacency = getAdjacencyMap(logic as never, {
    fromState: first.next as never,
    serializeState: key as never,
    serializeEvent: ((event: NotedEvent) => event.note.name) as never,
    events: ((snapshot: AnyMachineSnapshot) => candidatesIn(options, snapshot)) as never,
    limit: options.limit ?? EDGES,
  });
  const out = new Map<string, Edge[]>();
  for (const edge of edges) out.set(edge.from, [...(out.get(edge.from) ?? []), edge]);
  const states = new Map(
    Object.entries(adjacency).map(([name, { state }]) => [name, state as unknown as AnyMachineSnapshot]),
  );
  return {
    machine,
    input: options.input,
    initial: key(first.next),
    first: first.next,
    firstTransitions: first.transitions,
    states,
    edges,
    out,
  };
}
