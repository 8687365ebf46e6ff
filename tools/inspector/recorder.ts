import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate';
import { maskFact } from '../../src/app/inspectionMask.ts';
import { MACHINES } from './machines.ts';
import {
  FORMAT,
  VERSION,
  type RecordedActor,
  type RecordedStep,
  type RecordedTimer,
  type Recording,
} from './recording.ts';
import { idsOf } from './transitions.ts';

/** They tick by themselves and cannot be replayed. */
const LEFT_OUT = new Set(['countdown']);
/** Per second, actor and type, of events that change no state; more are only counted. */
const MAX_PER_SECOND = 10;
const MAX_STEPS = 2000;
const MAX_ACTORS = 300;

/** A sent event, until the actor has handled it. */
interface Pending {
  readonly at: number;
  readonly event: { readonly type: string };
  /** The actor's snapshot before the event. */
  before: AnyMachineSnapshot;
  readonly took: string[];
  /** After each microstep. */
  readonly contexts: unknown[];
  timers: readonly RecordedTimer[];
}

interface Tape {
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly first: Omit<RecordedActor, 'steps'>;
  firstTimers: readonly RecordedTimer[];
  readonly queue: Pending[];
  readonly steps: RecordedStep[];
  known: unknown;
  readonly quiet: Map<string, number[]>;
  leftOut: number;
  isCut: boolean;
}

export interface Recorder {
  readonly see: (fact: InspectionEvent) => void;
  readonly recording: () => Recording;
}

/** The same mask as for the inspector. */
const maskContext = (context: unknown): unknown => {
  return maskFact({ snapshot: { context } }).snapshot.context;
};
const maskEvent = (event: { readonly type: string }): { readonly type: string } => maskFact({ event }).event;

/**
 * Records the events of the page's actors.
 * @param now milliseconds, for differences @param began epoch milliseconds @param machines others are not recorded
 */
export function createRecorder(
  now: () => number,
  began: number,
  machines: ReadonlyMap<string, AnyStateMachine> = MACHINES,
): Recorder {
  const start = now();
  const tapes = new Map<AnyActorRef, Tape>();
  const counts = new Map<string, number>();
  const time = (): number => Math.round(now() - start);

  function begin(actor: AnyActorRef, machine: AnyStateMachine): Tape {
    const count = (counts.get(machine.id) ?? 0) + 1;
    counts.set(machine.id, count);
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    const name = `${machine.id}#${count}`;
    const tape: Tape = {
      name,
      machine,
      first: {
        actor: name,
        machine: machine.id,
        at: time(),
        state: snapshot.value,
        context: maskContext(snapshot.context),
      },
      firstTimers: [],
      queue: [],
      steps: [],
      known: snapshot.context,
      quiet: new Map(),
      leftOut: 0,
      isCut: false,
    };
    tapes.set(actor, tape);
    if (tapes.size > MAX_ACTORS) forgetOne();
    return tape;
  }

  /** The oldest that has ended, else the oldest. */
  function forgetOne(): void {
    const ended = [...tapes.keys()].find((actor) => !isRunning(actor));
    const oldest = ended ?? tapes.keys().next().value;
    if (oldest) tapes.delete(oldest);
  }

  /** Adds one action: a delay may start and be cancelled in the same step. */
  function timersAfter(
    { machine }: Tape,
    timers: readonly RecordedTimer[],
    action: { readonly type: string; readonly params?: unknown },
  ): readonly RecordedTimer[] {
    if (action.type === 'xstate.cancel') {
      const { sendId } = action.params as { sendId: string };
      return timers.filter(({ event }) => event !== sendId);
    }
    if (action.type !== 'xstate.raise') return timers;
    const { event, delay } = action.params as { event: { type: string }; delay?: number };
    if (delay === undefined) return timers;
    const name = event.type.split('.')[2] ?? '';
    const own = machines.get(machine.id)?.implementations.delays as Record<string, unknown> | undefined;
    const wired = machine.implementations.delays as Record<string, unknown>;
    const timer = { event: event.type, delay: Number.isFinite(delay) ? delay : null };
    return [...timers, own?.[name] === wired[name] ? timer : { ...timer, isWired: true }];
  }

  function comesTooOften(tape: Tape, { at, event, before }: Pending, after: AnyMachineSnapshot): boolean {
    if (textOf(before.value) !== textOf(after.value)) return false;
    const recent = (tape.quiet.get(event.type) ?? []).filter((one) => one > at - 1000);
    tape.quiet.set(event.type, [...recent, at]);
    return recent.length >= MAX_PER_SECOND;
  }

  function end(tape: Tape, pending: Pending, after: AnyMachineSnapshot): void {
    if (tape.isCut) return;
    if (comesTooOften(tape, pending, after)) {
      tape.leftOut += 1;
      return;
    }
    if (tape.steps.length >= MAX_STEPS) {
      tape.isCut = true;
      return;
    }
    const { at, event, before, took, contexts, timers } = pending;
    const between = contexts.slice(0, -1);
    tape.steps.push({
      at,
      event: maskEvent(event),
      ...(before.context === tape.known ? {} : { before: maskContext(before.context) }),
      state: after.value,
      ...(after.context === before.context ? {} : { context: maskContext(after.context) }),
      ...(between.every((one) => one === after.context) ? {} : { between: between.map(maskContext) }),
      took,
      ...(timers.length === 0 ? {} : { timers }),
    });
    tape.known = after.context;
  }

  function see(fact: InspectionEvent): void {
    const actor = fact.actorRef as AnyActorRef;
    const machine = machineOf(actor, machines);
    if (machine === null || LEFT_OUT.has(machine.id)) return;
    // Before its first event an actor is still being created.
    const known = tapes.get(actor);
    if (!known && fact.type !== '@xstate.event') return;
    const tape = known ?? begin(actor, machine);
    const head = tape.queue[0];
    if (fact.type === '@xstate.event') {
      if (fact.event.type === 'xstate.stop') return;
      const before = actor.getSnapshot() as AnyMachineSnapshot;
      tape.queue.push({ at: time(), event: fact.event, before, took: [], contexts: [], timers: [] });
    } else if (fact.type === '@xstate.microstep') {
      head?.took.push(...idsOf(fact._transitions));
      head?.contexts.push((fact.snapshot as AnyMachineSnapshot).context);
    } else if (fact.type === '@xstate.action') {
      if (head) head.timers = timersAfter(tape, head.timers, fact.action);
    } else if (fact.type === '@xstate.snapshot' && head && head.event === fact.event) {
      finish(tape, head, fact.snapshot as AnyMachineSnapshot);
    }
  }

  function finish(tape: Tape, head: Pending, after: AnyMachineSnapshot): void {
    tape.queue.shift();
    if (tape.queue[0]) tape.queue[0].before = after;
    if (head.event.type !== 'xstate.init') end(tape, head, after);
    // React's StrictMode starts an actor twice, but its delays only once.
    else if (head.timers.length > 0) tape.firstTimers = head.timers;
  }

  return {
    see,
    recording: () => ({
      format: FORMAT,
      version: VERSION,
      began: new Date(began).toISOString(),
      actors: [...tapes.values()].map(({ first, firstTimers, steps, leftOut, isCut }) => ({
        ...first,
        ...(firstTimers.length === 0 ? {} : { timers: firstTimers }),
        steps: [...steps],
        ...(leftOut === 0 ? {} : { leftOut }),
        ...(isCut ? { isCut: true } : {}),
      })),
    }),
  };
}

const textOf = (value: unknown): string => JSON.stringify(value);

/** XState's `ProcessingStatus`, which it does not export. */
const RUNNING = 1;
const isRunning = (actor: AnyActorRef): boolean =>
  (actor as unknown as { _processingStatus: number })._processingStatus === RUNNING &&
  (actor.getSnapshot() as AnyMachineSnapshot).status === 'active';

function machineOf(
  actor: AnyActorRef,
  machines: ReadonlyMap<string, AnyStateMachine>,
): AnyStateMachine | null {
  const { logic } = actor as unknown as { logic?: Partial<AnyStateMachine> };
  return logic?.root && typeof logic.id === 'string' && machines.has(logic.id)
    ? (logic as AnyStateMachine)
    : null;
}
