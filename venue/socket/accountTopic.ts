import { type Exchange, OPEN_STATES } from '../exchange.ts';
import { wireBalance, wireExecution, wireOrder } from '../http/wire.ts';
import type { Log } from '../log.ts';
import type { Topic } from './streams.ts';

/** Newest first; with more open orders `has_more_orders` is set. */
const MAX_ORDERS = 500;
const MAX_FILLS = 100;
/** Milliseconds between two reads of a busy account. */
const READ_PAUSE = 40;
/** Milliseconds after which an account is read even without news, which may have been missed from another node. */
const READ_EVERY = 15_000;

/** The texts of rows by their keys. */
type Rows = ReadonlyMap<string, string>;

interface State {
  readonly orders: Rows;
  readonly fills: Rows;
  readonly balances: Rows;
  readonly hasMore: boolean;
}

export interface AccountTopicParts {
  readonly exchange: Pick<Exchange, 'orders' | 'executions' | 'balances' | 'on'>;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * The open orders, fills and balances of one account. They are read from the database after each change, so that every
 * node says the same, and never anything uncommitted (LIVE-05).
 */
export function createAccountTopic({ exchange, log, now }: AccountTopicParts) {
  return (accountId: string): Topic => ({
    key: `account:${accountId}`,
    name: 'account',
    fields: { user_id: accountId },
    async open(changed) {
      let isClosed = false;
      let readAt = now();
      let waiting: Promise<void> | null = null;
      let before: Promise<unknown> = Promise.resolve();
      /** Reads once more, after the call. */
      function renew(): Promise<void> {
        if (waiting) return waiting;
        const mine = before.then(async () => {
          waiting = null;
          if (isClosed) return;
          readAt = now();
          current = await readState(exchange, accountId);
          changed();
        });
        waiting = mine;
        before = mine.catch(() => undefined).then(pause);
        return mine;
      }
      const follow = (): void => {
        renew().catch((error: unknown) => log.error('reading an account for its stream', error));
      };
      const stop = exchange.on('accounts', (accounts) => {
        if (accounts.includes(accountId)) follow();
      });
      const close = (): void => {
        isClosed = true;
        stop();
      };
      let current: State = NOTHING;
      try {
        await renew();
      } catch (error) {
        close();
        throw error;
      }
      let told = current;
      return {
        renew,
        snapshot: () => {
          told = current;
          return wholeOf(current);
        },
        advance() {
          if (now() - readAt >= READ_EVERY) follow();
          if (current === told) return null;
          const known = told;
          told = current;
          return changeOf(known, current);
        },
        close,
      };
    },
  });
}

const NOTHING: State = { orders: new Map(), fills: new Map(), balances: new Map(), hasMore: false };

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, READ_PAUSE).unref());

async function readState(exchange: AccountTopicParts['exchange'], accountId: string): Promise<State> {
  const [orders, fills, balances] = await Promise.all([
    exchange.orders(accountId, { states: OPEN_STATES, skip: 0, limit: MAX_ORDERS + 1 }),
    exchange.executions(accountId, { skip: 0, limit: MAX_FILLS }),
    exchange.balances(accountId),
  ]);
  return {
    orders: rowsOf(orders.slice(0, MAX_ORDERS), wireOrder, ({ id }) => id),
    fills: rowsOf(fills, wireExecution, ({ id, isMaker }) => `${id} ${isMaker}`),
    balances: rowsOf(balances, wireBalance, ({ currency }) => currency),
    hasMore: orders.length > MAX_ORDERS,
  };
}

function rowsOf<T>(records: readonly T[], wire: (record: T) => object, name: (record: T) => string): Rows {
  return new Map(records.map((record) => [name(record), JSON.stringify(wire(record))]));
}

const parsed = (texts: Iterable<string>): unknown[] => [...texts].map((text) => JSON.parse(text) as unknown);

const wholeOf = ({ orders, fills, balances, hasMore }: State): object => ({
  orders: parsed(orders.values()),
  has_more_orders: hasMore,
  fills: parsed(fills.values()),
  balances: parsed(balances.values()),
});

function changeOf(before: State, after: State): object | 'all' | null {
  const news = (known: Rows, next: Rows): string[] =>
    [...next].flatMap(([name, text]) => (known.get(name) === text ? [] : [text]));
  const fills = news(before.fills, after.fills);
  // Some may have been missed, and a truncated list does not show what left it.
  if (fills.length === MAX_FILLS || before.hasMore || after.hasMore) return 'all';
  const [orders, balances] = [news(before.orders, after.orders), news(before.balances, after.balances)];
  const closed = [...before.orders.keys()].filter((id) => !after.orders.has(id));
  if (orders.length + closed.length + fills.length + balances.length === 0) return null;
  return { orders: parsed(orders), closed_orders: closed, fills: parsed(fills), balances: parsed(balances) };
}
