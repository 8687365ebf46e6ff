import type { AnyStateMachine } from 'xstate';
import { guardText, nameOf } from './stateBox.ts';

type Config = Readonly<Record<string, unknown>>;
type Maker = (value: unknown) => unknown;

const each = (value: unknown, make: Maker): unknown => (Array.isArray(value) ? value.map(make) : make(value));
const entries = (value: unknown, make: Maker): Config =>
  Object.fromEntries(Object.entries(value as Config).map(([name, part]) => [name, make(part)]));

/** `assign` and its like have their names as a type. */
const actionName: Maker = (action) =>
  nameOf((action as { type?: string }).type ?? action).replace(/^xstate\./, '');
const names: Maker = (value) => each(value, actionName);

const idOf: Maker = (source) => (typeof source === 'string' ? source : (source as { id?: string }).id);

/** The fields that Stately Studio reads of each part. The rest, such as context and input, only a program can read. */
function partsOf(config: Config, parts: Readonly<Record<string, Maker>>): Config {
  const known = Object.entries(parts).filter(([name]) => config[name] !== undefined);
  return Object.fromEntries(known.map(([name, make]) => [name, make(config[name])]));
}

const same: Maker = (value) => value;
const transition: Maker = (value) =>
  typeof value === 'object' && value !== null
    ? partsOf(value as Config, {
        target: same,
        guard: guardText,
        actions: names,
        reenter: same,
        description: same,
      })
    : value;
const transitions: Maker = (value) => each(value, transition);
const ways: Maker = (value) => entries(value, transitions);
const invoke: Maker = (value) =>
  partsOf(value as Config, {
    id: same,
    src: idOf,
    onDone: transitions,
    onError: transitions,
    onSnapshot: transitions,
  });
const state: Maker = (value) =>
  partsOf(value as Config, {
    id: same,
    description: same,
    type: same,
    history: same,
    initial: same,
    target: same,
    tags: same,
    entry: names,
    exit: names,
    invoke: (one) => each(one, invoke),
    on: ways,
    after: ways,
    always: transitions,
    onDone: transitions,
    states: (all) => entries(all, state),
  });

/** A program that makes the machine's states and transitions, for the import of Stately Studio (TOOLS-12). */
export function studioText(machine: AnyStateMachine): string {
  const config = JSON.stringify(state(machine.config), null, 2);
  return `import { createMachine } from 'xstate';\n\nexport const machine = createMachine(${config});\n`;
}
