import { describe, expect, it } from 'vitest';
import { MACHINES } from '../../../../tools/inspector/machines.ts';
import { sentIn } from '../../../../tools/inspector/session.ts';
import { COUNTED, follow, LAMP, MOMENTS, open, PRESSED, told, transitions } from './lampPage.ts';
import { drawn } from './paper.ts';

describe('the page of the machines without another page', () => {
  it('asks who is there, and says what to do', () => {
    const { page, channels, text, actors } = open();
    expect(page.title).toBe('Machines of Quietbook');
    expect(channels.posted).toEqual([{ kind: 'who' }]);
    expect(text('.note')).toMatch(/^Open the application in another tab/);
    expect([page.named('Time').hidden, page.named('Page').hidden]).toEqual([true, true]);
    expect(page.named('Save the recording').hidden).toBe(true);
    expect(page.named('Page').value).toBe('');
    expect(actors()).toEqual([]);
  });

  it('shows the machine that its address names', () => {
    const { one, text } = open();
    expect(text('h1')).toBe('flash');
    const about = one('main').querySelector('p.quiet')?.textContent;
    expect(about).toBe(MACHINES.get('flash')?.root.description);
  });

  it('has its parts with their roles', () => {
    const { page } = open();
    const roles = ['Events', 'Sequence', 'Diagram', 'Time', 'Event to send', 'Moment', 'Search by name'].map(
      (name) => [page.named(name).tag, page.named(name).getAttribute('role') ?? page.named(name).type],
    );
    expect(roles).toEqual([
      ['ol', ''],
      ['div', 'region'],
      ['div', 'region'],
      ['div', 'group'],
      ['textarea', ''],
      ['input', 'range'],
      ['input', 'search'],
    ]);
    expect(page.named('Events').className).toBe('events');
    expect(page.named('Moment').min).toBe('0');
    expect(page.named('Send the event').getAttribute('type')).toBe('submit');
  });
});

describe('the page of the machines with another page', () => {
  it('shows its first actor, in the present', () => {
    const { tell, text, page, actors } = open({ hash: '#none' });
    expect(text('h1')).toBe('app');
    tell(PRESSED);
    expect([text('h1'), text('.quiet'), text('.note'), text('.where')]).toEqual([
      'lamp',
      'on',
      '',
      `${PRESSED.length} of ${PRESSED.length}`,
    ]);
    expect(actors()).toEqual(['lampon']);
    expect([page.named('Time').hidden, page.named('Save the recording').hidden]).toEqual([false, false]);
    expect([page.named('Moment').max, page.named('Moment').value]).toEqual(
      [PRESSED.length, PRESSED.length].map(String),
    );
    expect(page.named('Live').getAttribute('aria-pressed')).toBe('true');
    expect(page.shown.at(-1)?.textContent).toContain('press');
  });

  it('keeps the machine that its address names', () => {
    const { tell, text } = open();
    tell(PRESSED);
    expect(text('h1')).toBe('flash');
  });

  it('goes from event to event and back (TOOLS-04)', () => {
    const { text, page } = follow(PRESSED);
    const after = (name: string) => {
      page.named(name).click();
      return Number(/^\d+/.exec(text('.where'))?.[0]);
    };
    const [init, first, second, third] = MOMENTS;
    expect([0, 0, 0, 0].map(() => after('Step back'))).toEqual([second, first, init, 1]);
    expect(page.named('Live').getAttribute('aria-pressed')).toBe('false');
    expect([0, 0, 0, 0].map(() => after('Step forward'))).toEqual([init, first, second, third]);
    expect(after('Step forward')).toBe(PRESSED.length);
    expect(page.named('Live').getAttribute('aria-pressed')).toBe('true');
    after('Step back');
    expect(text('.quiet')).toBe('off');
    expect(after('Live')).toBe(PRESSED.length);
    for (const moment of [1, 4, PRESSED.length]) {
      page.named('Moment').fill(String(moment));
      expect(text('.where')).toBe(`${moment} of ${PRESSED.length}`);
    }
    page.named('Moment').fill('0');
    expect(text('.where')).toBe(`1 of ${PRESSED.length}`);
  });

  it('goes to an event that is pressed, which keeps the focus, and stays there when more is told', () => {
    const { tell, one, text, page } = follow(PRESSED);
    const key = `${LAMP} ${MOMENTS[1]} press`;
    const before = one(`[data-key="${key}"]`);
    before.focus();
    before.click();
    expect(text('.where')).toBe(`${MOMENTS[1]} of ${PRESSED.length}`);
    expect(one('.is-present').textContent).toContain('press');
    expect(page.activeElement).not.toBe(before);
    expect(page.activeElement.getAttribute('data-key')).toBe(key);
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
    const { tell, page, one } = follow(PRESSED);
    tell([...PRESSED, ...COUNTED]);
    const listed = () => page.named('Events').querySelectorAll('.event').length;
    expect(listed()).toBe(MOMENTS.length);
    one(`[data-key="${COUNTED[0]?.sessionId}"]`).click();
    expect(listed()).toBe(sentIn(COUNTED).length);
  });

  it('finds by name', () => {
    const { page, actors } = follow(PRESSED);
    page.named('Search by name').fill(' LAM');
    expect(actors()).toEqual(['lampon']);
    page.named('Search by name').fill('withdr');
    expect(actors()).toEqual([]);
    const found = page
      .named('Machines')
      .querySelectorAll('button')
      .map(({ textContent }) => textContent);
    expect(found).toEqual([...MACHINES.keys()].filter((name) => name.toLowerCase().includes('withdr')));
  });

  it('sends an event again, and what is masked in it only once it is filled in (TOOLS-05)', () => {
    const { page, one, text, asked } = follow(told([{}, { code: 'a secret' }]));
    const sessionId = asked().length === 0 ? one('.choice').getAttribute('data-key') : null;
    const composer = one('.composer');
    const buttons = () =>
      page
        .named('Events')
        .querySelectorAll('button')
        .filter(({ textContent }) => textContent === 'Send');
    expect(buttons()).toHaveLength(2);
    buttons()[0]?.click();
    expect(asked()).toEqual([{ kind: 'send', page: 'p1', sessionId, event: { type: 'press' } }]);
    expect([text('.note'), composer.hidden]).toEqual(['Sent: press', true]);
    buttons()[1]?.click();
    const field = page.named('Event to send');
    expect([asked().length, composer.hidden, page.activeElement]).toEqual([1, false, field]);
    expect(text('.note')).toBe('Fill in what is masked.');
    expect(JSON.parse(field.value)).toEqual({ type: 'press', code: '‹text›' });
    field.value = '{"type":';
    expect(composer.say('submit').isPrevented).toBe(true);
    expect(text('.note')).toBe('That is no JSON: nothing was sent.');
    field.value = '{"type":"press","code":"right"}';
    composer.say('submit');
    expect(asked().slice(1)).toEqual([
      { kind: 'send', page: 'p1', sessionId, event: { type: 'press', code: 'right' } },
    ]);
  });

  it('sends the event of a line that is pressed, as it was last sent, if it is one to send', async () => {
    const { tell, one, asked } = follow(COUNTED, { takesEvents: false });
    const line = (event: string) => {
      const [place] = [...transitions.entries()].find(([, id]) => id.includes(`| ${event}#`)) ?? [];
      return one(`[data-place="${place}"]`);
    };
    await drawn(one('.pane'));
    line('press').click();
    expect(asked()).toEqual([]);
    tell(COUNTED);
    line('press').click();
    expect(asked()).toMatchObject([{ kind: 'send', event: { type: 'press', count: 7 } }]);
    tell(COUNTED.slice(0, 1));
    line('press').click();
    expect(asked().at(-1)).toMatchObject({ event: { type: 'press' } });
    line('any.*').click();
    expect([asked().length, one('textarea').value]).toEqual([2, '{"type":"any.*"}']);
    line('xstate.after.999999.lamp.on').click();
    expect([asked().length, one('textarea').value]).toEqual([2, '{"type":"any.*"}']);
  });

  it('offers no event where none is taken', () => {
    const { page } = follow(PRESSED, { takesEvents: false });
    expect(page.named('Events').textContent).toContain('press');
    expect(page.named('Events').textContent).not.toContain('Send');
  });
});
