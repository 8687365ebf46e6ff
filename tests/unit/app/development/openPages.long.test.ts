import { describe, expect, it } from 'vitest';
import { follow, open, PRESSED, told } from './lampPage.ts';
import type { PaperElement } from './paper.ts';

describe('the pages that are open', () => {
  const names = (page: { named: (name: string) => PaperElement }) =>
    page
      .named('Page')
      .querySelectorAll('option')
      .map(({ textContent }) => textContent);

  it('are chosen from when there are several, the newest first', () => {
    const { tell, page, text } = follow(PRESSED);
    expect(page.named('Page').hidden).toBe(true);
    tell(told([]), { page: 'p2', title: 'Wallet' });
    expect([page.named('Page').hidden, page.named('Page').value, names(page)]).toEqual([
      false,
      'p2',
      ['Trade', 'Wallet'],
    ]);
    page.named('Page').fill('p1', 'change');
    expect(text('.where')).toBe(`${PRESSED.length} of ${PRESSED.length}`);
    expect(
      page
        .named('Page')
        .querySelectorAll('option')
        .map((one) => one.value),
    ).toEqual(['p1', 'p2']);
  });

  it('are forgotten when they are gone', () => {
    const { channels, text, page } = follow(PRESSED);
    channels.say({ kind: 'gone', page: 'another' });
    expect(text('.note')).toBe('');
    channels.say({ kind: 'gone', page: 'p1' });
    expect([text('.note').slice(0, 8), names(page)]).toEqual(['Open the', []]);
  });

  it('are asked for all when the first that is heard is only the newest', () => {
    const { tell, channels, text } = open();
    tell(PRESSED.slice(2), { isAll: false });
    expect(channels.posted).toEqual([{ kind: 'who' }, { kind: 'who' }]);
    expect(text('.where')).toBe('0 of 0');
    tell(PRESSED.slice(0, 4));
    tell(PRESSED.slice(4), { isAll: false });
    expect(text('.where')).toBe(`${PRESSED.length} of ${PRESSED.length}`);
    tell(PRESSED);
    expect(text('.where')).toBe(`${PRESSED.length} of ${PRESSED.length}`);
  });

  it('give a recording to the page that asked for it (TOOLS-09)', () => {
    const { page, channels, asked } = follow(PRESSED);
    page.named('Save the recording').click();
    expect(asked()).toEqual([{ kind: 'record', page: 'p1', by: '1234.5' }]);
    const recording = { began: '2026-11-27T10:00:00.000Z', actors: [] };
    const saved = () => page.pressed.flatMap(({ download }) => (download === '' ? [] : [download]));
    channels.say({ kind: 'recording', page: 'p1', by: 'another', recording });
    channels.say({ kind: 'record', page: 'p1', by: '1234.5', recording });
    expect(saved()).toEqual([]);
    channels.say({ kind: 'recording', page: 'p1', by: '1234.5', recording });
    expect(saved()).toEqual(['quietbook-2026-11-27T10-00-00-000Z.json']);
  });

  it('are also the one that opened this page as its inspector, which takes nothing (TOOLS-06)', () => {
    const heard: unknown[] = [];
    const opener = { postMessage: (message: unknown) => void heard.push(message) };
    const { message, text, page, actors } = open({ opener, hash: '#flash' });
    expect(heard).toEqual([{ type: '@statelyai.connected' }]);
    for (const event of PRESSED) message({}, event);
    message(opener, { type: 'another' });
    expect(text('.where')).toBe('0 of 0');
    for (const event of PRESSED) message(opener, event);
    expect([text('.where'), actors()]).toEqual([`${PRESSED.length} of ${PRESSED.length}`, ['lampon']]);
    expect(names(page)).toEqual(['The page that opened this one']);
    expect(page.named('Save the recording').hidden).toBe(true);
    expect(page.named('Events').textContent).not.toContain('Send');
  });
});
