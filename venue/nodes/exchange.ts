import type { Pool } from 'pg';
import type { Exchange, OrderRecord, Outcome, TradeRecord } from '../exchange.ts';
import type { Core } from '../core/create.ts';
import { createListeners } from '../core/listeners.ts';
import { TRADE_COLUMNS, type TradeRow, tradeOf } from '../core/records.ts';
import { refuse } from '../core/refusals.ts';
import type { Log } from '../log.ts';
import { type Broker, LostAnswerError, NotDeliveredError } from './broker.ts';
import { type Command, type Commands, createCommands, type ForwardedCommand } from './commands.ts';
import { type FeedEvent, BookReplica, type WholeBook } from './bookReplica.ts';
import type { Claim, Membership } from './membership.ts';

/** Milliseconds. */
const ANSWER_WITHIN = 2000;

export interface SharedExchange extends Exchange {
  claims(): Claim[];
  answer(question: ExchangeQuestion): Promise<unknown>;
  /** Reloads books that differ from the heartbeats. */
  check(): void;
  open(pair: string): Promise<void>;
  shut(pair: string): Promise<void>;
  /** Milliseconds, of the book that has been unknown longest. */
  unknownFor(): number;
}

export type ExchangeQuestion =
  | { readonly kind: 'command'; readonly forwarded: ForwardedCommand }
  | { readonly kind: 'book'; readonly pair: string };

export interface SharedExchangeParts {
  readonly core: Core;
  readonly pool: Pool;
  readonly broker: Pick<Broker, 'isConnected' | 'ask' | 'publish' | 'subscribe' | 'onChange'>;
  readonly membership: Membership;
  readonly now: () => Date;
  readonly log: Log;
}

export function createSharedExchange({
  core,
  pool,
  broker,
  membership,
  now,
  log,
}: SharedExchangeParts): SharedExchange {
  const listeners = createListeners(log);
  let isClosing = false;
  const commands: Commands = createCommands({
    core,
    broker: {
      get isConnected() {
        return broker.isConnected;
      },
      ask: (node, forwarded, within) => broker.ask(node, { kind: 'command', forwarded }, within),
    },
    membership,
    isClosing: () => isClosing,
  });
  const replicas = new Map(
    core.pairs.map(({ symbol }) => [
      symbol,
      new BookReplica({
        pair: symbol,
        fetch: () => fetchBook(symbol),
        readTrades: (after, upTo) => readTradesAfter(pool, symbol, after, upTo),
        onBook: listeners.publishBook,
        onTrades: listeners.publishTrades,
        onFault: (error) => log.error('the book of a pair on this node', error),
      }),
    ]),
  );
  const publishedTrades = new Map<string, number>();

  core.on('book', (change) => {
    publishEvent(change.pair, { kind: 'book', epoch: core.bookPosition(change.pair)?.epoch ?? 0, change });
  });
  core.on('trades', (trades) => {
    const [first] = trades;
    const last = trades.at(-1);
    if (!first || !last) return;
    const { pair } = first;
    const after = publishedTrades.get(pair) ?? first.number - 1;
    publishedTrades.set(pair, last.number);
    publishEvent(pair, { kind: 'trades', epoch: core.bookPosition(pair)?.epoch ?? 0, after, trades });
  });
  broker.subscribe('feed', (value) => {
    const { pair, event } = value as { pair: string; event: FeedEvent };
    // A former owner may not know yet that it lost the pair.
    if (!core.bookPosition(pair)) replicas.get(pair)?.receive(revived(event));
  });
  core.on('accounts', (ids) => {
    listeners.publishAccounts(ids);
    broker.publish('accounts', ids);
  });
  broker.subscribe('accounts', (ids) => listeners.publishAccounts(ids as readonly string[]));
  broker.onChange((isConnected) => {
    if (isConnected) return;
    for (const [pair, replica] of replicas) if (!core.bookPosition(pair)) replica.invalidate();
  });

  function publishEvent(pair: string, event: FeedEvent): void {
    replicas.get(pair)?.receive(event);
    broker.publish('feed', { pair, event });
  }

  function wholeBook(pair: string): WholeBook | null {
    const position = core.bookPosition(pair);
    const book = position && core.book(pair, Number.POSITIVE_INFINITY);
    if (!book) return null;
    const { sequence, lastPrice, bids, asks } = book;
    return { ...position, sequence, lastPrice, bids, asks };
  }

  async function fetchBook(pair: string): Promise<WholeBook | null> {
    if (core.bookPosition(pair)) return wholeBook(pair);
    const owner = membership.ownerOf(pair);
    if (!owner) return null;
    try {
      const whole = (await broker.ask(owner.node, { kind: 'book', pair }, ANSWER_WITHIN)) as WholeBook | null;
      if (core.bookPosition(pair)) return wholeBook(pair);
      return whole && whole.epoch >= membership.epochOf(pair) ? whole : null;
    } catch (error) {
      // Requested again after the next heartbeat.
      if (error instanceof NotDeliveredError || error instanceof LostAnswerError) return null;
      throw error;
    }
  }

  async function place(command: Command & { type: 'limit' | 'market' }): Promise<Outcome<OrderRecord>> {
    const { pair } = command.order;
    // Unknown pairs have no owner; the core refuses them.
    if (!core.pair(pair)) {
      return command.type === 'limit'
        ? core.placeLimit(command.account, command.order, command.idempotencyKey)
        : core.placeMarket(command.account, command.order, command.idempotencyKey);
    }
    return revivedOutcome(await commands.execute(pair, command));
  }

  async function change(command: Command & { type: 'amend' | 'cancel' }): Promise<Outcome<OrderRecord>> {
    const pair = await core.pairOfOrder(command.account, command.orderId);
    return pair === undefined
      ? refuse.orderNotFound()
      : revivedOutcome(await commands.execute(pair, command));
  }

  return {
    get pairs() {
      return core.pairs;
    },
    reload: () => core.reload(),
    pair: (symbol) => core.pair(symbol),
    coins: () => core.coins(),
    placeLimit: (account, order, idempotencyKey) => place({ type: 'limit', account, order, idempotencyKey }),
    placeMarket: (account, order, idempotencyKey) =>
      place({ type: 'market', account, order, idempotencyKey }),
    amend: (account, orderId, amendment, idempotencyKey) =>
      change({ type: 'amend', account, orderId, amendment, idempotencyKey }),
    cancel: (account, orderId, idempotencyKey) =>
      change({ type: 'cancel', account, orderId, idempotencyKey }),
    balances: (account) => core.balances(account),
    order: (account, orderId) => core.order(account, orderId),
    orders: (account, filter) => core.orders(account, filter),
    executions: (account, filter) => core.executions(account, filter),
    trades: (pair, limit) => core.trades(pair, limit),
    book: (pair, depth) => replicas.get(pair)?.snapshot(depth, now()),
    fund: (...grant) => core.fund(...grant),
    audit: () => core.audit(),
    on: listeners.on,

    claims: () =>
      core.pairs.flatMap(({ symbol }) => {
        const book = wholeOf(core, symbol);
        return book ? [{ pair: symbol, ...book }] : [];
      }),
    async answer(question) {
      if (question.kind === 'command') return commands.answer(question.forwarded);
      return wholeBook(question.pair);
    },
    check() {
      for (const [pair, replica] of replicas) {
        const said = wholeOf(core, pair) ?? membership.ownerOf(pair);
        if (!said) replica.invalidate();
        else if (!replica.isValid || said.epoch !== replica.epoch || said.sequence > replica.sequence)
          replica.resync();
      }
    },
    async open(pair) {
      await core.open(pair);
      publishedTrades.set(pair, core.bookPosition(pair)?.lastTrade ?? 0);
      replicas.get(pair)?.resync();
    },
    async shut(pair) {
      const shut = core.shut(pair);
      replicas.get(pair)?.invalidate();
      await shut;
    },
    unknownFor: () => Math.max(...[...replicas.values()].map((replica) => replica.unknownFor)),
    async close() {
      isClosing = true;
      await core.close();
    },
  };
}

function wholeOf(core: Core, pair: string): { epoch: number; sequence: number } | undefined {
  const position = core.bookPosition(pair);
  const book = position && core.book(pair, 0);
  return book && { epoch: position.epoch, sequence: book.sequence };
}

/** Dates are text in JSON. */
function revived(event: FeedEvent): FeedEvent {
  if (event.kind === 'book') return event;
  return { ...event, trades: event.trades.map((trade) => ({ ...trade, at: new Date(trade.at) })) };
}

function revivedOutcome(outcome: Outcome<OrderRecord>): Outcome<OrderRecord> {
  if (!outcome.ok) return outcome;
  const { createdAt, updatedAt, executedAt } = outcome.value;
  return {
    ok: true,
    value: {
      ...outcome.value,
      createdAt: new Date(createdAt),
      updatedAt: new Date(updatedAt),
      executedAt: executedAt && new Date(executedAt),
    },
  };
}

async function readTradesAfter(
  pool: Pool,
  pair: string,
  after: number,
  upTo: number,
): Promise<readonly TradeRecord[]> {
  const { rows } = await pool.query<TradeRow>(
    `select ${TRADE_COLUMNS} from trades where pair = $1 and number > $2 and number <= $3 order by number`,
    [pair, after, upTo],
  );
  return rows.map(tradeOf);
}
