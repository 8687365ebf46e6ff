import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ChainTicker, startChainTicker } from '../../../venue/coins/chainTicker.ts';
import type { Network } from '../../../venue/coins/network.ts';
import { silentLog } from '../../../venue/log.ts';
import { oneDatabase } from '../databases.ts';
import { accepted, type CoinsHarness, startCoins, withdrawBtc } from './harness.ts';

let t: CoinsHarness;
let clock: ChainTicker;
/** What the clock asked of the chains. */
let mined: string[];

const start = (mines: boolean): ChainTicker => {
  const network: Network = {
    ...t.network,
    mine: (coin, blocks) => {
      mined.push(coin);
      return t.network.mine(coin, blocks);
    },
  };
  return startChainTicker({
    network,
    settleDebts: () => Promise.resolve(),
    mines,
    log: silentLog,
    now: () => t.clock,
  });
};

beforeEach(async () => {
  t = await startCoins(oneDatabase);
  mined = [];
});
afterEach(async () => {
  await clock.close();
  await t.remove();
});

test('a chain does not grow while nothing waits on it', async () => {
  clock = start(true);
  for (let tick = 0; tick < 20; tick += 1) {
    t.clock += 60_000;
    await clock.tick();
  }
  expect(mined).toEqual([]);
});

test('blocks come while something waits, ten seconds apart where six confirm a payment, and then no more', async () => {
  clock = start(true);
  const account = await t.account({ BTC: '1' });
  const deposit = await t.pay(account, 'BTC', '0.5');
  const { row } = accepted(await withdrawBtc(t, account, '0.1'));
  await clock.tick();
  t.clock += 9_999;
  await clock.tick();
  expect(mined).toEqual([]);
  for (let block = 1; block <= 6; block += 1) {
    t.clock += block === 1 ? 1 : 10_000;
    await clock.tick();
    expect(mined).toHaveLength(block);
  }
  expect(await t.depositStage(account, deposit)).toBe('credited');
  expect(await t.withdrawalStage(account, row.id)).toBe('completed');
  t.clock += 60_000;
  await clock.tick();
  expect(mined).toHaveLength(6);
});

test('left to testers, no block comes automatically', async () => {
  clock = start(false);
  await t.pay(await t.account(), 'BTC', '0.5');
  for (let tick = 0; tick < 5; tick += 1) {
    t.clock += 60_000;
    await clock.tick();
  }
  expect(mined).toEqual([]);
});

test('a chain that fails does not stop the clock', async () => {
  const faults: string[] = [];
  const network: Network = { ...t.network, busy: () => Promise.reject(new Error('lost')) };
  const log = { ...silentLog, error: (text: string) => void faults.push(text) };
  clock = startChainTicker({
    network,
    settleDebts: () => Promise.resolve(),
    mines: true,
    log,
    now: () => t.clock,
  });
  await clock.tick();
  await clock.tick();
  expect(faults).toEqual(['the clock of the chains', 'the clock of the chains']);
});

test('a chain that fails does not stop the others', async () => {
  const faults: string[] = [];
  const grown: string[] = [];
  const network: Network = {
    ...t.network,
    busy: async () => ['BTC', 'XMR'],
    expire: () => Promise.reject(new Error('lost')),
    async mine(coin) {
      if (coin === 'BTC') throw new Error('lost');
      grown.push(coin);
      return 1;
    },
  };
  const log = { ...silentLog, error: (text: string) => void faults.push(text) };
  clock = startChainTicker({
    network,
    settleDebts: () => Promise.resolve(),
    mines: true,
    log,
    now: () => t.clock,
  });
  await clock.tick();
  t.clock += 60_000;
  await clock.tick();
  expect(grown).toEqual(['XMR']);
  expect(faults).toEqual(['the clock of the chains', 'the clock of the chains']);
});
