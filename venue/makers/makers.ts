import { toUnits } from '../../src/domain/decimal.ts';
import type { Exchange } from '../exchange.ts';
import type { Log } from '../log.ts';
import { PAIR_MODELS, onIncrement, textOf, worthOf } from '../market/model.ts';
import { UNIT_SCALE } from '../market/types.ts';
import { createRandom } from '../random.ts';
import { createFairPrices } from './fair.ts';
import { createTrader, type Trader } from './trader.ts';

/** Fixed IDs, so that a restart finds their orders. */
export const MAKER_ACCOUNTS = {
  quoters: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
  taker: '00000000-0000-4000-8000-000000000003',
} as const;

const WEIGHTS: Readonly<Record<string, number>> = { 'XMR-BTC': 2, 'BTC-USDT': 2, 'XMR-USDT': 1.5 };
/** Target holding of each coin, in days of volume. */
const DAYS_HELD = 6;
/** Percent of the target below which an account is funded again. */
const FILL_BELOW = 40n;
const CHECK_FUNDS_EVERY = 60_000;
const PAUSE_AFTER_FAULT = 1000;

export interface Makers {
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface MakersParts {
  readonly exchange: Exchange;
  readonly ensureAccounts: (ids: readonly string[]) => Promise<void>;
  readonly lastPrice: (pair: string) => string | null;
  readonly seed: string;
  readonly rate: () => number;
  readonly log: Log;
}

export function createMakers(parts: MakersParts): Makers {
  const { exchange, seed, log } = parts;
  const random = createRandom(`${seed}/makers`);
  const fair = createFairPrices(seed, (pair) => worthOfText(parts.lastPrice(pair)));
  const pairs = exchange.pairs.filter(({ isEnabled, symbol }) => isEnabled && symbol in PAIR_MODELS);
  const traders = pairs.map((rules, index) =>
    createTrader({ exchange, rules, fair, quoter: quoterOf(index), taker: MAKER_ACCOUNTS.taker, seed }),
  );
  const weights = traders.map(({ pair }) => WEIGHTS[pair] ?? 1);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let isStopping = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fundsCheckedAt = 0;
  let underway: Promise<void> = Promise.resolve();

  async function open(): Promise<void> {
    try {
      await fund();
    } catch (error) {
      log.error('funding the market makers', error);
    }
    // The core settles different pairs in parallel.
    await Promise.all(traders.map(build));
  }

  async function fund(): Promise<void> {
    fundsCheckedAt = Date.now();
    await parts.ensureAccounts([...MAKER_ACCOUNTS.quoters, MAKER_ACCOUNTS.taker]);
    for (const account of [...MAKER_ACCOUNTS.quoters, MAKER_ACCOUNTS.taker]) {
      const free = new Map(
        (await exchange.balances(account)).map(({ currency, available }) => [currency, available]),
      );
      for (const [coin, wanted] of holdings()) {
        const has = toUnits(free.get(coin) ?? '0', UNIT_SCALE) ?? 0n;
        if (has * 100n < wanted * FILL_BELOW) {
          await exchange.fund(account, { [coin]: textOf(wanted - has) }, 'market maker');
        }
      }
    }
  }

  function holdings(): Map<string, bigint> {
    const sizes = new Map<string, number>();
    const add = (coin: string, size: number): void => {
      sizes.set(coin, (sizes.get(coin) ?? 0) + size * DAYS_HELD);
    };
    for (const { symbol, base, quote } of pairs) {
      const { turnover, worth } = PAIR_MODELS[symbol] ?? { turnover: 0, worth: 0 };
      add(base, turnover);
      add(quote, turnover * worth);
    }
    return new Map(
      [...sizes].map(([coin, size]) => [coin, onIncrement(Math.ceil(size), 10n ** BigInt(UNIT_SCALE))]),
    );
  }

  async function build(trader: Trader): Promise<void> {
    try {
      await trader.resume();
      for (let isMissing = true; isMissing;) {
        const action = isStopping ? null : await trader.placeMissingLevel();
        isMissing = action !== null && action.kind !== 'refused';
      }
    } catch (error) {
      if (!isStopping) log.error('building a book', error);
    }
  }

  function pick(rate: number): [Trader, number] | null {
    let point = random.next() * total;
    for (const [index, trader] of traders.entries()) {
      const weight = weights[index] ?? 1;
      point -= weight;
      // A step advances the pair's time by the expected interval.
      if (point < 0) return [trader, total / (weight * rate)];
    }
    return null;
  }

  async function step(): Promise<void> {
    const rate = parts.rate();
    let wait = (-Math.log(1 - random.next()) / rate) * 1000;
    try {
      const [trader, seconds] = pick(rate) ?? [];
      const action = (await trader?.step(seconds ?? 0)) ?? null;
      const isShort = action?.kind === 'refused' && /FUNDS|BALANCE/.test(action.code);
      if (isShort || Date.now() - fundsCheckedAt > CHECK_FUNDS_EVERY) await fund();
    } catch (error) {
      if (!isStopping) log.error('a step of the market makers', error);
      wait = PAUSE_AFTER_FAULT;
    }
    if (!isStopping) timer = setTimeout(run, Math.min(wait, 5000));
  }

  function run(): void {
    underway = step();
  }

  return {
    async start() {
      underway = open();
      await underway;
      if (!isStopping) run();
    },
    async close() {
      isStopping = true;
      clearTimeout(timer);
      // The database closes next, so books that are being built must finish.
      await underway;
    },
  };
}

const quoterOf = (index: number): string =>
  MAKER_ACCOUNTS.quoters[index % MAKER_ACCOUNTS.quoters.length] ?? MAKER_ACCOUNTS.quoters[0];

function worthOfText(text: string | null): number | null {
  const units = text === null ? null : toUnits(text, UNIT_SCALE);
  return units === null ? null : worthOf(units);
}
