import { describe, expect, it } from 'vitest';
import { createPreferences } from '../../../src/services/preferences.ts';

/** Two tabs with one storage. */
function browser() {
  const kept = new Map<string, string>();
  const windows: EventTarget[] = [];
  return {
    kept,
    openTab: () => {
      const window = new EventTarget();
      windows.push(window);
      const storage = {
        read: (key: string) => kept.get(key) ?? null,
        write: (key: string, value: string) => {
          kept.set(key, value);
          for (const other of windows) {
            if (other !== window) other.dispatchEvent(Object.assign(new Event('storage'), { key }));
          }
        },
      };
      return createPreferences(storage, window as unknown as Window);
    },
  };
}

describe('the amount above which an order is asked about (ORDER-17)', () => {
  it('is kept by coin as it was typed, and other tabs hear of it', () => {
    const { openTab } = browser();
    const [one, other] = [openTab(), openTab()];
    let heard = 0;
    other.listen(() => {
      heard += 1;
    });
    expect(one.readAskAbove('USDT')).toBe('');
    one.writeAskAbove('USDT', '1.000,5');
    expect([other.readAskAbove('USDT'), other.readAskAbove('BTC'), heard]).toEqual(['1.000,5', '', 1]);
  });
});

it('drawings are kept for each pair, and other tabs hear of them (DRAW-04)', () => {
  const { openTab } = browser();
  const [one, other] = [openTab(), openTab()];
  let heard = 0;
  other.listen(() => {
    heard += 1;
  });
  one.writeSketches('XMR-BTC', '[1]');
  expect([other.readSketches('XMR-BTC'), other.readSketches('KAS-BTC'), heard]).toEqual(['[1]', '', 1]);
});

describe('choices of the trading screen (TRADE-12 to TRADE-14)', () => {
  it('is the first of each until the user chooses, and other tabs hear of a choice', () => {
    const { kept, openTab } = browser();
    const [one, other] = [openTab(), openTab()];
    let heard = 0;
    other.listen(() => {
      heard += 1;
    });
    const all = () =>
      (['tradeLayout', 'orderForms', 'ownTab', 'ownPairs'] as const).map((name) => other.readChoice(name));
    expect(all()).toEqual(['standard', 'both', 'trades', 'one']);
    one.choose('tradeLayout', 'book');
    one.choose('orderForms', 'tabs');
    one.choose('ownTab', 'orders');
    one.choose('ownPairs', 'all');
    expect([...all(), heard]).toEqual(['book', 'tabs', 'orders', 'all', 4]);
    kept.set('tradeLayout', 'tabs');
    expect(other.readChoice('tradeLayout')).toBe('standard');
  });

  it('the last shown pair is stored (NAV-14)', () => {
    const { openTab } = browser();
    const [one, other] = [openTab(), openTab()];
    expect(one.readLastPair()).toBe('');
    one.writeLastPair('XMR-BTC');
    expect(other.readLastPair()).toBe('XMR-BTC');
  });
});

describe('price alerts (ALERT-03, ALERT-04)', () => {
  it('are kept in this browser, silent at first, and other tabs hear of them', () => {
    const { kept, openTab } = browser();
    const [one, other] = [openTab(), openTab()];
    let heard = 0;
    other.listen(() => {
      heard += 1;
    });
    expect([one.readAlerts(), one.read('alertSound')]).toEqual(['', false]);
    one.writeAlerts('XMR-BTC>0.006');
    one.write('alertSound', true);
    expect([other.readAlerts(), other.read('alertSound'), heard]).toEqual(['XMR-BTC>0.006', true, 2]);
    expect([...kept.keys()]).toEqual(['alerts', 'alertSound']);
  });
});

describe('favourites (MARKET-12)', () => {
  it('are kept by pair in this browser, and other tabs hear of them', () => {
    const { kept, openTab } = browser();
    const [one, other] = [openTab(), openTab()];
    let heard = 0;
    other.listen(() => {
      heard += 1;
    });
    expect(one.readList('favourites')).toBe('');
    one.toggle('favourites', 'XMR-BTC');
    one.toggle('favourites', 'BTC-USDT');
    expect([other.readList('favourites'), heard]).toEqual(['XMR-BTC BTC-USDT', 2]);
    other.toggle('favourites', 'XMR-BTC');
    expect([...kept]).toEqual([['favourites', 'BTC-USDT']]);
  });
});

it('pairs that are shown in satoshi are kept in this browser, and other tabs hear of them (FORMAT-11)', () => {
  const { kept, openTab } = browser();
  const [one, other] = [openTab(), openTab()];
  let heard = 0;
  other.listen(() => {
    heard += 1;
  });
  expect(one.readList('satoshi_pairs')).toBe('');
  one.toggle('satoshi_pairs', 'GRIN-BTC');
  expect([other.readList('satoshi_pairs'), heard]).toEqual(['GRIN-BTC', 1]);
  other.toggle('satoshi_pairs', 'GRIN-BTC');
  expect([...kept]).toEqual([['satoshi_pairs', '']]);
});

describe('parts of the chart (CHART-10)', () => {
  it('that differ from the default are kept in this browser, and other tabs hear of them', () => {
    const { kept, openTab } = browser();
    const [one, other] = [openTab(), openTab()];
    let heard = 0;
    other.listen(() => {
      heard += 1;
    });
    expect(one.readList('chart_parts')).toBe('');
    one.toggle('chart_parts', 'volume');
    one.toggle('chart_parts', 'vwap');
    other.toggle('chart_parts', 'volume');
    expect([one.readList('chart_parts'), heard, [...kept]]).toEqual(['vwap', 3, [['chart_parts', 'vwap']]]);
  });
});

describe('how balances are shown (WALLET-04), and whether single keys act', () => {
  it('at first every coin is shown, with its balance, and single keys act', () => {
    const preferences = browser().openTab();
    expect([preferences.read('hideZeroBalances'), preferences.read('showBalances')]).toEqual([false, true]);
    expect(preferences.read('keyShortcuts')).toBe(true);
  });

  it('is kept under the documented names', () => {
    const { kept, openTab } = browser();
    const preferences = openTab();
    preferences.write('showBalances', false);
    preferences.write('hideZeroBalances', true);
    expect([...kept]).toEqual([
      ['showBalances', 'false'],
      ['hideZeroBalances', 'true'],
    ]);
    expect(openTab().read('showBalances')).toBe(false);
  });

  it.each(['', 'no', '1', 'null', '{}'])('what is no boolean there (%s) is as if nothing were', (text) => {
    const { kept, openTab } = browser();
    kept.set('showBalances', text);
    expect(openTab().read('showBalances')).toBe(true);
  });

  it('a change is heard in the tab itself and in the others, until one stops listening', () => {
    const { openTab } = browser();
    const [one, other] = [openTab(), openTab()];
    const heard: string[] = [];
    const stop = one.listen(() => heard.push('one'));
    other.listen(() => heard.push('other'));
    one.write('showBalances', false);
    expect(heard.sort()).toEqual(['one', 'other']);
    expect(other.read('showBalances')).toBe(false);
    stop();
    other.write('showBalances', true);
    expect(heard).toEqual(['one', 'other', 'other']);
  });
});
