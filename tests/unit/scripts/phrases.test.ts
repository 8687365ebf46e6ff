import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { explore } from '../../models/tools/explore.ts';
import { unusedPhrases, wordsOf } from '../../models/tools/phrases.ts';

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

it('an ending without an own clause is said of its service', () => {
  const phrases = {
    events: { press: 'the user presses' },
    services: { send: 'the order' },
    endings: { odd: 'is odd' },
    states: { idle: 'it rests', sending: 'it is on its way' },
  };
  const words = wordsOf(phrases, [graph]);
  expect(words.missing).toEqual([]);
  expect(words.events).toEqual({
    press: 'the user presses',
    'send: no answer': 'the order gets no answer, because the connection breaks',
    'send: odd': 'the order is odd',
  });
  expect(unusedPhrases(phrases, words)).toEqual([]);
});

it('what has no words is missing, and what nothing is called by is unused', () => {
  const phrases = {
    events: { pull: 'the user pulls' },
    services: { read: 'reading' },
    endings: { late: 'is late' },
    states: { idle: 'it rests', gone: 'it is gone' },
  };
  const words = wordsOf(phrases, [graph]);
  expect(words.missing).toEqual(['press', 'send: no answer', 'send: odd', 'sending']);
  expect(unusedPhrases(phrases, words)).toEqual(['pull', 'gone', 'read', 'late']);
});
