import { inWords } from '../inspector/stateBox.ts';
import { describe, expect, it } from 'vitest';
import type { StepRecord } from './records.ts';
import { countEvents, eventText, leavesAt, NO_WORDS, saidBy, stateText, stepText, titleOf } from './words.ts';

const words = {
  events: {
    press: 'the user presses',
    'send: lost': 'the order gets no answer',
    'look: found': 'it is found',
  },
  states: {
    open: 'the form is open',
    sending: 'the order is on its way',
    'link.up': 'the link is up',
    'fee.known': 'the fee is known',
    'fee.old': 'the fee is old',
  },
};
const step = (event: string, state: string, row = 0): StepRecord => [event, state, row, []];
const start = step('(start)', 'open');

describe('the search', () => {
  it('finds what a path is about before what it holds, by its words in any order', () => {
    const texts = [
      ['withdrawal grin: the answer is lost', 'withdrawal grin: the answer is lost, and it is found'],
      ['withdrawal grin: it is found', 'withdrawal grin: the answer is lost, and it is found'],
      ['withdrawal btc: the answer is lost', 'withdrawal btc'],
    ];
    expect([...saidBy('GRIN withdrawal, the answer is lost', texts)]).toEqual([0]);
    expect([...saidBy('found, lost', texts)]).toEqual([0, 1]);
    expect([...saidBy('the', texts)]).toEqual([0, 1, 2]);
    expect([...saidBy('nothing', texts)]).toEqual([]);
  });
});

describe('the words of a path', () => {
  it('are sentences: given, when and then', () => {
    expect(stepText(words, start)).toBe('Given the form is open.');
    expect(stepText(words, step('press', 'sending'), start)).toBe(
      'When the user presses, then the order is on its way.',
    );
    expect(stepText(words, step('press', 'open'), start)).toBe(
      'When the user presses, then as before the form is open.',
    );
    expect(stepText(words, step('press', 'open', -1), start)).toBe(
      'When the user presses, then nothing changes.',
    );
  });

  it('begin with what is there at first', () => {
    expect(eventText(words, '(start)')).toBe('it begins');
  });

  it('name only what changed of a state with several parts', () => {
    const before = step('(start)', 'link.up & fee.known');
    expect(stateText(words, before[1])).toBe('the link is up, and the fee is known');
    expect(stepText(words, step('press', 'link.up & fee.old'), before)).toBe(
      'When the user presses, then the fee is old.',
    );
  });

  it('are the names themselves where a model has none', () => {
    expect(stepText(NO_WORDS, step('createOrder: 4*', 'outcomeUnknown.looking'), start)).toBe(
      'When create order: 4*, then outcome unknown, looking.',
    );
    expect(inWords('outcomeUnknown.looking & notice.hidden')).toBe(
      'outcome unknown, looking; notice, hidden',
    );
    expect(inWords('enable: secret with URI')).toBe('enable: secret with URI');
  });
});

describe('the title of a path', () => {
  const lost = {
    steps: [start, step('press', 'sending'), step('send: lost', 'open'), step('look: found', 'open')],
  };
  const other = { steps: [start, step('press', 'sending')] };
  const counts = countEvents([lost, other, other]);

  it('names the last step, and of those before the rarest', () => {
    expect(titleOf(words, lost, counts)).toEqual({
      what: 'The order gets no answer, and it is found',
      end: 'the form is open',
    });
    expect(titleOf(words, other, counts).what).toBe('The user presses');
    expect(titleOf(words, { steps: [start] }, counts).end).toBe('the form is open');
  });

  it('says of a long path that it is a tour, and of events that are ignored that they change nothing', () => {
    const tour = { steps: [start, ...Array.from({ length: 25 }, () => step('press', 'open'))] };
    expect(titleOf(words, tour, counts).what).toBe('A tour of 25 steps, until the user presses');
    const ignored = { steps: [start, step('a', 'open', -1), step('b', 'open', -1)] };
    expect(titleOf(words, ignored, counts).what).toBe('2 events that change nothing');
  });
});

it('a text of a state leads to its innermost states', () => {
  const leaves = ['m.idle', 'm.on.link.up', 'm.on.link.down', 'm.on.fee.old'];
  expect(leavesAt('m', leaves, 'idle')).toEqual(['m.idle']);
  expect(leavesAt('m', leaves, 'on.link.up & fee.old')).toEqual(['m.on.link.up', 'm.on.fee.old']);
});
