import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/services/clock/browser.ts';
import { createBrowserLink } from '../../../src/services/socket/browser.ts';
import { createPage } from '../../../src/services/page/browser.ts';
import { TestClock } from '../../paths/tools/clock.ts';

/** As much of a browser's window as a page is told of. */
function browser() {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const navigator = { onLine: true };
  const window = Object.assign(new EventTarget(), { document, navigator, performance: { now: () => 0 } });
  const clock = new TestClock();
  const page = createPage(window as unknown as Window, clock);
  const show = (state: string): void => {
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { window, navigator, page, clock, show };
}

describe('the page', () => {
  it('says whether it is seen and whether the browser is online', () => {
    const { page, navigator, show } = browser();
    expect([page.isOnline(), page.isVisible()]).toEqual([true, true]);
    navigator.onLine = false;
    show('hidden');
    expect([page.isOnline(), page.isVisible()]).toEqual([false, false]);
  });

  it('tells what happens to it until nobody listens', () => {
    const { window, page, clock, show } = browser();
    const heard: string[] = [];
    const stop = page.listen((fact) => heard.push(fact));
    const happens = (): void => {
      for (const type of ['online', 'offline', 'pagehide']) window.dispatchEvent(new Event(type));
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
      show('hidden');
      show('visible');
    };
    happens();
    expect(heard).toEqual(['online', 'offline', 'leaving', 'restored', 'hidden', 'visible']);
    stop();
    happens();
    expect(heard).toHaveLength(6);
    expect(clock.pending).toBe(0);
  });
});

describe('the clock', () => {
  it('does not run what was called off', async () => {
    vi.useFakeTimers();
    try {
      const ran: string[] = [];
      const timer = systemClock.setTimeout(() => ran.push('called off'), 5);
      systemClock.setTimeout(() => ran.push('awaited'), 5);
      systemClock.clearTimeout(timer);
      await vi.advanceTimersByTimeAsync(10);
      expect(ran).toEqual(['awaited']);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a link', () => {
  it('tells what the socket does, sends while it is open, and hears nothing after it was closed', () => {
    class Socket extends EventTarget {
      static readonly OPEN = 1;
      static last: Socket;
      readyState = 0;
      readonly sent: string[] = [];
      isClosed = false;
      readonly url: string;
      constructor(url: string) {
        super();
        this.url = url;
        Socket.last = this;
      }
      send(text: string): void {
        this.sent.push(text);
      }
      close(): void {
        this.isClosed = true;
      }
    }
    vi.stubGlobal('WebSocket', Socket);
    try {
      const heard: string[] = [];
      const link = createBrowserLink('wss://venue.example/ws')({
        opened: () => heard.push('opened'),
        failed: () => heard.push('failed'),
        closed: () => heard.push('closed'),
        received: (text) => heard.push(`received ${text}`),
      });
      const socket = Socket.last;
      const say = (): void => {
        for (const type of ['open', 'error', 'close']) socket.dispatchEvent(new Event(type));
        socket.dispatchEvent(new MessageEvent('message', { data: '{}' }));
        socket.dispatchEvent(new MessageEvent('message', { data: new ArrayBuffer(1) }));
      };
      say();
      expect(socket.url).toBe('wss://venue.example/ws');
      expect(heard).toEqual(['opened', 'failed', 'closed', 'received {}', 'received ']);
      link.send({ type: 'ping' });
      socket.readyState = Socket.OPEN;
      link.send({ type: 'ping' });
      expect(socket.sent).toEqual(['{"type":"ping"}']);
      link.close();
      say();
      expect([socket.isClosed, heard.length]).toEqual([true, 5]);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
