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

export interface Divergence {
  readonly actor: string;
  /** Number among the actor's events, from 1; 0 is the start. */
  readonly event: number;
  readonly type: string;
  readonly what: string;
  readonly expected: unknown;
  readonly found: unknown;
}

export interface Replayed {
  readonly actors: number;
  readonly events: number;
  /** Guards evaluated again, and guards whose recorded result was used because of masked texts. */
  readonly judged: number;
  readonly believed: number;
  readonly divergences: readonly Divergence[];
}

/** Milliseconds: timers are never early, but both ends of a wait are rounded. */
const EARLY = 5;
/** Milliseconds: background pages run timers once a minute. */
const LATE = 120_000;

/** Replays a recording against today's machines. Contexts are the recording's: masked texts cannot be computed again. */
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

/** Only actions that make the machine's own events are kept. */
const OWN_ACTIONS = new Set(['xstate.raise', 'xstate.cancel']);

class ActorReplay {
  private readonly recorded: RecordedActor;
  private readonly machine: AnyStateMachine;
  private readonly tally: { judged: number; believed: number };
  private readonly ids = new Map<unknown, string>();
  private readonly clock = new SimulatedClock();
  private readonly waiting = new Map<string, { readonly due: number; readonly timer: number }>();
  /** Expired delays and when they were due. */
  private readonly due = new Map<string, number>();
  private begun: RecordedTimer[] = [];
  private step: RecordedStep | null = null;
  /** Of the step, so far. */
  private microsteps = 0;
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
      this.microsteps = 0;
      this.before = 'before' in step ? step.before : this.after;
      this.after = 'context' in step ? step.context : this.before;
      // Delays use the context after the step, guards the one before.
      const from = { ...at, context: this.after };
      at = this.machine.transition(from as never, step.event, this.scope(took)) as never;
      found.push(...this.compare(index + 1, step.event.type, step, at, took));
    }
    return found;
  }

  /** The machine's first state. Where it depends on the input, which is not recorded, the recorded state counts. */
  private first(): AnyMachineSnapshot {
    const { recorded, machine } = this;
    const snapshot = machine.getInitialSnapshot(this.scope([]), undefined) as AnyMachineSnapshot;
    const chooses = allNodes(machine).some((node) => node.always && isWithin(snapshot.value, node.path));
    if (!chooses || isSame(snapshot.value, recorded.state)) return snapshot;
    this.begun = [...(recorded.timers ?? [])];
    return machine.resolveState({ value: recorded.state as never, context: recorded.context }) as never;
  }

  /** Advances the clock to the event, and checks that the machine's delays agree. */
  private pass(index: number, { at, event }: RecordedStep): Divergence[] {
    this.clock.set(Math.max(this.clock.now(), at + EARLY));
    const overdue = [...this.due].find(([type, due]) => type !== event.type && at - due > LATE);
    const place = { actor: this.recorded.actor, event: index, type: event.type };
    if (overdue) return [{ ...place, what: 'delay', expected: event.type, found: overdue[0] }];
    if (!event.type.startsWith('xstate.after.')) return [];
    if (this.due.delete(event.type)) return [];
    const waits = this.waiting.get(event.type);
    const early = waits ? `${waits.due - at} ms later` : 'no such delay runs';
    return [{ ...place, what: 'delay', expected: `at ${at} ms`, found: early }];
  }

  private compare(
    index: number,
    type: string,
    { state, timers = [] }: Pick<RecordedStep, 'state' | 'timers'>,
    snapshot: AnyMachineSnapshot,
    took: readonly string[] | null,
  ): Divergence[] {
    const place = { actor: this.recorded.actor, event: index, type };
    const value: unknown = snapshot.value;
    if (snapshot.status === 'error') {
      return [{ ...place, what: 'error', expected: state, found: String(snapshot.error) }];
    }
    if (!isSame(state, value)) return [{ ...place, what: 'state', expected: state, found: value }];
    const expected = (this.step?.took ?? []).map(unnumbered);
    if (took !== null && !isSame(expected, took))
      return [{ ...place, what: 'transitions', expected, found: took }];
    const delays = this.begun;
    this.begun = [];
    for (const timer of timers) this.wait(timer);
    // Lengths set by the app, such as random reconnect pauses, are taken from the recording.
    const wired = new Set(timers.filter(({ isWired }) => isWired).map(({ event }) => event));
    const plain = (list: readonly RecordedTimer[]) =>
      list.map(({ event, delay }) => ({ event, delay: wired.has(event) ? 0 : delay }));
    return isSame(plain(timers), plain(delays))
      ? []
      : [{ ...place, what: 'delays', expected: timers, found: delays }];
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

  private scope(took: string[]): never {
    return pureScope(
      (transitions) => {
        this.microsteps += 1;
        took.push(...transitions.flatMap((one) => this.ids.get(one) ?? []));
      },
      ({ type, params }) => {
        if (type === 'xstate.cancel') this.cancel((params as { sendId: string }).sendId);
        if (type !== 'xstate.raise') return;
        const { event, delay } = params as { event: { type: string }; delay?: number };
        if (delay !== undefined)
          this.begun.push({ event: event.type, delay: Number.isFinite(delay) ? delay : null });
      },
    );
  }

  /** Removes effects from a state, and watches its guards. */
  private strip(node: AnyStateNode): void {
    const keep = (actions: readonly unknown[]): never => actions.filter((one) => this.isOwn(one)) as never;
    Object.defineProperty(node, 'invoke', { value: [] });
    node.entry = keep(node.entry);
    node.exit = keep(node.exit);
    Object.assign(node, { output: undefined });
    if (node.type === 'compound') Object.assign(node.initial, { actions: keep(node.initial.actions) });
    const transitions = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
    // Ids depend on the guards, so they are made before those are wrapped.
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

  private watch(transition: Transition): void {
    const guard = transition.guard as never;
    const check = (snapshot: AnyMachineSnapshot, { event }: { event: { type: string } }): boolean => {
      const reads = watchReads();
      const context = reads.watch(this.contextNow()) as MachineContext;
      let verdict: boolean | null = null;
      try {
        verdict = evaluateGuard(guard, context, reads.watch(event), snapshot);
      } catch {
        // It failed on a masked text, such as an amount: the recorded result is used and counted.
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

  /** The context after the last microstep: assigns of earlier ones are seen, those of later ones are not. */
  private contextNow(): unknown {
    if (this.microsteps === 0) return this.before;
    return this.step?.between?.[this.microsteps - 1] ?? this.after;
  }

  private verdictOf(transition: Transition): boolean {
    if (this.step === null) return this.leadsToFirst(transition);
    const id = this.ids.get(transition);
    const took = this.step.took.map(unnumbered);
    if (id !== undefined) return took.includes(id);
    // Without an effect a transition is not recorded: it was taken when none of its siblings was.
    const siblings = `${transition.source.id} | ${transition.eventType || 'always'} `;
    return !took.some((one) => one.startsWith(siblings));
  }

  private leadsToFirst({ target }: Transition): boolean {
    const { state } = this.recorded;
    return (target ?? []).some((node) => isWithin(state, node.path));
  }
}

/** Without the position among siblings, which changes when another transition is added. */
const unnumbered = (id: string): string => id.replace(/#\d+/, '');
