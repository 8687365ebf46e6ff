import {
  createMachine,
  SimulatedClock,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type MachineContext,
} from 'xstate';
import { evaluateGuard } from 'xstate/guards';
import { MACHINES } from './machines.ts';
import {
  watchReads,
  type RecordedActor,
  type RecordedStep,
  type RecordedTimer,
  type Recording,
} from './recording.ts';
import { pureScope } from './pureScope.ts';
import { isSame, isWithin } from './stateBox.ts';
import { acts, allNodes, transitionId, type Transition } from './transitions.ts';

/** Where a machine does something else than was recorded. */
export interface Divergence {
  readonly actor: string;
  /** Number of the event among those of its actor, from 1; 0 is the beginning. */
  readonly event: number;
  readonly type: string;
  readonly what: string;
  readonly expected: unknown;
  readonly found: unknown;
}

export interface Replayed {
  readonly actors: number;
  readonly events: number;
  /** Conditions that were judged anew, and those whose verdict the mask hides: the recorded one stands. */
  readonly judged: number;
  readonly believed: number;
  readonly divergences: readonly Divergence[];
}

/** Timers of a browser are never early; both ends of a wait are rounded to milliseconds. */
const EARLY = 5;
/** A page in the background has its timers once a minute. Milliseconds. */
const LATE = 120_000;

/**
 * Replays every actor of a recording against the machines as they are now, on a simulated clock. States, conditions and
 * delays are the machine's; contexts are the recording's, because what the mask hides cannot be computed again.
 * @param machines by id; those of the product by default.
 */
export function replay(
  { actors }: Recording,
  machines: ReadonlyMap<string, AnyStateMachine> = MACHINES,
): Replayed {
  const tally = { judged: 0, believed: 0 };
  const divergences = actors.flatMap((recorded) => {
    const machine = machines.get(recorded.machine);
    if (machine) return new ActorReplay(recorded, machine, tally).run();
    return [
      {
        actor: recorded.actor,
        event: 0,
        type: 'xstate.init',
        what: 'machine',
        expected: recorded.machine,
        found: null,
      },
    ];
  });
  const events = actors.reduce((sum, { steps }) => sum + steps.length, 0);
  return { actors: actors.length, events, ...tally, divergences };
}

/** Effects, assigns and children are left out; what makes the machine's own events is kept. */
const OWN_ACTIONS = new Set(['xstate.raise', 'xstate.cancel']);

class ActorReplay {
  private readonly recorded: RecordedActor;
  private readonly machine: AnyStateMachine;
  private readonly tally: { judged: number; believed: number };
  private readonly ids = new Map<unknown, string>();
  private readonly clock = new SimulatedClock();
  /** Delays that run, and when they are due. */
  private readonly waiting = new Map<string, { readonly due: number; readonly timer: number }>();
  /** Delays that have run out, with the time at which they were due. */
  private readonly due = new Map<string, number>();
  private begun: RecordedTimer[] = [];
  /** The step that is replayed, with the contexts around it. */
  private step: RecordedStep | null = null;
  private before: unknown;
  private after: unknown;

  constructor(
    recorded: RecordedActor,
    machine: AnyStateMachine,
    tally: { judged: number; believed: number },
  ) {
    this.recorded = recorded;
    this.tally = tally;
    this.before = recorded.context;
    this.after = recorded.context;
    this.machine = createMachine(
      { ...machine.config, context: recorded.context as never } as never,
      machine.implementations as never,
    );
    for (const node of allNodes(this.machine)) this.strip(node);
  }

  run(): Divergence[] {
    const { recorded } = this;
    this.clock.set(recorded.at);
    let at = this.first();
    const found = this.compare(0, 'xstate.init', recorded, at, null);
    for (const [index, step] of recorded.steps.entries()) {
      if (found.length > 0) return found;
      const took: string[] = [];
      found.push(...this.pass(index + 1, step));
      this.step = step;
      this.before = 'before' in step ? step.before : this.after;
      this.after = 'context' in step ? step.context : this.before;
      // Delays are reckoned with what the context became; conditions see what it was.
      const from = { ...at, context: this.after };
      at = this.machine.transition(from as never, step.event, this.scope(took)) as never;
      found.push(...this.compare(index + 1, step.event.type, step, at, took));
    }
    return found;
  }

  /**
   * Where the machine begins. Where it chooses by its input, the recorded choice stands: of the context only what the choice
   * left is known.
   */
  private first(): AnyMachineSnapshot {
    const { recorded, machine } = this;
    const snapshot = machine.getInitialSnapshot(this.scope([]), undefined) as AnyMachineSnapshot;
    const chooses = allNodes(machine).some((node) => node.always && isWithin(snapshot.value, node.path));
    if (!chooses || isSame(snapshot.value, recorded.state)) return snapshot;
    this.begun = [...(recorded.timers ?? [])];
    return machine.resolveState({
      value: recorded.state as never,
      context: recorded.context,
    }) as never;
  }

  /** Lets the time pass until an event, and asks whether the delays of the machine agree with it. */
  private pass(index: number, { at, event }: RecordedStep): Divergence[] {
    this.clock.set(Math.max(this.clock.now(), at + EARLY));
    const overdue = [...this.due].find(([type, due]) => type !== event.type && at - due > LATE);
    const told = { actor: this.recorded.actor, event: index, type: event.type };
    if (overdue) return [{ ...told, what: 'delay', expected: event.type, found: overdue[0] }];
    if (!event.type.startsWith('xstate.after.')) return [];
    if (this.due.delete(event.type)) return [];
    const waits = this.waiting.get(event.type);
    const early = waits ? `${waits.due - at} ms later` : 'no such delay runs';
    return [{ ...told, what: 'delay', expected: `at ${at} ms`, found: early }];
  }

  private compare(
    index: number,
    type: string,
    { state, timers = [] }: Pick<RecordedStep, 'state' | 'timers'>,
    snapshot: AnyMachineSnapshot,
    took: readonly string[] | null,
  ): Divergence[] {
    const told = { actor: this.recorded.actor, event: index, type };
    const value: unknown = snapshot.value;
    if (snapshot.status === 'error') {
      return [{ ...told, what: 'error', expected: state, found: String(snapshot.error) }];
    }
    if (!isSame(state, value)) return [{ ...told, what: 'state', expected: state, found: value }];
    const expected = (this.step?.took ?? []).map(unnumbered);
    if (took !== null && !isSame(expected, took))
      return [{ ...told, what: 'transitions', expected, found: took }];
    const delays = this.begun;
    this.begun = [];
    for (const timer of timers) this.wait(timer);
    // What the app lengthens, such as the random part of a reconnect, is the recording's.
    const wired = new Set(timers.filter(({ isWired }) => isWired).map(({ event }) => event));
    const plain = (list: readonly RecordedTimer[]) =>
      list.map(({ event, delay }) => ({ event, delay: wired.has(event) ? 0 : delay }));
    return isSame(plain(timers), plain(delays))
      ? []
      : [{ ...told, what: 'delays', expected: timers, found: delays }];
  }

  private wait({ event, delay }: RecordedTimer): void {
    this.cancel(event);
    if (delay === null) return;
    const due = (this.step?.at ?? this.recorded.at) + delay;
    const timer = this.clock.setTimeout(
      () => {
        this.waiting.delete(event);
        this.due.set(event, due);
      },
      Math.max(0, due - this.clock.now()),
    );
    this.waiting.set(event, { due, timer });
  }

  private cancel(event: string): void {
    const running = this.waiting.get(event);
    if (running) this.clock.clearTimeout(running.timer);
    this.waiting.delete(event);
    this.due.delete(event);
    this.begun = this.begun.filter((one) => one.event !== event);
  }

  /** What xstate calls while it takes a step. Nothing is started, and delays are noted. */
  private scope(took: string[]): never {
    return pureScope(
      (transitions) => void took.push(...transitions.flatMap((one) => this.ids.get(one) ?? [])),
      ({ type, params }) => {
        if (type === 'xstate.cancel') this.cancel((params as { sendId: string }).sendId);
        if (type !== 'xstate.raise') return;
        const { event, delay } = params as { event: { type: string }; delay?: number };
        if (delay !== undefined)
          this.begun.push({ event: event.type, delay: Number.isFinite(delay) ? delay : null });
      },
    );
  }

  /** Takes out of a state what reaches outside, and puts conditions under watch. */
  private strip(node: AnyStateNode): void {
    const keep = (actions: readonly unknown[]): never => actions.filter((one) => this.isOwn(one)) as never;
    Object.defineProperty(node, 'invoke', { value: [] });
    node.entry = keep(node.entry);
    node.exit = keep(node.exit);
    Object.assign(node, { output: undefined });
    if (node.type === 'compound') Object.assign(node.initial, { actions: keep(node.initial.actions) });
    const transitions = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
    // The ids tell the conditions, and are made before those are watched.
    const acting = (transitions as readonly Transition[]).filter(acts);
    for (const transition of acting) this.ids.set(transition, unnumbered(transitionId(transition)));
    for (const transition of transitions) {
      Object.assign(transition, { actions: keep(transition.actions) });
      if (transition.guard !== undefined) this.watch(transition as Transition);
    }
  }

  private isOwn(action: unknown): boolean {
    const named = typeof action === 'string' ? action : (action as { type?: string }).type;
    if (named === undefined) return false;
    const meant = (this.machine.implementations.actions as Record<string, { type?: string } | undefined>)[
      named
    ];
    return OWN_ACTIONS.has(meant?.type ?? named);
  }

  /** Judges a condition anew, unless it looks at what the mask hides. */
  private watch(transition: Transition): void {
    const guard = transition.guard as never;
    const check = (snapshot: AnyMachineSnapshot, { event }: { event: { type: string } }): boolean => {
      // What follows an event within the machine sees the context that the event left.
      const isFollowing = transition.eventType === '' || event.type !== this.step?.event.type;
      const reads = watchReads();
      const context = reads.watch(isFollowing ? this.after : this.before) as MachineContext;
      let verdict: boolean | null = null;
      try {
        verdict = evaluateGuard(guard, context, reads.watch(event), snapshot);
      } catch {
        // It cannot work with a masked text, such as an amount: the recorded verdict stands, and is counted.
      }
      if (verdict !== null && !reads.sawMask()) {
        this.tally.judged += 1;
        return verdict;
      }
      this.tally.believed += 1;
      return this.verdictOf(transition);
    };
    Object.assign(transition, { guard: Object.assign(() => false, { check }) });
  }

  /** How a condition was judged when it was recorded: as the transitions tell that were taken. */
  private verdictOf(transition: Transition): boolean {
    if (this.step === null) return this.leadsToFirst(transition);
    const id = this.ids.get(transition);
    const took = this.step.took.map(unnumbered);
    if (id !== undefined) return took.includes(id);
    // One that does nothing leaves no trace: it was taken when none of its siblings was.
    const siblings = `${transition.source.id} | ${transition.eventType || 'always'} `;
    return !took.some((one) => one.startsWith(siblings));
  }

  /** How a hidden condition was judged before the first event: as the first state tells. */
  private leadsToFirst({ target }: Transition): boolean {
    const { state } = this.recorded;
    return (target ?? []).some((node) => isWithin(state, node.path));
  }
}

/** The id of a transition without its place among its siblings: another one before it changes nothing of it. */
const unnumbered = (id: string): string => id.replace(/#\d+/, '');
