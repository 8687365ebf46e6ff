import { fromUnits } from '../../src/domain/decimal.ts';
import type { CoinObject } from '../market/catalogue.ts';
import { createRandom, type Random } from '../random.ts';

/**
 * Network fees of each coin, as they are pushed to the fees page (spec 2 §3, "Fee entry"). A sandbox has no
 * networks to ask: the prices are a repeatable walk around the usual ones.
 */
export interface Fees {
  /** Every coin. */
  snapshot(): FeeMap;
  /** Told the coins that changed. */
  onUpdate(listener: (changed: FeeMap) => void): () => void;
  /** Moves the prices once; the timer calls it, and tests do. */
  move(): void;
  close(): void;
}

export type FeeMap = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** How a network prices a transaction. */
interface Tariff {
  readonly unit: string;
  /** What the medium priority usually pays, in the unit: a model's number, not money. */
  readonly usual: number;
  readonly digits: number;
  /** Units of 10^-8 coin that a usual transaction costs per unit of price, times 10^6. */
  readonly cost: bigint;
  /** Blocks until a transaction of this priority is usually in one. */
  readonly blocks: number;
}

const TARIFFS: Readonly<Record<string, Tariff>> = {
  // 141 vbytes
  BTC: { unit: 'sat/vB', usual: 2, digits: 1, cost: 141_000_000n, blocks: 3 },
  // 2.2 kB of 10^-12
  XMR: { unit: 'piconero/kB', usual: 80_000_000, digits: 0, cost: 220n, blocks: 1 },
  // 2.2 kB of 10^-11
  WOW: { unit: 'picowow/kB', usual: 980_000_000, digits: 0, cost: 2_200n, blocks: 1 },
  // one transaction, of 10^-9
  GRIN: { unit: 'nanogrin', usual: 23_000_000, digits: 0, cost: 100_000n, blocks: 1 },
  // 2,036 grams
  KAS: { unit: 'sompi/gram', usual: 100, digits: 0, cost: 2_036_000_000n, blocks: 10 },
  // 21,000 gas of 10^-9
  AVAX: { unit: 'gwei', usual: 1.5, digits: 2, cost: 2_100_000_000n, blocks: 1 },
  // 65,000 gas of 10^-9 ETH, at 3,000 USDT
  USDT: { unit: 'gwei', usual: 2, digits: 2, cost: 19_500_000_000_000n, blocks: 2 },
};

const MOVE_EVERY = 10_000;

interface Quote {
  /** Logarithm of the price over its usual one. */
  drift: number;
  updatedAt: number;
}

export function createFees(coins: readonly CoinObject[], seed: string, now: () => number): Fees {
  const random = createRandom(`${seed}/fees`);
  const listeners = new Set<(changed: FeeMap) => void>();
  const quotes = new Map<string, Quote>(
    coins
      .filter(({ ticker }) => ticker in TARIFFS)
      .map(({ ticker }) => [ticker, { drift: 0, updatedAt: now() }]),
  );
  const timer = setInterval(move, MOVE_EVERY);
  timer.unref();

  function move(): void {
    const changed = [...quotes].filter(() => random.next() < 0.5);
    for (const [, quote] of changed) {
      quote.drift = drifted(quote.drift, random);
      quote.updatedAt = now();
    }
    if (changed.length === 0) return;
    const map = entries(changed);
    for (const listener of listeners) listener(map);
  }

  function entries(of: Iterable<[string, Quote]>): FeeMap {
    return Object.fromEntries(
      [...of].flatMap(([ticker, quote]) => {
        const coin = coins.find((entry) => entry.ticker === ticker);
        const tariff = TARIFFS[ticker];
        return coin && tariff ? [[ticker, entry(coin, tariff, quote)]] : [];
      }),
    );
  }

  return {
    snapshot: () => entries(quotes),
    onUpdate(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    move,
    close: () => clearInterval(timer),
  };
}

/** Mostly near the usual price; now and then a rush that takes a while to pass. */
function drifted(drift: number, random: Random): number {
  const rush = random.next() < 0.004 ? 1.2 : 0;
  return drift * 0.9 + 0.04 * random.normal() + rush;
}

function entry(coin: CoinObject, tariff: Tariff, quote: Quote): Record<string, unknown> {
  const power = 10 ** tariff.digits;
  const price = BigInt(Math.max(1, Math.round(tariff.usual * Math.exp(quote.drift) * power)));
  // Rounded up: a fee below the network's price would not be mined.
  const divisor = 1_000_000n * BigInt(power);
  const fee = fromUnits((price * tariff.cost + divisor - 1n) / divisor, 8);
  return {
    unit: tariff.unit,
    calculated: fee,
    priorities: { medium: { fee, price: fromUnits(price, tariff.digits), blocks: tariff.blocks } },
    coin_info: {
      name: coin.name,
      network: coin.network,
      min_deposit_amount: coin.min_deposit_amount,
      min_withdrawal_amount: coin.min_withdrawal_amount,
      deposit_fee: coin.deposit_fee,
      withdrawal_fee: '0',
      is_deposit_enabled: coin.is_deposit_enabled,
      is_withdrawal_enabled: coin.is_withdrawal_enabled,
      is_trading_enabled: coin.is_trading_enabled,
      decimal_places: coin.decimal_places,
      updated_at: new Date(quote.updatedAt).toISOString(),
    },
  };
}
