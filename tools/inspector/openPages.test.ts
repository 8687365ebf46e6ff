import { describe, expect, it } from 'vitest';
import { follow, open, PRESSED, messagesOf } from './testing/lampPage.ts';
import { fill, textsOf } from './testing/window.ts';

describe('the pages that are open', () => {
  const options = ({ named }: ReturnType<typeof open>) => named('Page').querySelectorAll('option');

  it('are chosen from when there are several, the newest first', () => {
    const page = follow(PRESSED);
    const choice = page.named('Page');
    expect(choice.hidden).toBe(true);
    page.tell(messagesOf([]), { page: 'p2', title: 'Wallet' });
    expect([choice.hidden, choice.value]).toEqual([false, 'p2']);
    expect(Array.from(options(page), ({ value, text }) => [value, text])).toEqual([
      ['p1', 'Trade'],
      ['p2', 'Wallet'],
    ]);
    fill(choice, 'p1', 'change');
    expect(page.text('.where')).toBe(`${PRESSED.length} of ${PRESSED.length}`);
  });

  it('are forgotten when they are gone', () => {
    const page = follow(PRESSED);
    page.channels.say({ kind: 'gone', page: 'another' });
    expect(page.text('.note')).toBe('');
    page.channels.say({ kind: 'gone', page: 'p1' });
    expect([page.text('.note').slice(0, 8), options(page).length]).toEqual(['Open the', 0]);
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
    const { named, channels, asked, saved } = follow(PRESSED);
    named('Save the recording').click();
    expect(asked()).toEqual([{ kind: 'record', page: 'p1', by: '1234.5' }]);
    const recording = { began: '2026-11-27T10:00:00.000Z', actors: [] };
    channels.say({ kind: 'recording', page: 'p1', by: 'another', recording });
    channels.say({ kind: 'record', page: 'p1', by: '1234.5', recording });
    expect(saved).toEqual([]);
    channels.say({ kind: 'recording', page: 'p1', by: '1234.5', recording });
    expect(saved).toEqual(['quietbook-2026-11-27T10-00-00-000Z.json']);
  });

  it('are also the one that opened this page as its inspector, which takes nothing (TOOLS-06)', () => {
    const heard: unknown[] = [];
    const opener = { postMessage: (message: unknown) => void heard.push(message) };
    const page = open({ opener, hash: '#flash' });
    const { text, actors, named, window } = page;
    const message = (source: unknown, data: unknown) =>
      window.dispatchEvent(Object.assign(new window.Event('message'), { source, data }));
    expect(heard).toEqual([{ type: '@statelyai.connected' }]);
    for (const event of PRESSED) message({}, event);
    message(opener, { type: 'another' });
    expect(text('.where')).toBe('0 of 0');
    for (const event of PRESSED) message(opener, event);
    expect([text('.where'), actors()]).toEqual([`${PRESSED.length} of ${PRESSED.length}`, ['lampon']]);
    expect(textsOf(options(page))).toEqual(['The page that opened this one']);
    expect(named('Save the recording').hidden).toBe(true);
    expect(named('Events').textContent).not.toContain('Send');
  });
});
