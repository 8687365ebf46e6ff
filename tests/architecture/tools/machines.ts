import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { allNodes } from '../../../tools/inspector/transitions.ts';

type Raw = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null;

/** What the outside says, without `xstate.done…`. */
const EVENT = /^(\*|[a-z][a-zA-Z]*(\.[a-z][a-zA-Z]*)*(\.\*)?)$/;

/** The library marks promises in no other way: their transition ends with the result. */
function isPromise(logic: unknown): boolean {
  if (!isRaw(logic) || typeof logic.transition !== 'function') return false;
  try {
    const next: unknown = logic.transition(
      { status: 'active' },
      { type: 'xstate.promise.resolve', data: 1 },
      {},
    );
    return isRaw(next) && next.status === 'done';
  } catch {
    // It needs more than we give it here, so it is another kind of logic.
    return false;
  }
}

/** What the library does itself and the chart can be read by: it keeps something, or tells another actor something. */
const BUILT_IN = /^xstate\.(assign|emit|sendTo|raise|cancel|stopChild|spawnChild)$/;

/** An effect outside the chart has a name; what the library does itself may stand where it happens. */
const isReadable = (action: unknown): boolean =>
  isNamed(action) || (typeof action === 'function' && BUILT_IN.test(String((action as unknown as Raw).type)));

/** A name, with params or not, or `and`, `or`, `not` of names. */
function isNamed(implementation: unknown): boolean {
  if (typeof implementation === 'string') return true;
  if (typeof implementation === 'function' && 'guards' in implementation) {
    return listOf(implementation.guards).every(isNamed);
  }
  return isRaw(implementation) && typeof implementation.type === 'string' && !('check' in implementation);
}

function transitionFaults(value: unknown, at: string): string[] {
  return listOf(value).flatMap((transition) => {
    // The bare name of a state.
    if (!isRaw(transition)) return [];
    const faults = listOf(transition.actions)
      .filter((action) => !isReadable(action))
      .map(() => `${at}: an action without a name`);
    const guard = transition.guard;
    return guard === undefined || isNamed(guard) ? faults : [...faults, `${at}: a guard without a name`];
  });
}

/** Promises that never reject, with the reasons. */
const NEVER_FAILS: Readonly<Record<string, string>> = {
  'write.searching.looking': 'a read that throws is an answer: it told nothing',
};

function invokeFaults(invoke: Raw, machine: AnyStateMachine, at: string): string[] {
  const { id, src } = invoke;
  if (typeof src !== 'string') return [`${at}: an invoke whose src is not a name`];
  const faults: string[] = [];
  if (id !== src) faults.push(`${at}: the invoke of ${src} has the id ${String(id)}`);
  const logic: unknown = (machine.implementations.actors as Raw)[src];
  if (logic === undefined) faults.push(`${at}: ${src} is no actor of the chart`);
  // A write or another chart tells its parent everything by events.
  const isTold = machine.events.some((event) => event.startsWith(`${src}.`));
  if (invoke.onError === undefined && !isTold && !(at in NEVER_FAILS))
    faults.push(`${at}: the invoke of ${src} has no onError`);
  if (isPromise(logic) && invoke.onDone === undefined)
    faults.push(`${at}: the invoke of ${src} has no onDone`);
  return [
    ...faults,
    ...transitionFaults(invoke.onDone, `${at} onDone`),
    ...transitionFaults(invoke.onError, `${at} onError`),
  ];
}

function nodeFaults(node: AnyStateNode, machine: AnyStateMachine): string[] {
  const config = node.config as Raw;
  const at = node.id;
  const faults: string[] = [];
  if (!node.description) faults.push(`${at}: no description`);
  if (/error|^(step|state)\d*$/i.test(node.key))
    faults.push(`${at}: says what is wrong, not what is happening`);
  for (const list of ['entry', 'exit']) {
    if (!listOf(config[list]).every(isReadable)) faults.push(`${at}: an ${list} action without a name`);
  }
  for (const [delay, value] of Object.entries((config.after as Raw | undefined) ?? {})) {
    if (/^\d+$/.test(delay)) faults.push(`${at}: the delay ${delay} has no name`);
    else if (!(delay in (machine.implementations.delays as Raw)))
      faults.push(`${at}: ${delay} is no delay of the chart`);
    faults.push(...transitionFaults(value, `${at} after ${delay}`));
  }
  for (const [event, value] of Object.entries((config.on as Raw | undefined) ?? {})) {
    if (!EVENT.test(event)) faults.push(`${at}: the event ${event} is not in dot-case`);
    faults.push(...transitionFaults(value, `${at} on ${event}`));
  }
  faults.push(
    ...transitionFaults(config.always, `${at} always`),
    ...transitionFaults(config.onDone, `${at} onDone`),
  );
  for (const invoke of listOf(config.invoke)) {
    if (isRaw(invoke)) faults.push(...invokeFaults(invoke, machine, at));
    else faults.push(`${at}: an invoke that is not an object`);
  }
  return faults;
}

export function faultsOf(machine: AnyStateMachine): string[] {
  const nodes = allNodes(machine);
  const leaves = nodes.filter(
    (node) => Object.keys(node.states).length === 0 && node.type !== 'history',
  ).length;
  return [
    ...nodes.flatMap((node) => nodeFaults(node, machine)),
    ...(leaves > 30 ? [`${machine.id}: ${leaves} leaf states ask for a second chart`] : []),
  ];
}
