import { describe, expect, it } from 'vitest';
import { createElement, type ReactNode } from 'react';
import { createActor, setup } from 'xstate';
import { monotonic } from '../../../src/services/clock.ts';
import { createTransport } from '../../../src/services/http/ofetch.ts';
import { createServerClock } from '../../../src/services/serverClock.ts';
import { parsePair } from '../../../src/domain/market.ts';
import { succeeded } from '../../../src/domain/result.ts';
import { slatepackDepositImplementations } from '../../../src/machines/deposit/deposit.actors.ts';
import { candleChartImplementations } from '../../../src/machines/candleChart/candleChart.actors.ts';
import { historyExportImplementations } from '../../../src/machines/history/history.actors.ts';
import { createWaitUntil } from '../../../src/machines/withdrawal/withdrawal.actors.ts';
import { CooldownNotice } from '../../../src/ui/account/CooldownNotice.tsx';
import { AddressField } from '../../../src/ui/withdrawal/AddressField.tsx';
import { AddressBook } from '../../../src/ui/addressBook/AddressBook.tsx';
import { CoinFees } from '../../../src/ui/fees/CoinFees.tsx';
import { FinalizeClock } from '../../../src/ui/deposit/FinalizeClock.tsx';
import { MarketHistory } from '../../../src/ui/trade/MarketHistory.tsx';
import { WindowClock } from '../../../src/ui/withdrawal/WindowClock.tsx';
import { TestClock } from '../../models/tools/clock.ts';
import { element, say } from './rendered.tsx';
import { NOW, type Scene } from './scene.ts';
import { openScreens } from './screen.tsx';
import { someFee } from '../../samples.ts';

const show = openScreens();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** How wrong the device is: not at all first, which shows what is right. */
const OFF = {
  right: 0,
  '5 h ahead': 5 * HOUR,
  '5 h behind': -5 * HOUR,
  '3 days ahead': 3 * DAY,
  '3 days behind': -3 * DAY,
};

/** The clock of a page whose device is off, after its first answer. */
async function heardFrom(off: number) {
  const device = new TestClock(NOW + off);
  const begun = monotonic() - device.now();
  const clock = createServerClock(device, () => device.now() + begun);
  const date = new Date(NOW).toUTCString();
  const answer = () => Promise.resolve(new Response('{}', { headers: { date } }));
  const send = createTransport('http://localhost', clock, answer);
  await send({ method: 'GET', path: '/coins', headers: {}, signal: new AbortController().signal });
  // To the second, as `Date` is: what follows is read a whole second from an edge.
  expect(Math.abs(clock.now() - NOW)).toBeLessThanOrEqual(1000);
  return { clock, device };
}

const FEE = someFee({ unit: 'sat/vB', updatedAt: NOW - 90_500 });
const ENTRY = { id: 'b-1', coin: 'BTC', address: ADDRESS, label: 'Cold', usableAt: NOW + HOUR };
const PAIR = parsePair('XMR-BTC') ?? { symbol: '', base: '', quote: '' };
const trade = (id: string, time: number) => ({
  id,
  pair: 'XMR-BTC',
  price: '0.002',
  amount: '1',
  side: 'buy',
  time,
});
const page = { listen: () => () => undefined };

interface Shown {
  readonly view: ReactNode;
  readonly scene?: Scene;
  /** What a right clock shows. */
  readonly says: string | RegExp;
}

const SCREENS: Readonly<Record<string, Shown>> = {
  'the age of a fee': {
    view: element(CoinFees, { fees: { BTC: FEE }, status: 'live', retry: () => undefined }),
    says: /1 min/,
  },
  'the pause of withdrawals': {
    view: createElement(CooldownNotice),
    scene: { user: { securityCooldownUntil: NOW + HOUR + 30_500 } },
    says: /1\D+1\D/,
  },
  'the hold of a new address in the book': {
    view: createElement(AddressBook),
    scene: { answers: { addressBook: { isOn: true, offAt: null, addresses: [ENTRY] }, coins: [] } },
    says: 'Cold',
  },
  'the hold of a new address in the form': {
    view: element(AddressField, {
      ticker: 'BTC',
      typed: { address: '', amount: '' },
      network: null,
      error: null,
      onChange: () => undefined,
    }),
    scene: {
      capabilities: { addressBook: true },
      answers: { addressBook: { isOn: true, offAt: null, addresses: [ENTRY] } },
    },
    says: /Cold.+\d/,
  },
  'the window of a GRIN deposit': {
    view: element(FinalizeClock, {
      signed: { slatepack: '', depositId: null, safeUntil: NOW + 45 * 60_000 + 500, closesAt: NOW + HOUR },
      phase: 'safe',
    }),
    says: /4[45]:SS/,
  },
  'the window of a GRIN withdrawal': {
    view: element(WindowClock, { expiresAt: NOW + 45 * 60_000 + 500, isOver: false }),
    says: /4[45]:SS/,
  },
  'the days of the tape': {
    view: element(MarketHistory, { pair: PAIR, digits: undefined }),
    scene: { answers: { trades: [trade('1', NOW - HOUR), trade('2', NOW - DAY)] } },
    says: say('trade:history.day.yesterday'),
  },
};

const textOf = async ({ view, scene = {} }: Shown, off: number): Promise<string> => {
  const { clock, device } = await heardFrom(off);
  const screen = await show(view, { ...scene, clock });
  await screen.act(() => device.advance(0));
  return screen.text.replaceAll(/(?<=\d\d:)\d\d(?! UTC)/g, 'SS');
};

describe.each(Object.entries(OFF))('on a device that is %s', (_name, off) => {
  it.each(Object.entries(SCREENS))('%s is told by the server’s clock (TIME-01)', async (_what, shown) => {
    const text = await textOf(shown, off);
    expect(text).toMatch(shown.says);
    expect(text).toBe(await textOf(shown, 0));
  });

  it('a GRIN deposit closes with its window, no sooner and no later (TIME-01)', async () => {
    const { clock, device } = await heardFrom(off);
    const { window } = slatepackDepositImplementations({
      http: { send: () => Promise.reject(new Error('not asked')) },
      clock,
      page,
      invalidateDeposits: () => undefined,
    }).actors;
    const told: string[] = [];
    const input = { safeUntil: NOW + HOUR, closesAt: NOW + 2 * HOUR };
    const hearing = setup({ actors: { window } }).createMachine({
      invoke: { src: 'window', input },
      on: { '*': { actions: ({ event }) => void told.push(event.type) } },
    });
    const actor = createActor(hearing).start();
    device.advance(HOUR - 2000);
    expect(told).toEqual([]);
    device.advance(62_000);
    expect(told).toEqual(['window.narrowed']);
    device.advance(HOUR);
    expect(told).toEqual(['window.narrowed', 'window.closed']);
    actor.stop();
  });

  it('a GRIN withdrawal waits until its end (TIME-01)', async () => {
    const { clock, device } = await heardFrom(off);
    let isOver = false;
    createWaitUntil(clock, page)(NOW + HOUR, () => (isOver = true));
    device.advance(HOUR - 2000);
    expect(isOver).toBe(false);
    device.advance(62_000);
    expect(isOver).toBe(true);
  });

  it('the newest candles are those of the server’s now (TIME-01)', async () => {
    const { clock } = await heardFrom(off);
    const asked: { stop_ts: number }[] = [];
    const { readLatest } = candleChartImplementations({
      http: {
        send: (_call: unknown, { body }: { body: { stop_ts: number } }) => {
          asked.push(body);
          return Promise.resolve(succeeded({ candles: [], hasInvalidTime: false }));
        },
      } as never,
      clock,
      page: { ...page, isVisible: () => true },
      storage: { write: () => undefined },
      random: () => 0,
      useBars: null,
    }).actors;
    const actor = createActor(readLatest, { input: { pair: 'XMR-BTC', interval: '60' } });
    actor.start();
    await new Promise(setImmediate);
    expect(Math.abs((asked[0]?.stop_ts ?? 0) - NOW / 1000)).toBeLessThanOrEqual(2);
  });

  it('an export is named after the server’s day (TIME-01)', async () => {
    const { clock } = await heardFrom(off);
    const saved: string[] = [];
    const { saveFile } = historyExportImplementations({
      http: { send: () => Promise.reject(new Error('not asked')) },
      files: { save: (name: string) => Promise.resolve(void saved.push(name)) },
      clock,
      random: () => 0,
      zone: () => 'UTC',
    }).actors;
    const input = {
      list: 'trades',
      range: { from: null, to: null },
      selection: { filter: 'all', search: '' },
      headings: [],
      rows: [],
    } as never;
    createActor(saveFile, { input }).start();
    await new Promise(setImmediate);
    expect(saved).toEqual(['trading-history_2026-11-28.csv']);
  });
});
