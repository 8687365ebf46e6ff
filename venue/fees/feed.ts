import { type DecimalText, fromUnits } from '../../src/domain/decimal.ts';
import { UNIT_DIGITS } from '../ledger/units.ts';
import type { CoinObject } from '../market/catalogue.ts';
import { createRandom, type Random } from '../random.ts';

/** Network fees (FEES-02). A sandbox has no networks, so prices are a seeded random walk. */
export interface Fees {
  snapshot(): FeeMap;
  onUpdate(listener: (changed: FeeMap) => void): () => void;
  quotes(coin: string): FeeQuotes | undefined;
  /** Congestion for testers. False for a coin without fee data. */
  setCongestion(coin: string, isCongested: boolean): boolean;
  /**
   * The price that the coin's node reports for its network, in the unit of the tariff (CHAIN-09). From then on the fee
   * does not move by itself. Anything but a positive number changes nothing.
   */
  observe(coin: string, level: number): void;
  move(): void;
  keepMoving(): () => void;
  state(): FeesState;
  take(state: FeesState, which: 'all' | 'newer'): void;
  /** For prices that moved here, not for merged ones. */
  onMove(listener: () => void): void;
}

export type FeesState = readonly (readonly [coin: string, quote: Quote])[];

export type FeeMap = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface FeeQuotes {
  readonly current: DecimalText;
  /** Fees of the last minutes: a withdrawal pays the fee that was confirmed (WITHDRAW-16). */
  readonly recent: readonly DecimalText[];
}

interface Tariff {
  readonly unit: string;
  /** Usual price of the medium priority in `unit`; not money. */
  readonly usual: number;
  readonly digits: number;
  /** Units of 10^-8 coin per usual transaction and unit of price, times 10^6. */
  readonly cost: bigint;
  readonly blocks: number;
  /** Factor of the price in a surge, which exceeds the threshold of FEES-03. */
  readonly surge: number;
}

const TARIFFS: Readonly<Record<string, Tariff>> = {
  // 141 vbytes
  BTC: { unit: 'sat/vB', usual: 2, digits: 1, cost: 141_000_000n, blocks: 3, surge: 3 },
  // 2.2 kB of 10^-12
  XMR: { unit: 'piconero/kB', usual: 80_000_000, digits: 0, cost: 220n, blocks: 1, surge: 4 },
  // 2.2 kB of 10^-11
  WOW: { unit: 'picowow/kB', usual: 980_000_000, digits: 0, cost: 2_200n, blocks: 1, surge: 1.4 },
  // one transaction, of 10^-9
  GRIN: { unit: 'nanogrin', usual: 23_000_000, digits: 0, cost: 100_000n, blocks: 1, surge: 7 },
  // 2,036 grams
  KAS: { unit: 'sompi/gram', usual: 100, digits: 0, cost: 2_036_000_000n, blocks: 10, surge: 10 },
  // 21,000 gas of 10^-9
  AVAX: { unit: 'gwei', usual: 1.5, digits: 2, cost: 2_100_000_000n, blocks: 1, surge: 40 },
  // 65,000 gas of 10^-9 ETH, at 3,000 USDT
  USDT: { unit: 'gwei', usual: 2, digits: 2, cost: 19_500_000_000_000n, blocks: 2, surge: 30 },
};

const MOVE_EVERY = 10_000;
/** Milliseconds for which a shown fee stays valid (WITHDRAW-16). */
const VALID_FOR = 600_000;

export interface Quote {
  drift: number;
  updatedAt: number;
  past: { readonly fee: DecimalText; readonly until: number }[];
}

export function createFees(
  coins: () => readonly CoinObject[],
  seed: string,
  now: () => number,
  heightOf: (coin: string) => number | undefined,
): Fees {
  const random = createRandom(`${seed}/fees`);
  const listeners = new Set<(changed: FeeMap) => void>();
  const quotes = new Map<string, Quote>(
    coins()
      .filter(({ ticker }) => ticker in TARIFFS)
      .map(({ ticker }) => [ticker, { drift: 0, updatedAt: now(), past: [] }]),
  );
  const movers = new Set<() => void>();
  const observed = new Set<string>();

  function move(): void {
    const changed = [...quotes].filter(([ticker]) => random.next() < 0.5 && !observed.has(ticker));
    for (const [ticker, quote] of changed)
      change(ticker, quote, drifted(quote.drift, surgeOf(ticker), random));
    notify(changed);
    for (const moved of movers) moved();
  }

  function change(ticker: string, quote: Quote, drift: number): void {
    const at = now();
    const past = quote.past.filter(({ until }) => until > at - VALID_FOR);
    quote.past = [...past, { fee: feeOf(ticker, quote), until: at }];
    quote.drift = drift;
    quote.updatedAt = at;
  }

  function notify(changed: FeesState): void {
    if (changed.length === 0) return;
    const map = entries(changed);
    for (const listener of listeners) listener(map);
  }

  function feeOf(ticker: string, quote: Quote): DecimalText {
    const coin = coins().find((entry) => entry.ticker === ticker);
    const tariff = TARIFFS[ticker];
    if (!coin || !tariff) throw new Error(`${ticker} has no tariff`);
    return priceOf(coin, tariff, quote).fee;
  }

  function entries(of: Iterable<readonly [string, Quote]>): FeeMap {
    return Object.fromEntries(
      [...of].flatMap(([ticker, quote]) => {
        const coin = coins().find((entry) => entry.ticker === ticker);
        const tariff = TARIFFS[ticker];
        return coin && tariff ? [[ticker, entry(coin, tariff, quote, heightOf(ticker) ?? null)]] : [];
      }),
    );
  }

  return {
    snapshot: () => entries(quotes),
    onUpdate(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    quotes(ticker) {
      const quote = quotes.get(ticker);
      if (!quote) return undefined;
      const current = feeOf(ticker, quote);
      const valid = quote.past.filter(({ until }) => until > now() - VALID_FOR);
      return { current, recent: [...new Set([current, ...valid.map(({ fee }) => fee)])] };
    },
    setCongestion(ticker, isCongested) {
      const quote = quotes.get(ticker);
      if (!quote) return false;
      change(ticker, quote, isCongested ? surgeOf(ticker) : 0);
      notify([[ticker, quote]]);
      for (const moved of movers) moved();
      return true;
    },
    observe(ticker, level) {
      const [quote, tariff] = [quotes.get(ticker), TARIFFS[ticker]];
      if (!quote || !tariff || !(level > 0) || !Number.isFinite(level)) return;
      observed.add(ticker);
      const before = feeOf(ticker, quote);
      const drift = Math.log(level / tariff.usual);
      if (feeOf(ticker, { ...quote, drift }) === before) return;
      change(ticker, quote, drift);
      notify([[ticker, quote]]);
      for (const moved of movers) moved();
    },
    move,
    keepMoving() {
      const timer = setInterval(move, MOVE_EVERY);
      timer.unref();
      return () => clearInterval(timer);
    },
    state: () => [...quotes],
    take(state, which) {
      const changed = state.filter(([ticker, { updatedAt }]) => {
        const known = quotes.get(ticker);
        return known !== undefined && (which === 'all' || known.updatedAt < updatedAt);
      });
      for (const [ticker, quote] of changed) quotes.set(ticker, quote);
      notify(changed);
    },
    onMove: (listener) => void movers.add(listener),
  };
}

const surgeOf = (ticker: string): number => Math.log(TARIFFS[ticker]?.surge ?? 1);

function drifted(drift: number, surge: number, random: Random): number {
  const started = random.next() < 0.004 ? surge : 0;
  return drift * 0.9 + 0.04 * random.normal() + started;
}

function priceOf(coin: CoinObject, tariff: Tariff, quote: Quote): { price: DecimalText; fee: DecimalText } {
  const power = 10 ** tariff.digits;
  const price = BigInt(Math.max(1, Math.round(tariff.usual * Math.exp(quote.drift) * power)));
  // A fee below the network's price would not be mined.
  const digits = Math.min(UNIT_DIGITS, coin.decimal_places);
  const divisor = 1_000_000n * BigInt(power) * 10n ** BigInt(UNIT_DIGITS - digits);
  const fee = fromUnits((price * tariff.cost + divisor - 1n) / divisor, digits);
  return { price: fromUnits(price, tariff.digits), fee };
}

function entry(
  coin: CoinObject,
  tariff: Tariff,
  quote: Quote,
  height: number | null,
): Record<string, unknown> {
  const { price, fee } = priceOf(coin, tariff, quote);
  return {
    unit: tariff.unit,
    calculated: fee,
    priorities: { medium: { fee, price, blocks: tariff.blocks } },
    coin_info: {
      name: coin.name,
      network: coin.network,
      min_deposit_amount: coin.min_deposit_amount,
      min_withdrawal_amount: coin.min_withdrawal_amount,
      deposit_fee: coin.deposit_fee,
      withdrawal_fee: '0',
      last_block_height: height,
      is_deposit_enabled: coin.is_deposit_enabled,
      is_withdrawal_enabled: coin.is_withdrawal_enabled,
      is_trading_enabled: coin.is_trading_enabled,
      decimal_places: coin.decimal_places,
      updated_at: new Date(quote.updatedAt).toISOString(),
    },
  };
}
