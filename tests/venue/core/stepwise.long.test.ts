import { describe, expect, test } from 'vitest';
import type { OrderRecord, Outcome } from '../../../venue/exchange.ts';
import { createRandom, type Random } from '../../../venue/random.ts';
import { databases } from '../databases.ts';
import { type Harness, startCore, unsettledIn } from './harness.ts';

const PAIR = 'XMR-BTC';

describe.each(databases)('many random orders, on $name', (kind) => {
  test.each([1, 3])(
    'end the same, fill by fill or at once, and through restarts in the middle (LOAD-09, seed %i)',
    async (seed) => {
      const random = createRandom(`unsettled-${seed}`);
      const pick = <T>(from: readonly T[]): T => from[random.whole(0, from.length - 1)] as T;
      const [stepwise, whole] = [
        await startCore(kind, 'on disk', 1),
        await startCore(kind, 'in memory', 1e6),
      ];
      const funds = { BTC: '1000', XMR: '100000' };
      const accounts = { stepwise: [] as string[], whole: [] as string[] };
      for (let count = 0; count < 4; count += 1) {
        accounts.stepwise.push(await stepwise.account(funds));
        accounts.whole.push(await whole.account(funds));
      }
      const place = (core: Harness, who: string, sent: Sent): Promise<Outcome<OrderRecord>> =>
        sent.price === undefined
          ? core.exchange.placeMarket(who, { ...sent, pair: PAIR })
          : core.exchange.placeLimit(who, { quantity: '1', ...sent, price: sent.price, pair: PAIR });
      const orders: { who: number; stepwise: string; whole: string }[] = [];
      let stoppedIn = 0;
      // Until a restart has met unsettled fills.
      for (let round = 0; round < 12 || stoppedIn === 0; round += 1) {
        const chosen = Array.from({ length: 25 }, () => ({ who: random.whole(0, 3), sent: orderBy(random) }));
        const sendTo = (name: 'stepwise' | 'whole', core: Harness) =>
          Promise.all(chosen.map(({ who, sent }) => place(core, accounts[name][who] ?? '', sent)));
        const [some, all] = await Promise.all([sendTo('stepwise', stepwise), sendTo('whole', whole)]);
        expect(some.map(codeOf)).toEqual(all.map(codeOf));
        chosen.forEach(({ who }, index) => {
          const [one, other] = [some[index], all[index]];
          if (one?.ok && other?.ok) orders.push({ who, stepwise: one.value.id, whole: other.value.id });
        });
        stoppedIn += await unsettledIn(stepwise.store);
        if (round % 3 === 0) await stepwise.restart();
        await stepwise.settled();
        for (let count = 0; count < 5; count += 1) {
          const { who, ...ids } = pick(orders);
          const change = { price: `0.00${random.whole(400, 480)}`, quantity: String(random.whole(1, 40)) };
          const amended = [
            await stepwise.exchange.amend(accounts.stepwise[who] ?? '', ids.stepwise, change),
            await whole.exchange.amend(accounts.whole[who] ?? '', ids.whole, change),
          ];
          expect(codeOf(amended[0])).toBe(codeOf(amended[1]));
          await stepwise.settled();
        }
        for (let count = 0; count < 5; count += 1) {
          const { who, ...ids } = pick(orders);
          const ended = [
            await stepwise.exchange.cancel(accounts.stepwise[who] ?? '', ids.stepwise),
            await whole.exchange.cancel(accounts.whole[who] ?? '', ids.whole),
          ];
          expect(codeOf(ended[0])).toBe(codeOf(ended[1]));
        }
      }
      expect(stoppedIn).toBeGreaterThan(0);
      const allOf = async (name: 'stepwise' | 'whole', core: Harness) => {
        const read = accounts[name].map(async (account) => {
          const all = await core.exchange.orders(account, { skip: 0, limit: 1000 });
          return all.map(({ side, price, cost, quantity, quantityLeft, value, state }) =>
            [side, price, cost, quantity, quantityLeft, value, state].join(' '),
          );
        });
        return Promise.all(read);
      };
      expect(await allOf('stepwise', stepwise)).toEqual(await allOf('whole', whole));
      const balances = async (name: 'stepwise' | 'whole', core: Harness) =>
        Promise.all(accounts[name].map((account) => core.balances(account)));
      expect(await balances('stepwise', stepwise)).toEqual(await balances('whole', whole));
      expect(await stepwise.exchange.audit()).toEqual([]);
      await stepwise.remove();
      await whole.remove();
    },
  );
});

interface Sent {
  readonly side: 'buy' | 'sell';
  readonly price?: string;
  readonly quantity?: string;
  readonly displayQuantity?: string;
  readonly cost?: string;
}

/** Mostly small orders that rest, and now and then one that takes many of them; all within a price band. */
function orderBy(random: Random): Sent {
  const side = random.next() < 0.5 ? 'buy' : 'sell';
  const quantity = String(random.next() < 0.15 ? random.whole(5, 40) : random.whole(1, 3));
  const dice = random.next();
  if (dice < 0.8) {
    const order = { side, price: `0.00${random.whole(400, 480)}`, quantity } as const;
    return dice < 0.2 ? { ...order, displayQuantity: '0.7' } : order;
  }
  if (dice < 0.9 || side === 'sell') return { side, quantity };
  return { side, cost: `0.0${random.whole(1, 9)}01` };
}

const codeOf = (outcome: Outcome<OrderRecord> | undefined): string =>
  outcome?.ok === false ? outcome.code : 'ok';
