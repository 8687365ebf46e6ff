import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { explore } from './explore.ts';
import { wordsOf } from './words.ts';

const machine = createMachine({
  initial: 'idle',
  states: { idle: { on: { press: 'sending' } }, sending: { on: { 'xstate.done.actor.send': 'idle' } } },
});
const graph = explore(machine, {
  events: [
    { name: 'press', event: { type: 'press' } },
    { name: 'send: no answer', event: { type: 'other' } },
    { name: 'send: odd', event: { type: 'other' } },
  ],
});

it('an outcome without a clause of its own uses that of its service', () => {
  const words = wordsOf(
    {
      requirements: [{ on: 'press', says: 'the user presses' }],
      services: { send: 'the order' },
      endings: { odd: 'is odd' },
      states: { idle: 'it rests', sending: 'it is on its way' },
    },
    [graph],
  );
  expect(words).toMatchObject({ missing: [], unused: [] });
  expect(words.events).toEqual({
    press: 'the user presses',
    'send: no answer': 'the order gets no answer, because the connection breaks',
    'send: odd': 'the order is odd',
  });
});

it("an event's own words come before the table and a list of names", () => {
  const said = explore(machine, {
    events: [
      { name: 'press', says: 'the user presses', event: { type: 'press' } },
      { name: 'again', event: { type: 'press' } },
    ],
  });
  const told = {
    requirements: [],
    says: { again: 'once more' },
    states: { idle: 'it rests', sending: 'it goes' },
  };
  const words = wordsOf(told, [said]);
  expect(words).toMatchObject({ missing: [], unused: [] });
  expect(words.events).toEqual({ press: 'the user presses', again: 'once more' });
  expect(wordsOf({ ...told, says: { ...told.says, press: 'twice' } }, [said]).unused).toEqual(['press']);
});

it('what has no words is missing, and what nothing is called by is unused', () => {
  const words = wordsOf(
    {
      requirements: [],
      says: { pull: 'the user pulls' },
      services: { read: 'reading' },
      endings: { late: 'is late' },
      states: { idle: 'it rests', gone: 'it is gone' },
    },
    [graph],
  );
  expect(words.missing).toEqual(['press', 'send: no answer', 'send: odd', 'sending']);
  expect(words.unused).toEqual(['pull', 'gone', 'read', 'late']);
});
