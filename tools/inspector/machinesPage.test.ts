import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, it } from 'vitest';
import { flashMachine } from '../../src/machines/shared/flash.machine.ts';
import { MACHINES } from './machines.ts';
import { sentIn } from './session.ts';
import { createStream } from './stream.ts';
import {
  COUNTED,
  follow,
  LAMP,
  MOMENTS,
  open,
  PRESSED,
  messagesOf,
  transitions,
} from './testing/lampPage.ts';
import { drawn, fill, say, textsOf } from './testing/window.ts';

/** The messages of a page about an actor of the machine in the address. */
function flashes(presses: number) {
  const stream = createStream(
    () => undefined,
    () => 0,
  );
  const actor = createActor(flashMachine, {
    input: { shownFor: 1 },
    clock: new SimulatedClock(),
    inspect: stream.see,
  }).start();
  for (let press = 0; press < presses; press += 1) actor.send({ type: 'mark.wanted' });
  return stream.sent();
}

describe('the page of the machines without another page', () => {
  it('asks who is there, and says what to do', () => {
    const { document, named, channels, text, actors } = open();
    expect(document.title).toBe('Machines of Quietbook');
    expect(channels.posted).toEqual([{ kind: 'who' }]);
    expect(text('.note')).toMatch(/^Open the application in another tab/);
    expect(['Time', 'Page', 'Save the recording'].map((name) => named(name).hidden)).toEqual([
      true,
      true,
      true,
    ]);
    expect(named('Page').value).toBe('');
    expect(actors()).toEqual([]);
  });

  it('shows the machine that its address names', () => {
    const { one, text } = open();
    expect(text('h1')).toBe('flash');
    const about = one('main').querySelector('p.quiet')?.textContent;
    expect(about).toBe(MACHINES.get('flash')?.root.description);
  });

  it('has its parts with their roles', () => {
    const { named } = open();
    for (const [name, selector] of [
      ['Events', 'ol.events'],
      ['Diagram', 'div[role="region"]'],
      ['Time', 'div[role="group"]'],
      ['Event to send', 'textarea'],
      ['Moment', 'input[type="range"][min="0"]'],
      ['Search by name', 'input[type="search"]'],
      ['Send the event', 'button[type="submit"]'],
    ] as const)
      expect(named(name).matches(selector), name).toBe(true);
  });
});

describe('a copy for Stately Studio (TOOLS-12)', () => {
  const press = async (mayCopy: boolean) => {
    const opened = open({ hash: '#flash', mayCopy });
    opened.named('Copy for Stately Studio').click();
    await new Promise((next) => setImmediate(next));
    return { copied: opened.copied, note: opened.text('.note') };
  };

  it('is of the machine that is shown', async () => {
    const { copied, note } = await press(true);
    expect(copied).toEqual([expect.stringMatching(/createMachine\(\{\n {2}"id": "flash"/)]);
    expect(note).toMatch(/^Copied flash/);
  });

  it('that the browser refuses is said', async () => {
    const { copied, note } = await press(false);
    expect(copied).toEqual([]);
    expect(note).toBe('The browser did not let this page copy.');
  });
});

describe('the page of the machines with another page', () => {
  it('shows its first actor, in the present', () => {
    const { tell, text, named, actors, shown } = open({ hash: '#none' });
    expect(text('h1')).toBe('app');
    tell(PRESSED);
    expect([text('h1'), text('.quiet'), text('.note'), text('.where')]).toEqual([
      'lamp',
      'on',
      '',
      `${PRESSED.length} of ${PRESSED.length}`,
    ]);
    expect(actors()).toEqual(['lampon']);
    expect([named('Time').hidden, named('Save the recording').hidden]).toEqual([false, false]);
    expect([named('Moment').max, named('Moment').value].map(Number)).toEqual([
      PRESSED.length,
      PRESSED.length,
    ]);
    expect(named('Live').getAttribute('aria-pressed')).toBe('true');
    expect(shown.at(-1)?.textContent).toContain('press');
  });

  it('keeps the machine that its address names', () => {
    const { tell, text } = open();
    tell(PRESSED);
    expect(text('h1')).toBe('flash');
  });

  it('shows the machine of its address in the state of the newest actor that runs it', () => {
    const first = flashes(1);
    const second = flashes(2);
    const { tell, text, named } = open({ hash: '#flash' });
    tell([...PRESSED, ...first, ...second]);
    expect([text('h1'), text('.quiet')]).toEqual(['flash', 'shown']);
    expect(named('Events').querySelectorAll('.event')).toHaveLength(sentIn(second).length);
  });

  it('goes from event to event and back (TOOLS-04)', () => {
    const { text, named } = follow(PRESSED);
    const after = (name: string) => {
      named(name).click();
      return Number(/^\d+/.exec(text('.where'))?.[0]);
    };
    const [init, first, second, third] = MOMENTS;
    expect([0, 0, 0, 0].map(() => after('Step back'))).toEqual([second, first, init, 1]);
    expect(named('Live').getAttribute('aria-pressed')).toBe('false');
    expect([0, 0, 0, 0].map(() => after('Step forward'))).toEqual([init, first, second, third]);
    expect(after('Step forward')).toBe(PRESSED.length);
    expect(named('Live').getAttribute('aria-pressed')).toBe('true');
    after('Step back');
    expect(text('.quiet')).toBe('off');
    expect(after('Live')).toBe(PRESSED.length);
    for (const moment of [1, 4, PRESSED.length]) {
      fill(named('Moment'), String(moment));
      expect(text('.where')).toBe(`${moment} of ${PRESSED.length}`);
    }
    fill(named('Moment'), '0');
    expect(text('.where')).toBe(`1 of ${PRESSED.length}`);
  });

  it('goes to an event that is pressed, which keeps the focus, and stays there when more is told', () => {
    const { tell, one, text, document } = follow(PRESSED);
    const key = `${LAMP} ${MOMENTS[1]} press`;
    const before = one(`[data-key="${key}"]`);
    before.focus();
    before.click();
    expect(text('.where')).toBe(`${MOMENTS[1]} of ${PRESSED.length}`);
    expect(one('.is-present').textContent).toContain('press');
    expect(document.activeElement === before).toBe(false);
    expect(document.activeElement?.getAttribute('data-key')).toBe(key);
    tell(PRESSED.slice(-1), { isAll: false });
    expect(text('.where')).toBe(`${MOMENTS[1]} of ${PRESSED.length + 1}`);
  });

  it('shows another machine or actor, and its name in the address', () => {
    const { one, text, addresses } = follow(PRESSED);
    one('[data-key="flash"]').click();
    expect([text('h1'), addresses]).toEqual(['flash', ['#', '#flash']]);
    one(`[data-key="${LAMP}"]`).click();
    expect([text('h1'), addresses.at(-1)]).toEqual(['lamp', '#']);
  });

  it('lists the events of the chosen actor alone', () => {
    const { tell, named, one } = follow(PRESSED);
    tell([...PRESSED, ...COUNTED]);
    const listed = () => named('Events').querySelectorAll('.event').length;
    expect(listed()).toBe(MOMENTS.length);
    one(`[data-key="${COUNTED[0]?.sessionId}"]`).click();
    expect(listed()).toBe(sentIn(COUNTED).length);
  });

  it('finds by name', () => {
    const { named, actors } = follow(PRESSED);
    fill(named('Search by name'), ' LAM');
    expect(actors()).toEqual(['lampon']);
    fill(named('Search by name'), 'withdr');
    expect(actors()).toEqual([]);
    expect(textsOf(named('Machines').querySelectorAll('button'))).toEqual(
      [...MACHINES.keys()].filter((name) => name.toLowerCase().includes('withdr')),
    );
  });

  it('sends an event again, and what is masked in it only once it is filled in (TOOLS-05)', () => {
    const { document, named, one, text, asked } = follow(messagesOf([{}, { code: 'a secret' }]));
    const sessionId = asked().length === 0 ? one('.choice').getAttribute('data-key') : null;
    const composer = one('.composer');
    const buttons = () => named('Events').querySelectorAll<HTMLElement>('button[aria-label^="Send "]');
    expect(textsOf(buttons())).toEqual(['Send', 'Send']);
    buttons()[0]?.click();
    expect(asked()).toEqual([{ kind: 'send', page: 'p1', sessionId, event: { type: 'press' } }]);
    expect([text('.note'), composer.hidden]).toEqual(['Sent: press', true]);
    buttons()[1]?.click();
    const field = named('Event to send');
    expect([asked().length, composer.hidden, document.activeElement === field]).toEqual([1, false, true]);
    expect(text('.note')).toBe('Fill in what is masked.');
    expect(JSON.parse(field.value)).toEqual({ type: 'press', code: '‹text›' });
    field.value = '{"type":';
    expect(say(composer, 'submit')).toBe(true);
    expect(text('.note')).toBe('That is no JSON: nothing was sent.');
    field.value = '{"type":"press","code":"right"}';
    say(composer, 'submit');
    expect(asked().slice(1)).toEqual([
      { kind: 'send', page: 'p1', sessionId, event: { type: 'press', code: 'right' } },
    ]);
  });

  it('sends the event of a line that is pressed, as it was last sent, if it is one to send', async () => {
    const { tell, one, asked } = follow(COUNTED, { takesEvents: false });
    const line = (event: string) => {
      const [place] = [...transitions.entries()].find(([, id]) => id.includes(`| ${event}#`)) ?? [];
      return () => say(one(`[data-place="${place}"]`), 'click');
    };
    await drawn(one('.pane'));
    line('press')();
    expect(asked()).toEqual([]);
    tell(COUNTED);
    line('press')();
    expect(asked()).toMatchObject([{ kind: 'send', event: { type: 'press', count: 7 } }]);
    tell(COUNTED.slice(0, 1));
    line('press')();
    expect(asked().at(-1)).toMatchObject({ event: { type: 'press' } });
    line('any.*')();
    expect([asked().length, one('textarea').value]).toEqual([2, '{"type":"any.*"}']);
    line('xstate.after.999999.lamp.on')();
    expect([asked().length, one('textarea').value]).toEqual([2, '{"type":"any.*"}']);
  });

  it('offers no event where none is taken', () => {
    const { named } = follow(PRESSED, { takesEvents: false });
    expect(named('Events').textContent).toContain('press');
    expect(named('Events').textContent).not.toContain('Send');
  });
});
