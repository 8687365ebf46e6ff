import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Market } from '../../../src/domain/market.ts';
import { priceAlertsImplementations } from '../../../src/machines/priceAlerts/priceAlerts.actors.ts';
import { priceAlertsMachine } from '../../../src/machines/priceAlerts/priceAlerts.machine.ts';

/** Tabs of one browser. Where the storage is slow, a tab reads what there was when it opened. */
function browser({ isSlow = false } = {}) {
  let kept = 'XMR-BTC>0.006@3 XMR-BTC<0.004@3';
  let sounds = 0;
  /** Of what was announced: whether it is news still. */
  const news: (() => boolean)[] = [];
  const heard: string[] = [];
  /** An act of one tab for all of them. */
  const done = new Set<string>();
  const tabs: (() => void)[] = [];
  const pending: (() => void)[] = [];
  const readers = new Set<(markets: readonly Market[], at: number) => void>();
  const openTab = (isVisible: boolean) => {
    const hearers = new Set<() => void>();
    const hear = (): void => hearers.forEach((one) => one());
    const session = new Set<() => void>();
    tabs.push(hear);
    let own = kept;
    const implementations = priceAlertsImplementations({
      preferences: {
        readAlerts: () => (isSlow ? own : kept),
        writeAlerts: (text) => {
          kept = text;
          own = text;
          pending.push(...tabs.filter((one) => one !== hear));
          hear();
        },
        listen: (one) => {
          hearers.add(one);
          return () => void hearers.delete(one);
        },
      },
      onSession: (one) => {
        session.add(one);
        return () => void session.delete(one);
      },
      followMarkets: (one) => {
        readers.add(one);
        return () => void readers.delete(one);
      },
      page: { isVisible: () => isVisible, listen: () => () => undefined },
      inOneTab: (name, act) => {
        if (!done.has(name)) act();
        done.add(name);
      },
      attract: (_occasion, name, isNews = () => true) => {
        if (!done.has(name)) sounds += 1;
        done.add(name);
        news.push(isNews);
      },
      say: ({ key }) => heard.push(key),
    });
    const actor = createActor(priceAlertsMachine.provide(implementations)).start();
    return { actor, logOut: () => session.forEach((one) => one()) };
  };
  return {
    openTab,
    heard,
    sounds: () => sounds,
    news: () => news.map((isNews) => isNews()),
    kept: () => kept,
    readers: () => readers.size,
    forget: () => {
      kept = '';
    },
    tell: (lastPrice: string) => {
      for (const read of readers) read([{ pair: 'XMR-BTC', lastPrice } as Market], 5);
      for (const hear of pending.splice(0)) hear();
    },
  };
}

it('of several tabs one sounds and one announces, once (ALERT-03)', () => {
  const one = browser();
  const [seen] = [one.openTab(true), one.openTab(false), one.openTab(true)];
  one.tell('0.0061');
  one.tell('0.0062');
  expect([one.sounds(), one.heard, one.kept()]).toEqual([
    1,
    ['toast.priceAbove'],
    'XMR-BTC>0.006@3:5! XMR-BTC<0.004@3',
  ]);
  expect(seen.actor.getSnapshot().context.alerts).toHaveLength(2);
});

it('likewise where what one tab writes comes late to another (ALERT-03)', () => {
  const one = browser({ isSlow: true });
  one.openTab(true);
  one.openTab(true);
  one.tell('0.0061');
  expect([one.sounds(), one.heard]).toEqual([1, ['toast.priceAbove']]);
});

it('an alert reached while no tab is visible is announced in the first that is (ALERT-02, ALERT-03)', () => {
  const one = browser();
  one.openTab(false);
  one.tell('0.003');
  expect([one.sounds(), one.heard, one.news()]).toEqual([1, [], [true]]);
  one.openTab(true);
  // A hidden tab that waits needs to notify of it no more (TRADE-36).
  expect(one.news()).toEqual([false]);
  expect(one.heard).toEqual(['toast.priceBelow']);
  expect(one.kept()).toBe('XMR-BTC>0.006@3 XMR-BTC<0.004@3:5!');
});

it('a session that ends takes them, and nothing is read any more (ALERT-02, ALERT-04)', () => {
  const one = browser();
  const tab = one.openTab(true);
  expect(one.readers()).toBe(1);
  one.forget();
  tab.logOut();
  one.tell('0.007');
  expect([tab.actor.getSnapshot().context.alerts, one.readers(), one.heard, one.kept()]).toEqual([
    [],
    0,
    [],
    '',
  ]);
});
