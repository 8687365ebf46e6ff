import { expect, it } from 'vitest';
import { createAttention, type NotificationPort, type Occasion } from '../../../src/services/attention.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { silentLog } from '../../models/tools/ports.ts';

const settled = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

/** Tabs of one browser with its locks; null: it has none. */
function browser(tabs: readonly boolean[], switchedOn: readonly string[], permission = 'granted') {
  const clock = new TestClock();
  const shown: string[] = [];
  const held = new Set<string>();
  const world = { tones: 0, focused: 0 };
  const locks = {
    request: async (name: string, _: object, act: (lock: unknown) => unknown) => {
      const isFree = !held.has(name);
      held.add(name);
      await act(isFree ? { name } : null);
    },
  } as unknown as LockManager;
  const notices: { onclick: (() => void) | null }[] = [];
  class Notices {
    static permission = permission;
    onclick: (() => void) | null = null;
    constructor(title: string, options: NotificationOptions) {
      // Nothing else of the event leaves the page.
      shown.push(`${title} ${JSON.stringify(options)}`);
      notices.push(this);
    }
    close(): void {
      shown.push('closed');
    }
  }
  const node = { connect: () => node, frequency: {}, gain: new Proxy({}, { get: () => () => undefined }) };
  class AudioContext {
    currentTime = 0;
    resume = () => Promise.resolve();
    createGain = () => node;
    createOscillator = () => ({ ...node, start: () => (world.tones += 1), stop: () => undefined });
  }
  const attracted = tabs.map((isVisible) =>
    createAttention({
      preferences: { read: (name) => switchedOn.includes(name) },
      page: { isVisible: () => isVisible },
      clock,
      log: silentLog,
      window: { AudioContext, focus: () => (world.focused += 1) } as never,
      locks,
      Notification: Notices as unknown as NotificationPort,
      textOf: (occasion) => ({ title: 'Quietbook', body: `${occasion} happened` }),
    }),
  );
  return {
    shown,
    world,
    notices,
    async attract(occasion: Occasion, isNews?: () => boolean): Promise<void> {
      for (const attract of attracted) attract(occasion, `${occasion} 1`, isNews);
      await settled();
      clock.advance(1000);
      await settled();
    },
  };
}

it('nothing is heard or shown unless it is switched on (TRADE-36)', async () => {
  const one = browser([false], []);
  await one.attract('fill');
  await one.attract('alert');
  expect([one.world.tones, one.shown]).toEqual([0, []]);
});

it.each(['fill', 'alert'] as const)('one tab sounds for all: %s (TRADE-36, ALERT-03)', async (occasion) => {
  const one = browser([true, false, false], [`${occasion}Sound`]);
  await one.attract('fill');
  await one.attract('alert');
  expect(one.world.tones).toBe(1);
});

it('a hidden browser notifies once, and a press leads to the page (TRADE-36)', async () => {
  const one = browser([false, false], ['hiddenNotices']);
  await one.attract('fill');
  await one.attract('alert');
  expect(one.shown).toEqual(['Quietbook {"body":"fill happened"}', 'Quietbook {"body":"alert happened"}']);
  one.notices[0]?.onclick?.();
  expect([one.world.focused, one.shown.at(-1)]).toEqual([1, 'closed']);
});

it('a tab in sight needs no notification, also of the hidden ones (TRADE-36)', async () => {
  const one = browser([false, true, false], ['hiddenNotices']);
  await one.attract('fill');
  expect(one.shown).toEqual([]);
});

it('what a tab has shown in the meantime needs no notification (TRADE-36)', async () => {
  const one = browser([false], ['hiddenNotices']);
  await one.attract('alert', () => false);
  expect(one.shown).toEqual([]);
});

it('nothing is shown once the browser does not allow it any more (TRADE-36)', async () => {
  const one = browser([false], ['hiddenNotices'], 'denied');
  await one.attract('fill');
  expect(one.shown).toEqual([]);
});
