import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { actorList, type Choice, stateText } from './actorList.ts';
import { canBeSent, eventList } from './eventList.ts';
import { machineView } from './machineView.ts';
import type { ActorSeen, Sent } from './session.ts';
import { allTransitions } from './transitions.ts';
import { drawn, openWindow, say, textsOf } from './testing/window.ts';

const actor = (sessionId: string, name: string, more: Partial<ActorSeen> = {}): ActorSeen => ({
  sessionId,
  name,
  parentId: undefined,
  definition: undefined,
  snapshot: { status: 'active' },
  took: [],
  ...more,
});
const named = (...all: ActorSeen[]) => new Map(all.map((one) => [one.sessionId, one]));

const machine = createMachine({
  id: 'm',
  initial: 'idle',
  states: {
    idle: { on: { go: 'busy', wait: {} } },
    busy: {
      initial: 'first',
      on: { back: 'idle' },
      states: { first: { on: { next: 'second' } }, second: {} },
    },
  },
});
const transitions = allTransitions(machine);
const placeOf = (event: string) => transitions.findIndex((one) => one.includes(`| ${event}#`));

/** Nothing is laid out in a document of happy-dom. */
function place(
  element: Element,
  { left, top, width, height }: Record<'left' | 'top' | 'width' | 'height', number>,
) {
  const rect = { left, top, width, height, right: left + width, bottom: top + height };
  Object.assign(element, { getBoundingClientRect: () => rect });
  Object.defineProperties(element, {
    clientWidth: { value: width, configurable: true },
    clientHeight: { value: height, configurable: true },
  });
}

describe("a machine's diagram", () => {
  async function show(state: unknown = 'idle', took: readonly string[] = []) {
    const { document, named } = openWindow();
    const pressed: string[] = [];
    const view = machineView(document, (type) => void pressed.push(type));
    document.body.append(view.element);
    const pane = named('Diagram');
    place(pane, { left: 0, top: 0, width: 400, height: 300 });
    view.show(machine, { state, took });
    const drawing = await drawn(pane);
    const part = (selector: string) => drawing.querySelector<SVGElement>(selector) as SVGElement;
    const marked = (name: string) =>
      Array.from(
        drawing.querySelectorAll<SVGElement>(`.${name}`),
        ({ dataset }) => dataset.state ?? dataset.place ?? dataset.places,
      );
    const line = (event: string) => part(`[data-place="${placeOf(event)}"]`);
    return { document, named, pane, view, drawing, pressed, marked, part, line };
  }

  it('is drawn after a moment, and there is none of an actor without states', async () => {
    const view = machineView(openWindow().document, () => undefined);
    expect(view.element.textContent).not.toContain('Drawing');
    view.show(machine, null);
    expect(view.element.textContent).toContain('Drawing …');
    view.show(null, null);
    expect(view.element.textContent).toContain('it has no diagram');
  });

  it('shows the state, what was taken, and nothing else', async () => {
    const { view, drawing, marked } = await show();
    expect([marked('is-active'), marked('is-lit'), drawing.classList.contains('has-light')]).toEqual([
      ['m.idle'],
      [],
      false,
    ]);
    view.show(machine, { state: { busy: 'first' }, took: [transitions[placeOf('go')] ?? ''] });
    expect(new Set(marked('is-active'))).toEqual(new Set(['m.busy', 'm.busy.first']));
    expect(marked('is-lit')).toEqual([String(placeOf('go')), String(placeOf('go'))]);
    expect(drawing.classList.contains('has-light')).toBe(true);
    view.show(machine, null);
    expect([marked('is-active'), marked('is-lit')]).toEqual([[], []]);
  });

  it('scrolls to the innermost state where that is not seen whole', async () => {
    const { view, pane, part } = await show();
    place(pane, { left: 100, top: 200, width: 400, height: 300 });
    const scrolledFor = (left: number, top: number) => {
      const scrolled: object[] = [];
      Object.assign(pane, { scrollBy: (by: object) => void scrolled.push(by) });
      place(part('[data-state="m.busy.first"]'), { left, top, width: 50, height: 20 });
      view.show(machine, { state: { busy: 'first' }, took: [] });
      return scrolled;
    };
    expect([scrolledFor(100, 200), scrolledFor(450, 480)]).toEqual([[], []]);
    expect(scrolledFor(99, 200)).toEqual([{ left: 99 + 25 - 300, top: 200 + 10 - 350 }]);
    expect(scrolledFor(451, 200)).toEqual([{ left: 451 + 25 - 300, top: 200 + 10 - 350 }]);
    expect(scrolledFor(100, 199)).toHaveLength(1);
    expect(scrolledFor(100, 481)).toEqual([{ left: 100 + 25 - 300, top: 481 + 10 - 350 }]);
  });

  it('tells which event was pressed, with the pointer or a key', async () => {
    const { pressed, line, pane, drawing } = await show();
    say(line('go').querySelector('text') as SVGElement, 'click');
    expect(say(line('next'), 'keydown', { key: 'Enter' })).toBe(true);
    say(line('back'), 'keydown', { key: ' ' });
    expect(say(line('go'), 'keydown', { key: 'a' })).toBe(false);
    expect(say(pane, 'keydown', { key: 'Enter' })).toBe(false);
    say(drawing, 'click');
    expect(pressed).toEqual(['go', 'next', 'back']);
  });

  it('becomes smaller, larger, and as small as its pane', async () => {
    const { named, drawing, pane } = await show();
    const size = () => [drawing.getAttribute('width'), drawing.getAttribute('height')].map(Number);
    const [, , width = 0, height = 0] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number);
    const at = (scale: number) => [width * scale, height * scale].map(Math.round);
    const after = (name: string) => {
      named(name).click();
      return size();
    };
    const first = Math.max(0.7, Math.min(1, (pane.clientWidth - 4) / width));
    expect(size()).toEqual(at(first));
    const scales = [0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.6];
    for (const scale of [...scales.filter((one) => one > first), 1.6])
      expect(after('Larger')).toEqual(at(scale));
    for (const scale of [1.25, 1, 0.85, 0.7, 0.5, 0.35, 0.35]) expect(after('Smaller')).toEqual(at(scale));
    place(pane, { left: 0, top: 0, width: 400, height: 104 });
    expect(after('The whole diagram')).toEqual(at(Math.min((pane.clientWidth - 4) / width, 100 / height, 1)));
    place(pane, { left: 0, top: 0, width: 10_000, height: 10_000 });
    expect(after('The whole diagram')).toEqual(at(1));
  });

  it('folds a group whose name is pressed, which keeps the focus (TOOLS-10)', async () => {
    const { document, drawing, pane, part, pressed } = await show();
    const name = part('[data-fold="m.busy"]');
    name.focus();
    say(name, 'click');
    const folded = await drawn(pane, drawing);
    expect(folded.querySelector('[data-state="m.busy.first"]')).toBeNull();
    expect(document.activeElement === name).toBe(false);
    expect(document.activeElement?.getAttribute('data-fold')).toBe('m.busy');
    expect(pressed).toEqual([]);
  });
});

describe('the list of actors and machines', () => {
  const definition = JSON.stringify({ id: 'form', initial: 'a', states: { a: {} } });
  const root = actor('x:1', 'app', { snapshot: { status: 'active', value: { a: 'b', c: {} } } });
  const child = actor('x:2', 'wizard', { parentId: 'x:1', definition, snapshot: { status: 'done' } });
  function list(query = '', chosen: Choice = {}) {
    const choices: Choice[] = [];
    const { document, named: called } = openWindow();
    const parts = actorList(
      document,
      named(root, child),
      query,
      chosen,
      (choice) => void choices.push(choice),
    );
    document.body.append(...parts);
    const items = [...called('Actors').querySelectorAll('li')];
    const press = (key: string) => document.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click();
    return { body: document.body, called, choices, items, press };
  }

  it('says in words in which states an actor is', () => {
    expect(stateText(root)).toBe('a.b and c');
    expect(stateText(child)).toBe('done');
    expect(stateText(actor('x:3', 'none', { snapshot: {} }))).toBe('');
    expect(stateText(actor('x:3', 'none', { snapshot: { value: 'ab' } }))).toBe('ab');
    expect(stateText(actor('x:3', 'none', { snapshot: { value: { a: {}, ab: {} } } }))).toBe('a and ab');
  });

  it('is a tree, with the name of the machine where it is another, and shows what has ended', () => {
    const { items } = list();
    expect(textsOf(items)).toEqual(['appa.b and c', 'wizard (form)done']);
    expect(items.map(({ style }) => style.getPropertyValue('--depth'))).toEqual(['0', '1']);
    const buttons = items.map((one) => one.querySelector('button')?.className);
    expect(buttons).toEqual(['choice', 'choice is-ended']);
  });

  it('is flat when it is searched, by the names of actors and machines', () => {
    const { items, body, called } = list(' FORM ');
    expect(textsOf(items)).toEqual(['wizard (form)done']);
    expect(items.map(({ style }) => style.getPropertyValue('--depth'))).toEqual(['0']);
    const machines = textsOf(called('Machines').querySelectorAll('button'));
    expect(machines).toContain('orderForm');
    expect(machines.every((name) => name.toLowerCase().includes('form'))).toBe(true);
    expect(body.textContent).not.toContain('None.');
    expect(list('nothing like it').body.querySelector('p.quiet')?.textContent).toBe('None.');
  });

  it('marks and makes the choice', () => {
    const { body, choices, press } = list('', { actor: 'x:2' });
    const current = body.querySelectorAll('[aria-current="true"]');
    expect(Array.from(current, (one) => one.getAttribute('data-key'))).toEqual(['x:2']);
    press('x:1');
    press('session');
    expect(choices).toEqual([{ actor: 'x:1' }, { machine: 'session' }]);
  });
});

const actors = named(actor('x:1', 'app'), actor('x:2', 'wizard'));
const at = Date.parse('2026-11-27T10:11:12.345Z');
const sent: readonly Sent[] = [
  { moment: 3, at, from: undefined, to: 'x:1', type: 'user.go', event: { type: 'user.go', count: 2 } },
  { moment: 5, at, from: 'x:1', to: 'x:2', type: 'ask', event: { type: 'ask' } },
  { moment: 7, at, from: 'x:9', to: 'x:1', type: 'xstate.done.actor.wizard', event: { type: 'x' } },
  { moment: 9, at, from: 'x:1', to: 'x:1', type: 'again', event: { type: 'again' } },
];

describe('the list of events', () => {
  const chosen: number[] = [];
  const again: Sent[] = [];
  const items = (send: ((one: Sent) => void) | null = (one) => void again.push(one)) =>
    eventList(openWindow().document, sent, actors, 5, (moment) => void chosen.push(moment), send);

  it('says when, from whom, to whom, what and with what', () => {
    expect(items(null).map((one) => textsOf(one.querySelectorAll('small, strong, code')))).toEqual([
      ['10:11:12.345 the page → app', 'user.go', '{"count":2}'],
      ['10:11:12.345 app → wizard', 'ask'],
      ['10:11:12.345 x:9 → app', 'done wizard'],
      ['10:11:12.345 app → app', 'again'],
    ]);
  });

  it('marks the present and what is later', () => {
    expect(items().map(({ className }) => className)).toEqual(['', 'is-present', 'is-later', 'is-later']);
    const steps = items().map((one) => one.querySelector('.event')?.getAttribute('aria-current'));
    expect(steps).toEqual([null, 'step', null, null]);
  });

  it('goes to what is pressed, and sends again what may be sent', () => {
    const buttons = items().flatMap((one) => [...one.querySelectorAll('button')]);
    for (const button of buttons) button.click();
    expect(new Set(buttons.map((one) => one.getAttribute('type')))).toEqual(new Set(['button']));
    expect(chosen).toEqual([3, 5, 7, 9]);
    expect(again).toEqual([sent[0], sent[1], sent[3]]);
    expect(items(null).flatMap((one) => [...one.querySelectorAll('button')])).toHaveLength(4);
  });

  it.each([
    ['user.go', true],
    ['', false],
    ['always', false],
    ['xstate.done.actor.x', false],
    ['user.xstate.', true],
  ])('of which %j can be sent: %s', (type, can) => {
    expect(canBeSent(type)).toBe(can);
  });
});
