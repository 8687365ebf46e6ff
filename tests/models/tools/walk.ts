import {
  createActor,
  fromCallback,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
} from 'xstate';
import { labelTimers, type TestClock } from './clock.ts';
import {
  delayName,
  isSame,
  keyOf,
  pureStep,
  stableText,
  valueText,
  type AnyEvent,
  type Edge,
  type Graph,
  type Outcome,
} from './explore.ts';
import { describePath, type Path } from './paths.ts';
import { IGNORED, START, type Expectation, type SpecTable } from './spec.ts';
import { idsOf } from '../../../tools/inspector/transitions.ts';

/** The system under test: the machine with its real implementations, on ports that the test answers. */
export interface Sut<M extends AnyStateMachine> {
  readonly machine: M;
  /** Services with timers of their own take another one. */
  readonly clock: TestClock;
  settle(invokeId: string, outcome: Outcome): void;
  /** Events through a scripted device (socket, page, other tab) instead of `actor.send`. */
  readonly drive?: Readonly<Record<string, (event: AnyEvent) => void>>;
  attach?(actor: AnyActorRef): void;
  /** For a statechart that others invoke: receives the events for its parent. */
  hears?(event: AnyEvent): void;
  /** Since the last call, in order. */
  drain(): string[];
  /** What is still open after the actor stopped: unanswered calls, links, listeners. Must be empty. */
  leaks?(): string[];
}

export interface StepReport {
  readonly name: string;
  readonly event: string;
  readonly from: string;
  to: string;
  effects: readonly string[];
  row: string;
  /** -1 where there is none. */
  rowIndex: number;
  /** Ids of transitions. */
  taken: readonly string[];
  error?: string;
}

export interface PathReport {
  readonly title: string;
  readonly steps: StepReport[];
  error?: string;
  failedAt?: Edge;
}

export interface WalkOptions<M extends AnyStateMachine> {
  readonly graph: Graph;
  readonly key: ((snapshot: never) => unknown) | undefined;
  readonly spec: SpecTable<never>;
  /** Must hold in every state; returns what is wrong. */
  readonly invariant?: ((snapshot: AnyMachineSnapshot) => string | undefined) | undefined;
  readonly sut: () => Sut<M>;
  readonly taken: Set<string>;
}

/** Nothing waits for time: a service with a hidden timer fails the walk. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 48; turn += 1) await Promise.resolve();
}

/** A chart that shows nothing of a lost answer does not listen to it: it is no step of its own. */
const isHeard = ({ events }: AnyStateMachine, type: string): boolean =>
  !type.endsWith('.lost') || events.includes(type);

function demand(condition: boolean, complaint: () => string): asserts condition {
  if (!condition) throw new Error(complaint());
}

const visible = (snapshot: AnyMachineSnapshot): unknown => ({
  value: snapshot.value,
  context: snapshot.context as unknown,
  status: snapshot.status,
  tags: [...snapshot.tags].sort(),
});

/** @throws Error that names the step and the difference. */
export async function walk<M extends AnyStateMachine>(
  path: Path,
  options: WalkOptions<M>,
): Promise<PathReport> {
  const walker = new Walker(options);
  const report = walker.report(describePath(path));
  let at: Edge | undefined;
  try {
    await walker.start();
    for (const edge of path) {
      at = edge;
      await walker.take(edge);
    }
  } catch (error) {
    if (at) report.failedAt = at;
    report.error = error instanceof Error ? error.message : String(error);
    const last = report.steps.at(-1);
    if (last) last.error = report.error;
  }
  const leaks = walker.stop();
  if (!report.error && leaks.length > 0) report.error = `left behind after stop: ${leaks.join(', ')}`;
  return report;
}

/** Before the step, so that a failed one names its row too. */
function judgedBy(step: StepReport, expected: Expectation): Expectation {
  step.row = expected.row;
  step.rowIndex = expected.rowIndex;
  return expected;
}

class Walker<M extends AnyStateMachine> {
  private readonly options: WalkOptions<M>;
  private readonly sut: Sut<M>;
  private readonly actor: AnyActorRef;
  private readonly inbox: AnyEvent[] = [];
  private readonly moved: string[] = [];
  private readonly crashes: unknown[] = [];
  private current: PathReport = { title: '', steps: [] };
  /** From pure steps along this path: a coarse key must not lend another path's context. */
  private at: AnyMachineSnapshot;

  constructor(options: WalkOptions<M>) {
    this.options = options;
    this.sut = options.sut();
    this.at = options.graph.first;
    let rootSession = '';
    const { clock } = this.sut;
    const hears = this.sut.hears?.bind(this.sut);
    const inspect = (inspected: InspectionEvent): void => {
      if (inspected.actorRef.sessionId !== rootSession) return;
      if (inspected.type === '@xstate.event' && isHeard(options.graph.machine, inspected.event.type))
        this.inbox.push(inspected.event);
      if (inspected.type === '@xstate.microstep') this.moved.push(...idsOf(inspected._transitions));
    };
    const parent =
      hears &&
      createActor(
        fromCallback(({ receive }) => receive((event) => hears(event))),
        { clock, inspect },
      ).start();
    const actor = createActor(this.sut.machine, {
      input: options.graph.input as never,
      ...(parent ? { parent } : { clock, inspect }),
    });
    rootSession = actor.sessionId;
    this.actor = actor;
    labelTimers(this.sut.clock, this.actor);
    actor.subscribe({ error: (error) => this.crashes.push(error) });
    this.sut.attach?.(this.actor);
  }

  report(title: string): PathReport {
    this.current = { title, steps: [] };
    return this.current;
  }

  async start(): Promise<void> {
    const step = this.step(START, 'xstate.init', '');
    const init = { type: 'xstate.init', input: this.options.graph.input };
    const expected = judgedBy(step, this.options.spec.expect(START, init, undefined));
    this.moved.push(...this.options.graph.firstTransitions);
    this.actor.start();
    await settled();
    this.judge(step, expected, this.options.graph.first);
  }

  async take(edge: Edge): Promise<void> {
    if (edge.kind === 'timer') {
      // A delay that leads nowhere fires once.
      if (edge.transitions.length === 0 && !this.sut.clock.has(edge.event.type)) return;
      await this.passUntil(edge.event.type);
    }
    await this.perform(edge.name, edge.event, edge);
    const keyed = (snapshot: AnyMachineSnapshot): unknown =>
      this.options.key ? this.options.key(snapshot as never) : visible(snapshot);
    demand(
      isSame(keyed(this.at), keyed(edge.after)),
      () =>
        `key() is too coarse at "${edge.name}": this path leads to ${keyOf(this.options.key, this.at)}, another one to ${edge.to}`,
    );
  }

  /** Timers due before the wanted one fire first, each as a judged step. */
  private async passUntil(wanted: string): Promise<void> {
    for (let passed = 0; ; passed += 1) {
      const next = this.sut.clock.peek();
      demand(next !== undefined, () => `no timer is pending, ${wanted} was expected`);
      if (next.label === wanted) return;
      demand(passed < 50, () => `${wanted} never comes: ${String(next.label)} keeps coming first`);
      const { label } = next;
      demand(label !== undefined, () => 'a timer on the machine clock belongs to no delayed transition');
      await this.perform(`after ${delayName(label)}`, { type: label });
    }
  }

  private async perform(name: string, event: AnyEvent, edge?: Edge): Promise<void> {
    this.inbox.length = 0;
    this.moved.length = 0;
    const { machine } = this.options.graph;
    const before = this.at;
    const planned = pureStep(machine, before, event);
    this.at = planned.next;
    const step = this.step(name, event.type, valueText(before.value));
    const expected = judgedBy(step, this.options.spec.expect(name, event, before));
    if (edge?.kind === 'outcome' && edge.invokeId !== undefined && edge.outcome) {
      this.sut.settle(edge.invokeId, edge.outcome);
    } else if (edge?.kind === 'send') {
      const device = this.sut.drive?.[event.type];
      if (device) device(event);
      else this.actor.send(event);
    } else {
      const passed = this.sut.clock.advanceToNext();
      demand(
        expected.row === IGNORED || expected.delay !== undefined,
        () => `${name}: the row does not say how long the delay is ${expected.row}`,
      );
      demand(
        expected.delay === undefined || passed === expected.delay,
        () => `${name}: took ${passed} ms, the specification says ${expected.delay} ms`,
      );
    }
    await settled();
    this.judgeInbox(name, event);
    demand(
      isSame(this.moved, planned.transitions),
      () => `${name}: took ${stableText(this.moved)}, planned ${stableText(planned.transitions)}`,
    );
    this.judge(step, expected, planned.next);
  }

  private judgeInbox(name: string, event: AnyEvent): void {
    demand(
      this.inbox.length === 1 && this.inbox[0]?.type === event.type,
      () =>
        `${name}: expected exactly one ${event.type}, the actor received [${this.inbox.map(({ type }) => type).join(', ')}]`,
    );
    const { actorId: _actorId, ...received } = this.inbox[0] ?? { type: '' };
    demand(
      isSame(received, event),
      () => `${name}: payload differs\n  expected ${stableText(event)}\n  received ${stableText(received)}`,
    );
  }

  private judge(step: StepReport, expected: Expectation, predicted: AnyMachineSnapshot): void {
    const { name } = step;
    step.effects = this.sut.drain();
    step.taken = [...this.moved];
    demand(this.crashes.length === 0, () => `${name}: the actor failed: ${String(this.crashes[0])}`);
    const real = this.actor.getSnapshot() as AnyMachineSnapshot;
    step.to = valueText(real.value);
    demand(
      isSame(visible(real), visible(predicted)),
      () =>
        `${name}: state differs\n  predicted ${stableText(visible(predicted))}\n  real      ${stableText(visible(real))}`,
    );
    const ref = expected.row;
    const why = `${name} (${step.from || '—'} -> ${step.to})`;
    demand(step.to === expected.to, () => `${why}: the specification says ${expected.to} ${ref}`);
    demand(
      isSame(step.effects, expected.effects),
      () =>
        `${why}: effects differ ${ref}\n  specified ${stableText(expected.effects)}\n  seen      ${stableText(step.effects)}`,
    );
    for (const [part, value] of Object.entries(expected.context)) {
      const held = (real.context as Record<string, unknown>)[part];
      demand(
        isSame(held, value),
        () =>
          `${why}: context.${part} differs ${ref}\n  specified ${stableText(value)}\n  real      ${stableText(held)}`,
      );
    }
    const broken = this.options.invariant?.(real);
    demand(broken === undefined, () => `${name}: ${broken}`);
    for (const id of this.moved) this.options.taken.add(id);
  }

  private step(name: string, event: string, from: string): StepReport {
    const step: StepReport = { name, event, from, to: '', effects: [], row: '', rowIndex: -1, taken: [] };
    this.current.steps.push(step);
    return step;
  }

  /** @returns what it left open. */
  stop(): string[] {
    // Only its parent may stop an actor that has one.
    (this.actor as unknown as { _stop(): void })._stop();
    const { pending } = this.sut.clock;
    return [...(pending > 0 ? [`${pending} timer(s)`] : []), ...(this.sut.leaks?.() ?? [])];
  }
}
