import { type AnyStateMachine, createMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { MACHINES } from './machines.ts';
import { boxOf, type StateBox } from './stateBox.ts';
import { studioText } from './studio.ts';

/** As a reader of the file would make it, without its types. */
function load(text: string): AnyStateMachine {
  const [, config = ''] = /createMachine\((.*)\);\n$/s.exec(text) ?? [];
  return createMachine(JSON.parse(config) as Parameters<typeof createMachine>[0]);
}

/** Without the names of transitions, which tell less about composed guards. */
const shown = (machine: AnyStateMachine): unknown =>
  JSON.parse(
    JSON.stringify(boxOf(machine), (key, value: unknown) => (key === 'transitions' ? linesOf(value) : value)),
  );
const linesOf = (transitions: unknown) =>
  (transitions as StateBox['transitions']).map(({ on, guard, to }) => ({ on, guard, to }));

describe('a copy for Stately Studio (TOOLS-12)', () => {
  it.each([...MACHINES])('of %s loads, with every state and transition', (_id, machine) => {
    expect(shown(load(studioText(machine)))).toEqual(shown(machine));
  });

  it('has no state of the running program, and functions by their names', () => {
    const machine = createMachine({
      id: 'one',
      context: { secret: 'canary' },
      initial: 'input',
      states: {
        input: {
          entry: [{ type: 'say', params: { text: 'canary' } }, () => undefined],
          on: { go: { guard: 'may', target: 'context' }, 'go.*': '.again' },
          initial: 'again',
          states: { again: {} },
        },
        context: { type: 'final' },
      },
    });
    const text = studioText(machine);
    expect(text).not.toContain('canary');
    expect(load(text).config.states?.input).toEqual({
      entry: ['say', 'inline'],
      on: { go: { guard: 'may', target: 'context' }, 'go.*': '.again' },
      initial: 'again',
      states: { again: {} },
    });
  });
});
