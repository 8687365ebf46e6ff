/**
 * A venue under load, to be killed. On standard output it prints what it is about to do and what was acknowledged, one
 * JSON line each, before it goes on: what is not printed was not acknowledged.
 * Argument: `{"store": StoreOptions, "accounts": string[], "seed": number}`.
 */
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { atomically } from '../../../venue/coins/post.ts';
import { createExchange } from '../../../venue/core/create.ts';
import type { LimitOrder, MarketOrder } from '../../../venue/exchange.ts';
import { payOutFees } from '../../../venue/operators/payOut.ts';
import { RefusedError } from '../../../venue/refused.ts';
import { openStore, type StoreOptions } from '../../../venue/sql/store.ts';
import { openCoins, WITHDRAWAL } from './coins.ts';

export type Said =
  | { readonly say: 'starting' }
  | { readonly say: 'ready' }
  | {
      readonly say: 'try';
      readonly key: string;
      readonly account: string;
      readonly order: LimitOrder | Trailing;
    }
  | { readonly say: 'placed'; readonly key: string; readonly id: string }
  | { readonly say: 'refused'; readonly key: string; readonly code: string }
  | { readonly say: 'canceled'; readonly id: string }
  | { readonly say: 'amended'; readonly id: string }
  | { readonly say: 'ask'; readonly key: string; readonly account: string }
  | { readonly say: 'withdrawn'; readonly key: string; readonly id: string }
  | { readonly say: 'kept'; readonly key: string }
  | { readonly say: 'paid' };

const say = (line: Said): void => void writeSync(1, `${JSON.stringify(line)}\n`);

const {
  store: options,
  accounts,
  seed,
}: { store: StoreOptions; accounts: string[]; seed: number } = JSON.parse(process.argv[2] ?? '{}');

let state = seed;
/** A small seeded generator (LCG). It chooses the orders, not their timing; the moment of the kill is random anyway. */
const below = (limit: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};
const pick = <T>(list: readonly T[]): T => {
  const chosen = list[below(list.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
};

export type Trailing = MarketOrder & Required<Pick<MarketOrder, 'trailPercent'>>;

/** Most of them rest. */
const TERMS: readonly Pick<LimitOrder, 'timeInForce' | 'isPostOnly' | 'displayQuantity'>[] = [
  {},
  {},
  {},
  { timeInForce: 'IOC' },
  { timeInForce: 'FOK' },
  { isPostOnly: true },
  { displayQuantity: '0.5' },
  { displayQuantity: '0.3' },
];

/** Prices within 10 % of each other: no price band pauses a pair. */
const orderOf = (): LimitOrder => {
  if (below(4) === 0) return twoLegs(pick(['buy', 'sell']));
  const terms = pick(TERMS);
  return {
    pair: pick(['XMR-USDT', 'KAS-USDT', 'AVAX-USDT']),
    side: pick(['buy', 'sell']),
    price: String(91 + below(10)),
    quantity: String(1 + below(3)),
    ...terms,
    ...(terms.displayQuantity === undefined && below(2) === 0 && { stopPrice: String(91 + below(10)) }),
  };
};

function twoLegs(side: 'buy' | 'sell'): LimitOrder {
  const [low, high] = [String(91 + below(3)), String(97 + below(4))];
  const [price, ocoStopPrice] = side === 'sell' ? [high, low] : [low, high];
  return {
    pair: pick(['XMR-USDT', 'KAS-USDT', 'AVAX-USDT']),
    side,
    price,
    quantity: String(1 + below(3)),
    ocoStopPrice,
    ...((side === 'buy' || below(2) === 0) && { ocoLimitPrice: String(91 + below(10)) }),
  };
}

function trailing(): Trailing {
  const amount =
    below(2) === 0 ? ({ side: 'sell', quantity: '1' } as const) : ({ side: 'buy', cost: '150' } as const);
  return { pair: pick(['XMR-USDT', 'KAS-USDT', 'AVAX-USDT']), trailPercent: String(1 + below(6)), ...amount };
}

say({ say: 'starting' });
const store = await openStore(options);
// One by one, so that kills fall between the fills of an order.
const exchange = await createExchange({ store, fillsAtOnce: 1 });
const coins = await openCoins(store.pool);
say({ say: 'ready' });

/** Leaves room for orders, as withdrawals are quicker. */
const waiting: (() => void)[] = [];
const tellOfOrder = (): void => waiting.splice(0).forEach((go) => go());
const anOrder = (): Promise<void> => new Promise((resolve) => void waiting.push(resolve));

async function trader(): Promise<never> {
  for (;;) {
    const [key, account] = [randomUUID(), pick(accounts)];
    const order = below(8) === 0 ? trailing() : orderOf();
    say({ say: 'try', key, account, order });
    const outcome = await ('trailPercent' in order
      ? exchange.placeMarket(account, order, key)
      : exchange.placeLimit(account, order, key));
    tellOfOrder();
    if (!outcome.ok) {
      say({ say: 'refused', key, code: outcome.code });
      continue;
    }
    say({ say: 'placed', key, id: outcome.value.id });
    const amended = await exchange.amend(account, outcome.value.id, {
      price: String(91 + below(10)),
      quantity: String(1 + below(3)),
    });
    // An amendment that changes nothing leaves no trace.
    const { price, quantity } = outcome.value;
    if (amended.ok && (amended.value.price !== price || amended.value.quantity !== quantity))
      say({ say: 'amended', id: amended.value.id });
    if (below(3) > 0) continue;
    const canceled = await exchange.cancel(account, outcome.value.id);
    if (canceled.ok) say({ say: 'canceled', id: canceled.value.id });
  }
}
async function leaver(): Promise<never> {
  for (;;) {
    const [key, account] = [randomUUID(), pick(accounts)];
    say({ say: 'ask', key, account });
    const outcome = await coins.withdraw(account, WITHDRAWAL, key);
    say(outcome.ok ? { say: 'withdrawn', key, id: outcome.value.row.id } : { say: 'kept', key });
    // Only a waiting one returns its coins (HELD-06).
    if (outcome.ok) await coins.cancelWithdrawal(account, outcome.value.row.id);
    await anOrder();
  }
}
/** Two operators pay out a little of the fees, one after the other (OPERATOR-19). */
async function payer(): Promise<never> {
  for (;;) {
    // A new amount each time: the same is not paid twice within days.
    const what = { coin: 'USDT', amount: `0.0000${String(1 + below(9999)).padStart(4, '0')}` };
    for (const operator of ['ann', 'ben']) {
      const act = { operator, email: 'house@example.org', reason: 'Bills' };
      try {
        const { approvals } = await atomically(store.pool, (client) =>
          payOutFees(client, act, what, new Date()),
        );
        if (approvals === 2) say({ say: 'paid' });
      } catch (error) {
        // Nothing is earned yet, or a venue was killed after this operator's approval.
        if (!(error instanceof RefusedError)) throw error;
      }
    }
    await anOrder();
  }
}
await Promise.all([...Array.from({ length: 11 }, trader), leaver(), payer()]);
