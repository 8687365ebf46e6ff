import { randomUUID } from 'node:crypto';
import { toUnits } from '../../../src/domain/decimal.ts';
import { createCoins } from '../../../venue/coins/coins.ts';
import { openKeys } from '../../../venue/coins/keys.ts';
import { approveWithdrawal, listHeld, refuseHeld } from '../../../venue/coins/held.ts';
import { openNetwork } from '../../../venue/coins/network.ts';
import { atomically } from '../../../venue/coins/post.ts';
import { createExchange } from '../../../venue/core/create.ts';
import type { LimitOrder, Outcome } from '../../../venue/exchange.ts';
import { createGrin, WINDOW_MINUTES } from '../../../venue/grin/grin.ts';
import { createUserWallet } from '../../../venue/grin/userWallet.ts';
import type { RangeProofs } from '../../../venue/grin/rangeProof/proofs.ts';
import { createWallet } from '../../../venue/grin/wallet.ts';
import { textOf } from '../../../venue/ledger/units.ts';
import type { Random } from '../../../venue/random.ts';
import { openStore } from '../../../venue/sql/store.ts';
import { FEES, OUTSIDE } from '../coins/harness.ts';
import { testBox } from '../secrets/box.ts';
import { Journal } from './journal.ts';

/** Accounts that trade, deposit and withdraw. */
const ACCOUNTS = 8;
const FUNDS = { BTC: '5', USDT: '90000', XMR: '300', GRIN: '500000' };
/** Coins with addresses. */
const ADDRESSED = ['BTC', 'XMR', 'USDT'] as const;
/** Prices within a few ticks, so that orders meet; quantities from the smallest up. */
const MARKETS = [
  { pair: 'XMR-BTC', price: (n: number) => `0.00390${n}`, sizes: ['0.01', '0.07', '0.5', '1.13'] },
  { pair: 'GRIN-BTC', price: (n: number) => `0.0000003${n}`, sizes: ['1', '3', '77', '999'] },
  { pair: 'BTC-USDT', price: (n: number) => `90000.0${n}`, sizes: ['0.00001', '0.000011', '0.033333'] },
] as const;
/** Most orders rest. */
const TERMS: readonly Pick<LimitOrder, 'timeInForce' | 'isPostOnly'>[] = [
  {},
  {},
  {},
  {},
  { timeInForce: 'IOC' },
  { timeInForce: 'FOK' },
  { isPostOnly: true },
];
/** Costs of market orders: with remainders, and too little for anything. */
const COSTS = ['0.00000001', '0.00003901', '0.0123456789', '0.5'];
/** Low enough that some withdrawals wait. */
const CEILINGS = { account: { BTC: '1', USDT: '40000' }, venue: { XMR: '200' } };
/** Number of the latest orders, withdrawals and slates that an operation chooses from. */
const REMEMBERED = 40;
const START = Date.UTC(2026, 10, 21);
/** Most trading orders are settled in several steps. */
const FILLS_AT_ONCE = 1;

/** A proof takes longer than everything else here and moves no money. */
const NO_PROOFS: RangeProofs = { make: async () => new Uint8Array(675), verify: async () => true };

/** A chosen operation: its name for the trace, and its action, which returns the outcome. */
interface Chosen {
  readonly name: string;
  readonly act: () => Promise<string>;
}

/** The venue's real core on an empty embedded database, with a simulated clock and users. */
export class World {
  readonly #close: () => Promise<void>;
  readonly exchange: Awaited<ReturnType<typeof createExchange>>;
  readonly journal: Journal;
  readonly query: (sql: string) => Promise<unknown>;
  readonly #choose: () => Chosen;

  private constructor(parts: {
    readonly exchange: World['exchange'];
    readonly journal: Journal;
    readonly choose: () => Chosen;
    readonly query: World['query'];
    readonly close: () => Promise<void>;
  }) {
    this.exchange = parts.exchange;
    this.journal = parts.journal;
    this.query = parts.query;
    this.#choose = parts.choose;
    this.#close = parts.close;
  }

  /** @param random decides everything that happens. */
  static async open(random: Random): Promise<World> {
    const store = await openStore({});
    const { pool } = store;
    let time = START;
    const now = (): Date => new Date(time);
    const exchange = await createExchange({ store, now, fillsAtOnce: FILLS_AT_ONCE });
    const [keys, network] = [await openKeys(pool, testBox), await openNetwork(pool, now)];
    const windowMinutes = WINDOW_MINUTES;
    const grin = createGrin({
      pool,
      wallet: createWallet(keys, 'venue', NO_PROOFS),
      hasChains: true,
      windowMinutes,
      reauthenticate: async () => null,
      now,
    });
    const coins = createCoins({
      pool,
      keys,
      fees: { quotes: (coin) => FEES[coin] },
      signings: new Map([['GRIN', grin.signing]]),
      hasChains: true,
      reauthenticate: async () => null,
      ceilings: CEILINGS,
      now,
    });
    const wallet = createUserWallet({ pool, wallet: createWallet(keys, 'user', NO_PROOFS), now });
    const journal = await Journal.open(pool);

    const accounts: string[] = [];
    for (let count = 0; count < ACCOUNTS; count += 1) {
      const id = randomUUID();
      accounts.push(id);
      await pool.query('insert into accounts (id) values ($1)', [id]);
      for (const [coin, amount] of Object.entries(FUNDS)) await exchange.fund(id, { [coin]: amount }, 'test');
      await coins.setRefundAddress(id, 'GRIN', wallet.address);
      await coins.setRefundAddress(id, 'XMR', OUTSIDE.XMR);
    }

    const pick = <T>(from: readonly T[]): T => from[random.whole(0, from.length - 1)] as T;
    const orders: string[] = [];
    const withdrawals: string[] = [];
    const awaiting: { readonly account: string; readonly s1: string }[] = [];
    const answered: string[] = [];
    const remember = <T>(list: T[], one: T): void => {
      list.push(one);
      if (list.length > REMEMBERED) list.shift();
    };
    const told = (outcome: Outcome<unknown>): string => (outcome.ok ? 'ok' : outcome.code);

    const shows = ({ sizes }: (typeof MARKETS)[number]): { displayQuantity?: string } =>
      random.next() < 0.2 ? { displayQuantity: pick(sizes) } : {};
    const waits = ({ price }: (typeof MARKETS)[number]): { stopPrice?: string } =>
      random.next() < 0.15 ? { stopPrice: price(random.whole(0, 5)) } : {};

    /** With its legs on both sides of the market. */
    function twoLegs({ price }: (typeof MARKETS)[number], side: 'buy' | 'sell'): Partial<LimitOrder> {
      const low = random.whole(0, 4);
      const [limit, stop] = side === 'sell' ? [5, low] : [0, low + 1];
      const hasLimit = side === 'buy' || random.next() < 0.5;
      return {
        price: price(limit),
        ocoStopPrice: price(stop),
        ...(hasLimit && { ocoLimitPrice: price(random.whole(0, 5)) }),
      };
    }

    function limitOrder(): Chosen {
      const [account, market, side] = [pick(accounts), pick(MARKETS), pick(['buy', 'sell'] as const)];
      const terms =
        random.next() < 0.2 ? twoLegs(market, side) : { ...pick(TERMS), ...shows(market), ...waits(market) };
      const sent: LimitOrder = {
        pair: market.pair,
        side,
        price: market.price(random.whole(0, 5)),
        quantity: pick(market.sizes),
        ...terms,
      };
      const key = random.next() < 0.1 ? `key-${random.whole(0, 500)}` : undefined;
      return {
        name: `limit ${accounts.indexOf(account)} ${Object.values(sent).join(' ')} ${key ?? ''}`,
        async act() {
          const outcome = await exchange.placeLimit(account, sent, key);
          if (!outcome.ok) return outcome.code;
          remember(orders, `${account} ${outcome.value.id}`);
          const { state } = outcome.value;
          if (state === 'WAITING') return state;
          if (sent.displayQuantity !== undefined) return 'iceberg';
          if (sent.ocoStopPrice !== undefined) return 'oco';
          return sent.timeInForce === undefined ? 'ok' : `${sent.timeInForce} ${state}`;
        },
      };
    }

    function marketOrder(): Chosen {
      const [account, market] = [pick(accounts), pick(MARKETS)];
      const { pair, sizes, price } = market;
      const trails = random.next() < 0.3 ? { trailPercent: String(random.whole(2, 40) / 2) } : waits(market);
      const terms = { ...(random.next() < 0.5 ? { price: price(random.whole(0, 5)) } : {}), ...trails };
      const sent =
        random.next() < 0.5
          ? { pair, side: pick(['buy', 'sell'] as const), quantity: pick(sizes), ...terms }
          : { pair, side: 'buy' as const, cost: pick(COSTS), ...terms };
      return {
        name: `market ${accounts.indexOf(account)} ${Object.values(sent).join(' ')}`,
        async act() {
          const outcome = await exchange.placeMarket(account, sent, undefined);
          if (!outcome.ok || outcome.value.state !== 'WAITING') return told(outcome);
          remember(orders, `${account} ${outcome.value.id}`);
          return 'trailPercent' in sent ? 'trails' : 'WAITING';
        },
      };
    }

    function cancel(): Chosen {
      // Now and then somebody else's.
      const [place, stranger] = [random.next(), random.next() < 0.03 ? pick(accounts) : null];
      const key = random.next() < 0.3 ? `cancel-${random.whole(0, 500)}` : undefined;
      return {
        name: `cancel ${place} ${stranger === null ? '' : accounts.indexOf(stranger)} ${key ?? ''}`,
        async act() {
          const found = orders[Math.floor(place * orders.length)];
          if (found === undefined) return 'none';
          const [owner = '', id = ''] = found.split(' ');
          return told(await exchange.cancel(stranger ?? owner, id, key));
        },
      };
    }

    function amend(): Chosen {
      const [place, market] = [random.next(), pick(MARKETS)];
      const change = {
        ...(random.next() < 0.7 && { price: market.price(random.whole(0, 5)) }),
        ...(random.next() < 0.7 && { quantity: pick(market.sizes) }),
        ...waits(market),
      };
      const key = random.next() < 0.3 ? `amend-${random.whole(0, 500)}` : undefined;
      return {
        name: `amend ${place} ${Object.values(change).join(' ')} ${key ?? ''}`,
        async act() {
          const found = orders[Math.floor(place * orders.length)];
          if (found === undefined) return 'none';
          const [owner = '', id = ''] = found.split(' ');
          return told(await exchange.amend(owner, id, change, key));
        },
      };
    }

    function pay(): Chosen {
      const [account, coin] = [pick(accounts), pick(ADDRESSED)];
      const amount = BigInt(random.whole(1, 9)) * 10n ** BigInt(random.whole(2, 8));
      return {
        name: `pay ${accounts.indexOf(account)} ${coin} ${amount}`,
        async act() {
          const address = await coins.depositAddress(account, coin);
          if (!address.ok) return address.code;
          return told(await network.pay(coin, address.value.address, amount));
        },
      };
    }

    function withdraw(): Chosen {
      const [account, coin, dice] = [pick(accounts), pick(ADDRESSED), random.next()];
      const inside = random.next() < 0.3 ? pick(accounts) : null;
      // Everything, a part of it, or more.
      const free = journal.free(account, coin);
      const fee = toUnits(FEES[coin]?.current ?? '0', 8) ?? 0n;
      const part =
        dice < 0.2 ? free - fee : (free * BigInt(random.whole(1, dice < 0.3 ? 1200 : 300))) / 1000n;
      const amount = textOf(part > 0n ? part : 1n);
      return {
        name: `withdraw ${accounts.indexOf(account)} ${coin} ${amount} ${inside === null ? 'outside' : accounts.indexOf(inside)}`,
        async act() {
          const to = inside === null ? null : await coins.depositAddress(inside, coin);
          const address = to === null ? OUTSIDE[coin] : to.ok ? to.value.address : '';
          const outcome = await coins.withdraw(account, { coin, amount, address }, undefined);
          if (outcome.ok) remember(withdrawals, outcome.value.row.id);
          return told(outcome);
        },
      };
    }

    function grinStep(): Chosen {
      const [account, dice, place] = [pick(accounts), random.next(), random.next()];
      const amount = String(random.whole(1, 200));
      if (dice < 0.35)
        return {
          name: `grin withdraw ${accounts.indexOf(account)} ${amount}`,
          async act() {
            const outcome = await coins.withdraw(account, { coin: 'GRIN', amount, address: '' }, undefined);
            if (!outcome.ok) return outcome.code;
            remember(withdrawals, outcome.value.row.id);
            remember(awaiting, { account, s1: outcome.value.slatepack ?? '' });
            return 'ok';
          },
        };
      if (dice < 0.55)
        return {
          name: `grin answer ${place}`,
          async act() {
            const waiting = awaiting[Math.floor(place * awaiting.length)];
            if (!waiting) return 'none';
            const reply = await wallet.receive(waiting.s1);
            if (!reply.ok) return reply.code;
            return told(await grin.finalize(waiting.account, reply.value.slatepack, undefined));
          },
        };
      if (dice < 0.85)
        return {
          name: `grin pay ${accounts.indexOf(account)} ${amount}`,
          async act() {
            const units = toUnits(amount, 9) ?? 0n;
            const { slatepack } = await wallet.send({
              amount: units,
              fee: 23_000_000n,
              to: null,
              isSigned: false,
            });
            const outcome = await grin.receive(account, slatepack);
            if (outcome.ok) remember(answered, outcome.value.slatepack);
            return told(outcome);
          },
        };
      return {
        name: `grin post ${place}`,
        async act() {
          const s2 = answered[Math.floor(place * answered.length)];
          return s2 === undefined ? 'none' : told(await wallet.finalize(s2));
        },
      };
    }

    function mine(): Chosen {
      const [coin, blocks] = [pick([...ADDRESSED, 'GRIN']), random.whole(1, 12)];
      return {
        name: `mine ${coin} ${blocks}`,
        act: async () => `height ${await network.mine(coin, blocks)}`,
      };
    }

    function reorganise(): Chosen {
      const [coin, depth, drops] = [
        pick([...ADDRESSED, 'GRIN']),
        random.whole(1, random.next() < 0.2 ? 30 : 8),
        random.next() < 0.4,
      ];
      const blocks = Math.max(0, depth + random.whole(-1, 3));
      return {
        name: `reorganise ${coin} ${depth} ${blocks} ${drops}`,
        act: async () => `height ${await network.reorganise(coin, { depth, blocks, drops })}`,
      };
    }

    function fail(): Chosen {
      const place = random.next();
      return {
        name: `fail ${place}`,
        async act() {
          const id = withdrawals[Math.floor(place * withdrawals.length)];
          return id === undefined ? 'none' : String(await network.failWithdrawal(id));
        },
      };
    }

    function decide(): Chosen {
      const [place, dice] = [random.next(), random.next()];
      return {
        name: `decide ${place} ${dice}`,
        async act() {
          const held = await listHeld(pool);
          const found = held[Math.floor(place * held.length)];
          if (!found) return 'none';
          const { id, account_id: account } = found;
          if (dice < 0.3) return told(await coins.cancelWithdrawal(account, id));
          return atomically(pool, async (client) => {
            if (dice < 0.5) return told(await refuseHeld(client, id, 'Planted', now()));
            const operator = dice < 0.75 ? 'ann' : 'ben';
            return told(await approveWithdrawal(client, id, operator, now()));
          });
        },
      };
    }

    function wait(): Chosen {
      const minutes = random.whole(1, 30);
      return {
        name: `wait ${minutes}`,
        async act() {
          time += minutes * 60_000;
          await network.expire();
          return 'ok';
        },
      };
    }

    /** Of 1,000 operations. */
    const shares: readonly (readonly [number, () => Chosen])[] = [
      [532, limitOrder],
      [80, amend],
      [40, marketOrder],
      [250, cancel],
      [30, pay],
      [25, withdraw],
      [20, mine],
      [8, reorganise],
      [5, fail],
      [6, grinStep],
      [6, decide],
      [4, wait],
    ];
    const choose = (): Chosen => {
      time += random.whole(0, 2000);
      let dice = random.whole(0, shares.reduce((sum, [share]) => sum + share, 0) - 1);
      for (const [share, chosen] of shares) {
        if (dice < share) return chosen();
        dice -= share;
      }
      return wait();
    };
    return new World({
      exchange,
      journal,
      choose,
      query: (sql) => pool.query(sql),
      async close() {
        await exchange.close();
        await store.close();
      },
    });
  }

  /** This many operations at once, each as it was chosen. @returns a line of the trace for each. */
  async turn(count: number): Promise<string[]> {
    const chosen = Array.from({ length: count }, () => this.#choose());
    const answers = await Promise.all(chosen.map(({ act }) => act()));
    return chosen.map(({ name }, index) => `${name}: ${answers[index]}`);
  }

  close(): Promise<void> {
    return this.#close();
  }
}
