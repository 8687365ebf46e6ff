import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { actorList, type Choice, stateText } from '../../../../tools/inspector/actorList.ts';
import { canBeSent, eventList } from '../../../../tools/inspector/eventList.ts';
import { machineView } from '../../../../tools/inspector/machineView.ts';
import { sequenceView } from '../../../../tools/inspector/sequenceView.ts';
import type { ActorSeen, Sent } from '../../../../tools/inspector/session.ts';
import { allTransitions } from '../../../../tools/inspector/transitions.ts';
import { drawn, type PaperElement, paperWindow } from './paper.ts';

const onPaper = (element: unknown) => element as PaperElement;
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
const place = (event: string) => transitions.findIndex((one) => one.includes(`| ${event}#`));

describe("a machine's diagram", () => {
  async function show(state: unknown = 'idle', took: readonly string[] = []) {
    const { document, page } = paperWindow();
    const pressed: string[] = [];
    const view = machineView(document, (type) => void pressed.push(type));
    const element = onPaper(view.element);
    page.body.append(element);
    const pane = page.named('Diagram');
    view.show(machine, { state, took });
    const drawing = await drawn(pane);
    const marked = (name: string) =>
      drawing
        .all()
        .filter((one) => one.classList.contains(name))
        .map(({ dataset }) => dataset.state ?? dataset.place ?? dataset.places);
    const line = (event: string) => onPaper(drawing.querySelector(`[data-place="${place(event)}"]`));
    return { page, pane, view, drawing, pressed, marked, line };
  }

  it('is drawn after a moment, and there is none of an actor without states', async () => {
    const { document } = paperWindow();
    const view = machineView(document, () => undefined);
    expect(onPaper(view.element).textContent).not.toContain('Drawing');
    view.show(machine, null);
    expect(onPaper(view.element).textContent).toContain('Drawing …');
    view.show(null, null);
    expect(onPaper(view.element).textContent).toContain('it has no diagram');
  });

  it('shows the state, what was taken, and nothing else', async () => {
    const { view, drawing, marked } = await show();
    expect([marked('is-active'), marked('is-lit'), drawing.classList.contains('has-light')]).toEqual([
      ['m.idle'],
      [],
      false,
    ]);
    view.show(machine, { state: { busy: 'first' }, took: [transitions[place('go')] ?? ''] });
    expect(new Set(marked('is-active'))).toEqual(new Set(['m.busy', 'm.busy.first']));
    expect(marked('is-lit')).toEqual([String(place('go')), String(place('go'))]);
    expect(drawing.classList.contains('has-light')).toBe(true);
    view.show(machine, null);
    expect([marked('is-active'), marked('is-lit')]).toEqual([[], []]);
  });

  it('scrolls to the innermost state where that is not seen whole', async () => {
    const { view, pane, drawing } = await show();
    pane.rect = { left: 100, top: 200, width: 400, height: 300 };
    const first = onPaper(drawing.querySelector('[data-state="m.busy.first"]'));
    const scrolledFor = (left: number, top: number) => {
      first.rect = { left, top, width: 50, height: 20 };
      const before = pane.scrolled.length;
      view.show(machine, { state: { busy: 'first' }, took: [] });
      return pane.scrolled.slice(before);
    };
    expect([scrolledFor(100, 200), scrolledFor(450, 480)]).toEqual([[], []]);
    expect(scrolledFor(99, 200)).toEqual([{ left: 99 + 25 - 300, top: 200 + 10 - 350 }]);
    expect(scrolledFor(451, 200)).toEqual([{ left: 451 + 25 - 300, top: 200 + 10 - 350 }]);
    expect(scrolledFor(100, 199)).toHaveLength(1);
    expect(scrolledFor(100, 481)).toEqual([{ left: 100 + 25 - 300, top: 481 + 10 - 350 }]);
  });

  it('tells which event was pressed, with the pointer or a key', async () => {
    const { pressed, line, pane, drawing } = await show();
    onPaper(line('go').querySelector('text')).click();
    expect(line('next').say('keydown', { key: 'Enter' }).isPrevented).toBe(true);
    line('back').say('keydown', { key: ' ' });
    expect(line('go').say('keydown', { key: 'a' }).isPrevented).toBe(false);
    expect(pane.say('keydown', { key: 'Enter' }).isPrevented).toBe(false);
    drawing.click();
    expect(pressed).toEqual(['go', 'next', 'back']);
  });

  it('becomes smaller, larger, and as small as its pane', async () => {
    const { page, drawing, pane } = await show();
    const size = () => [drawing.getAttribute('width'), drawing.getAttribute('height')].map(Number);
    const [, , width = 0, height = 0] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number);
    const at = (scale: number) => [width * scale, height * scale].map(Math.round);
    const after = (name: string) => {
      page.named(name).click();
      return size();
    };
    const first = Math.max(0.7, Math.min(1, (pane.clientWidth - 4) / width));
    expect(size()).toEqual(at(first));
    const scales = [0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.6];
    for (const scale of [...scales.filter((one) => one > first), 1.6])
      expect(after('Larger')).toEqual(at(scale));
    for (const scale of [1.25, 1, 0.85, 0.7, 0.5, 0.35, 0.35]) expect(after('Smaller')).toEqual(at(scale));
    pane.clientHeight = 104;
    expect(after('The whole diagram')).toEqual(at(Math.min((pane.clientWidth - 4) / width, 100 / height, 1)));
    pane.clientHeight = 10_000;
    pane.clientWidth = 10_000;
    expect(after('The whole diagram')).toEqual(at(1));
  });

  it('folds a group whose name is pressed, which keeps the focus (TOOLS-10)', async () => {
    const { drawing, pane, page, pressed } = await show();
    const name = onPaper(drawing.querySelector('[data-fold="m.busy"]'));
    name.focus();
    name.click();
    const folded = await drawn(pane, drawing);
    expect(folded.querySelector('[data-state="m.busy.first"]')).toBeNull();
    expect(page.activeElement === name).toBe(false);
    expect(page.activeElement.dataset.fold).toBe('m.busy');
    expect(pressed).toEqual([]);
  });
});

describe('the list of actors and machines', () => {
  const definition = JSON.stringify({ id: 'form', initial: 'a', states: { a: {} } });
  const root = actor('x:1', 'app', { snapshot: { status: 'active', value: { a: 'b', c: {} } } });
  const child = actor('x:2', 'wizard', { parentId: 'x:1', definition, snapshot: { status: 'done' } });
  function list(query = '', chosen: Choice = {}) {
    const choices: Choice[] = [];
    const { document, page } = paperWindow();
    const parts = actorList(
      document,
      named(root, child),
      query,
      chosen,
      (choice) => void choices.push(choice),
    );
    page.body.append(...parts.map(onPaper));
    const items = page.named('Actors').querySelectorAll('li');
    return { page, choices, items };
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
    expect(items.map((one) => one.textContent)).toEqual(['appa.b and c', 'wizard (form)done']);
    expect(items.map(({ styles }) => styles.get('--depth'))).toEqual(['0', '1']);
    const buttons = items.map((one) => onPaper(one.querySelector('button')));
    expect(buttons.map(({ className }) => className)).toEqual(['choice', 'choice is-ended']);
  });

  it('is flat when it is searched, by the names of actors and machines', () => {
    const { items, page } = list(' FORM ');
    expect(items.map((one) => one.textContent)).toEqual(['wizard (form)done']);
    expect(items.map(({ styles }) => styles.get('--depth'))).toEqual(['0']);
    const machines = page
      .named('Machines')
      .querySelectorAll('button')
      .map((one) => one.textContent);
    expect(machines).toContain('orderForm');
    expect(machines.every((name) => name.toLowerCase().includes('form'))).toBe(true);
    expect(page.body.textContent).not.toContain('None.');
    expect(onPaper(list('nothing like it').page.querySelector('p.quiet')).textContent).toBe('None.');
  });

  it('marks and makes the choice', () => {
    const { page, choices } = list('', { actor: 'x:2' });
    const current = page.body.querySelectorAll('[aria-current="true"]');
    expect(current.map((one) => one.getAttribute('data-key'))).toEqual(['x:2']);
    onPaper(page.querySelector('[data-key="x:1"]')).click();
    onPaper(page.querySelector('[data-key="session"]')).click();
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
    eventList(paperWindow().document, sent, actors, 5, (moment) => void chosen.push(moment), send).map(
      onPaper,
    );

  it('says when, from whom, to whom, what and with what', () => {
    expect(
      items(null).map((one) => one.querySelectorAll('small, strong, code').map((part) => part.textContent)),
    ).toEqual([
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
    const buttons = items().flatMap((one) => one.querySelectorAll('button'));
    for (const button of buttons) button.click();
    expect(new Set(buttons.map((one) => one.getAttribute('type')))).toEqual(new Set(['button']));
    expect(chosen).toEqual([3, 5, 7, 9]);
    expect(again).toEqual([sent[0], sent[1], sent[3]]);
    expect(items(null).flatMap((one) => one.querySelectorAll('button'))).toHaveLength(4);
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

it('the sequence has a line for each actor and an arrow for each event, and one goes to its moment', () => {
  const chosen: number[] = [];
  const view = onPaper(sequenceView(paperWindow().document, sent, actors, (one) => void chosen.push(one)));
  const names = view.querySelectorAll('.name');
  expect(names.map((one) => [one.getAttribute('x'), one.textContent])).toEqual([
    ['85', 'the page'],
    ['255', 'app'],
    ['425', 'wizard'],
    ['595', 'x:9'],
  ]);
  const messages = view.querySelectorAll('[data-moment]');
  expect(messages.map((one) => one.querySelector('.arrow')?.getAttribute('d'))).toEqual([
    'M85 50H253',
    'M255 76H423',
    'M595 102H257',
    'M255 124h24v8h-22',
  ]);
  const texts = messages.map((one) => onPaper(one.querySelector('text')));
  expect(texts.map((one) => [one.getAttribute('x'), one.textContent])).toEqual([
    ['93', 'user.go'],
    ['263', 'ask'],
    ['263', 'done wizard'],
    ['285', 'again'],
  ]);
  expect([view.getAttribute('width'), view.getAttribute('height')]).toEqual(['680', '148']);
  messages[1]?.click();
  messages[2]?.say('keydown', { key: 'Enter' });
  messages[3]?.say('keydown', { key: 'a' });
  view.click();
  expect(chosen).toEqual([5, 7]);
});
