import { describe, expect, it } from 'vitest';
import { and, createMachine, not, or, raise } from 'xstate';
import {
  boxOf,
  eventTitle,
  folded,
  guardText,
  idsOfState,
  inWords,
  isSame,
  isWithin,
  leafName,
  nameOf,
  toggled,
} from './stateBox.ts';
import { allNodes, allTransitions, idsOf, placesOf, type Transition } from './transitions.ts';

const machine = createMachine({
  id: 'm',
  description: 'All of it',
  initial: 'idle',
  on: { quit: '.gone' },
  states: {
    idle: {
      description: 'Nothing happens',
      tags: ['calm'],
      on: {
        go: [{ target: 'busy', guard: 'mayGo' }, { target: 'gone', guard: { type: 'mustGo' } }, {}],
        'xstate.error.actor.x': { actions: 'say' },
        hush: undefined,
        loop: { target: 'idle', reenter: true },
      },
    },
    busy: {
      initial: 'first',
      invoke: { id: 'work', src: 'work', onDone: 'gone' },
      always: [
        { guard: () => false, target: 'gone' },
        { guard: 'isOver', target: 'idle' },
      ],
      on: { back: 'idle' },
      states: {
        first: { on: { next: 'second' } },
        second: { after: { 100: 'first' }, on: { stop: '#m.gone' } },
      },
    },
    both: { type: 'parallel', states: { left: {}, right: {} } },
    gone: { type: 'final' },
  },
});

const IDS = [
  'm | quit#0 -> m.gone',
  'm.idle | go#0 [mayGo] -> m.busy',
  'm.idle | go#1 [mustGo] -> m.gone',
  'm.idle | xstate.error.actor.x#0 -> (stay)',
  'm.idle | loop#0 -> m.idle',
  'm.busy | back#0 -> m.idle',
  'm.busy | xstate.done.actor.work#0 -> m.gone',
  'm.busy | always#0 [inline] -> m.gone',
  'm.busy | always#1 [isOver] -> m.idle',
  'm.busy.first | next#0 -> m.busy.second',
  'm.busy.second | stop#0 -> m.gone',
  'm.busy.second | xstate.after.100.m.busy.second#0 -> m.busy.first',
];

describe('the transitions of a machine', () => {
  it('have names of their own, but for those that forbid an event or do nothing', () => {
    expect(new Set(allTransitions(machine))).toEqual(new Set(IDS));
    expect(allTransitions(machine)).toHaveLength(IDS.length);
  });

  it('come with parents before children', () => {
    const ids = allNodes(machine).map(({ id }) => id);
    expect(ids).toHaveLength(9);
    for (const [place, id] of ids.entries())
      for (const inner of ids.slice(0, place)) expect(inner.startsWith(`${id}.`)).toBe(false);
  });

  it('of a step are those that act', () => {
    const idle = machine.states.idle;
    const taken = [...(idle?.transitions.values() ?? [])].flat() as unknown as Transition[];
    expect(new Set(idsOf([...taken, {}]))).toEqual(new Set(IDS.filter((id) => id.startsWith('m.idle '))));
  });

  it('stand at their places; those of other machines nowhere', () => {
    expect(placesOf(['b', 'x', 'a'], ['a', 'b'])).toEqual([1, 0]);
  });
});

describe('a state', () => {
  it.each([
    ['a', ['m', 'm.a']],
    [{ a: 'b' }, ['m', 'm.a', 'm.a.b']],
    [{ a: { b: 'c' }, d: 'e' }, ['m', 'm.a', 'm.a.b', 'm.a.b.c', 'm.d', 'm.d.e']],
    [{ a: {} }, ['m', 'm.a']],
  ])('%j is in the nodes %j', (value, ids) => {
    expect(idsOfState('m', value)).toEqual(ids);
    const paths = ids.map((id) => id.split('.').slice(1));
    for (const path of paths) expect(isWithin(value, path)).toBe(true);
    for (const path of paths) expect(isWithin(value, [...path, 'other'])).toBe(false);
    expect(isWithin(value, ['other'])).toBe(false);
  });

  it('that is none is within nothing but the whole', () => {
    for (const value of [null, undefined, 7]) {
      expect(isWithin(value, ['a'])).toBe(false);
      expect(isWithin(value, [])).toBe(true);
    }
  });

  it('is the same when it says the same', () => {
    expect(isSame({ a: 'b' }, { a: 'b' })).toBe(true);
    expect(isSame({ a: 'b' }, { a: 'c' })).toBe(false);
  });

  it('is called by its path within the machine', () => {
    expect(leafName('withdrawal.slatepack.awaiting')).toBe('slatepack.awaiting');
  });
});

describe('words', () => {
  it.each([
    ['', 'always'],
    ['user.submit', 'user.submit'],
    ['xstate.done.actor.login', 'done login'],
    ['xstate.error.actor.login', 'error login'],
    ['xstate.after.retryPause.m.waiting', 'after retryPause'],
    ['xstate.done.state.m.a', 'done'],
    ['not.xstate.done.actor.x', 'not.xstate.done.actor.x'],
    ['not.xstate.error.actor.x', 'not.xstate.error.actor.x'],
    ['not.xstate.after.a.b', 'not.xstate.after.a.b'],
    ['not.xstate.done.state.a', 'not.xstate.done.state.a'],
  ])('of the event %j are "%s"', (type, title) => {
    expect(eventTitle(type)).toBe(title);
  });

  it.each([
    ['outcomeUnknown.looking & notice.hidden', 'outcome unknown, looking; notice, hidden'],
    ['has2FACode', 'has2FACode'],
    ['step2Next', 'step2 next'],
    ['idle', 'idle'],
  ])('of %s are "%s"', (name, words) => {
    expect(inWords(name)).toBe(words);
  });

  it.each([
    ['isRead', 'isRead'],
    [{ type: 'isRead' }, 'isRead'],
    [function isNamed() {}, 'isNamed'],
    [() => true, 'inline'],
    [{ type: 7 }, 'inline'],
    [null, 'inline'],
    [{}, 'inline'],
  ])('of the guard or action %o are "%s"', (part, name) => {
    expect(nameOf(part)).toBe(name);
  });
});

describe('the boxes of a machine', () => {
  const box = boxOf(machine);
  const [idle, busy, both, gone] = box.states;

  it('say what the states are', () => {
    expect(box).toMatchObject({
      id: 'm',
      name: 'm',
      description: 'All of it',
      type: 'compound',
      isFirst: true,
    });
    expect(box.states.map(({ name, isFirst, type }) => [name, isFirst, type])).toEqual([
      ['idle', true, 'atomic'],
      ['busy', false, 'compound'],
      ['both', false, 'parallel'],
      ['gone', false, 'final'],
    ]);
    expect([idle?.description, idle?.tags, busy?.description]).toEqual(['Nothing happens', ['calm'], '']);
    expect([idle?.actors, busy?.actors]).toEqual([[], ['work']]);
    expect(both?.states.map(({ isFirst }) => isFirst)).toEqual([true, true]);
    expect(gone?.transitions).toEqual([]);
  });

  it('say where each transition leads, and when', () => {
    expect(busy?.transitions).toEqual(
      expect.arrayContaining([
        { id: IDS[5], on: 'back', guard: '', to: ['m.idle'] },
        { id: IDS[6], on: 'done work', guard: '', to: ['m.gone'] },
        { id: IDS[8], on: 'always', guard: 'isOver', to: ['m.idle'] },
      ]),
    );
  });

  it('fold and open again', () => {
    const shut = toggled(toggled(new Set(), 'm.busy'), 'm.both');
    expect([...shut]).toEqual(['m.busy', 'm.both']);
    expect([...toggled(shut, 'm.busy')]).toEqual(['m.both']);
    expect(folded(box, new Set()).states.map(({ isFolded }) => isFolded)).toEqual([
      undefined,
      false,
      false,
      undefined,
    ]);
    const one = folded(box, shut).states[1];
    expect([one?.isFolded, one?.states]).toEqual([true, []]);
    expect(one?.transitions.map(({ on, to }) => [on, to])).toEqual([
      ['back', ['m.idle']],
      ['done work', ['m.gone']],
      ['always', ['m.gone']],
      ['always', ['m.idle']],
      ['second: stop', ['m.gone']],
    ]);
  });

  it('lead into the folded group where they led into its inside, also of two groups the outer', () => {
    const deep = boxOf(
      createMachine({
        id: 'd',
        initial: 'a',
        entry: raise({ type: 'x' }),
        states: {
          a: { on: { in: '#d.g.h.i' } },
          g: { initial: 'h', states: { h: { initial: 'i', states: { i: {} } } } },
        },
      }),
    );
    const leadsTo = (...ids: string[]) => folded(deep, new Set(ids)).states[0]?.transitions[0]?.to;
    expect(leadsTo()).toEqual(['d.g.h.i']);
    expect(leadsTo('d.g.h')).toEqual(['d.g.h']);
    expect(leadsTo('d.g.h', 'd.g')).toEqual(['d.g']);
  });
});

it('a guard that is made of others says of which', () => {
  expect(guardText(undefined)).toBe('');
  expect(guardText({ type: 'isOpen' })).toBe('isOpen');
  expect(guardText(not('isOpen'))).toBe('not isOpen');
  expect(guardText(or(['isOpen', and(['isLate', not('isDone')])]))).toBe('isOpen or isLate and not isDone');
});
