import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/services/clock.ts';
import { createPage, isReturn, type PageFact } from '../../../src/services/page.ts';
import { createServerClock } from '../../../src/services/serverClock.ts';
import { TestClock } from '../../models/tools/clock.ts';

function browser() {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const navigator = { onLine: true };
  const frames: (() => void)[] = [];
  const window = Object.assign(new EventTarget(), {
    document,
    navigator,
    performance: { now: () => 0 },
    requestAnimationFrame: (run: () => void) => frames.push(run),
  });
  const clock = new TestClock();
  const serverClock = createServerClock(clock, () => 0);
  const page = createPage(window as unknown as Window, clock, serverClock.listen);
  const show = (state: string): void => {
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { window, navigator, page, clock, serverClock, show, frames };
}

describe('the page', () => {
  it('reports whether it is visible and whether the browser is online', () => {
    const { page, navigator, show } = browser();
    expect([page.isOnline(), page.isVisible()]).toEqual([true, true]);
    navigator.onLine = false;
    show('hidden');
    expect([page.isOnline(), page.isVisible()]).toEqual([false, false]);
  });

  it('reports what happens to it until nobody listens', () => {
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

  it('reports that the time differs from what it was taken for (TIME-01)', () => {
    const { page, clock, serverClock } = browser();
    const heard: string[] = [];
    const stop = page.listen((fact) => heard.push(fact));
    serverClock.hear(new Date(clock.now() + 18_000_000).toUTCString(), 0);
    expect(heard).toEqual(['clockSet']);
    expect(heard.map((fact) => isReturn(fact as PageFact))).toEqual([true]);
    stop();
    serverClock.hear(new Date(clock.now()).toUTCString(), 0);
    expect(heard).toHaveLength(1);
  });
});

describe('keys', () => {
  it('are delivered as they come, and once the frame after them is done (BOOK-19)', () => {
    const { window, page, clock, frames } = browser();
    const heard: string[] = [];
    page.listenToKeys((fact) => heard.push(fact));
    window.dispatchEvent(new Event('keydown'));
    clock.advance(1000);
    expect(heard).toEqual(['pressed']);
    for (const draw of frames) draw();
    expect(heard).toEqual(['pressed']);
    clock.advance(0);
    expect(heard).toEqual(['pressed', 'painted']);
  });
});

describe('the clock', () => {
  it('does not run cancelled work', async () => {
    const ran: string[] = [];
    const timer = systemClock.setTimeout(() => ran.push('called off'), 1);
    systemClock.clearTimeout(timer);
    await new Promise<void>((resolve) => {
      systemClock.setTimeout(() => {
        ran.push('awaited');
        resolve();
      }, 5);
    });
    expect(ran).toEqual(['awaited']);
  });
});
