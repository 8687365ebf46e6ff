import type { Pool } from 'pg';
import type { Exchange, OrderRecord, Outcome, TradeRecord } from '../exchange.ts';
import type { Core } from '../core/create.ts';
import { createListeners } from '../core/listeners.ts';
import { TRADE_COLUMNS, type TradeRow, tradeOf } from '../core/records.ts';
import { refuse } from '../core/refusals.ts';
import type { Log } from '../log.ts';
import { type Broker, LostAnswerError, NobodyError } from './broker.ts';
import { type Command, type Commands, createCommands, type Handed } from './commands.ts';
import { type FeedEvent, Mirror, type WholeBook } from './mirror.ts';
import type { Claim, Roster } from './roster.ts';

/** For the whole book, in milliseconds. */
const ANSWER_WITHIN = 2000;

/** The exchange as every node offers it, whichever of them matches a pair. */
export interface SharedExchange extends Exchange {
  /** What this node matches, as it says to others. */
  claims(): Claim[];
  /** Answers questions of other nodes. */
  answer(question: ExchangeQuestion): Promise<unknown>;
  /** Compares every book with what is said of it, and asks for those that may be wrong. */
  check(): void;
  /** The pair is matched here from now on, or no more. */
  open(pair: string): Promise<void>;
  shut(pair: string): Promise<void>;
  /** For how long the book that is longest unknown is so, in milliseconds. */
  doubtedFor(): number;
}

export type ExchangeQuestion =
  | { readonly kind: 'command'; readonly handed: Handed }
  | { readonly kind: 'book'; readonly pair: string };

export interface SharedExchangeParts {
  readonly core: Core;
  readonly pool: Pool;
  readonly broker: Pick<Broker, 'isConnected' | 'ask' | 'tell' | 'hear' | 'onChange'>;
  readonly roster: Roster;
  readonly now: () => Date;
  readonly log: Log;
}

export function createSharedExchange({
  core,
  pool,
  broker,
  roster,
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
      ask: (node, handed, within) => broker.ask(node, { kind: 'command', handed }, within),
    },
    roster,
    isClosing: () => isClosing,
  });
  const mirrors = new Map(
    core.pairs.map(({ symbol }) => [
      symbol,
      new Mirror({
        pair: symbol,
        fetch: () => fetchBook(symbol),
        readTrades: (after, upTo) => readTradesAfter(pool, symbol, after, upTo),
        onBook: listeners.tellBook,
        onTrades: listeners.tellTrades,
        onFault: (error) => log.error('the book of a pair on this node', error),
      }),
    ]),
  );
  /** The newest trade of each pair that others were told of. */
  const toldTrades = new Map<string, number>();

  core.on('book', (change) => {
    publish(change.pair, { kind: 'book', epoch: core.standing(change.pair)?.epoch ?? 0, change });
  });
  core.on('trades', (trades) => {
    const [first] = trades;
    const last = trades.at(-1);
    if (!first || !last) return;
    const { pair } = first;
    const after = toldTrades.get(pair) ?? first.number - 1;
    toldTrades.set(pair, last.number);
    publish(pair, { kind: 'trades', epoch: core.standing(pair)?.epoch ?? 0, after, trades });
  });
  broker.hear('feed', (value) => {
    const { pair, event } = value as { pair: string; event: FeedEvent };
    // What is matched here is told here: another one that speaks of it does not know yet that it has lost it.
    if (!core.standing(pair)) mirrors.get(pair)?.hear(revived(event));
  });
  broker.onChange((isConnected) => {
    if (isConnected) return;
    for (const [pair, mirror] of mirrors) if (!core.standing(pair)) mirror.doubt();
  });

  function publish(pair: string, event: FeedEvent): void {
    mirrors.get(pair)?.hear(event);
    broker.tell('feed', { pair, event });
  }

  function wholeBook(pair: string): WholeBook | null {
    const standing = core.standing(pair);
    const book = standing && core.book(pair, Number.POSITIVE_INFINITY);
    if (!book) return null;
    const { sequence, lastPrice, bids, asks } = book;
    return { ...standing, sequence, lastPrice, bids, asks };
  }

  async function fetchBook(pair: string): Promise<WholeBook | null> {
    if (core.standing(pair)) return wholeBook(pair);
    const owner = roster.ownerOf(pair);
    if (!owner) return null;
    try {
      const whole = (await broker.ask(owner.node, { kind: 'book', pair }, ANSWER_WITHIN)) as WholeBook | null;
      if (core.standing(pair)) return wholeBook(pair);
      // Taken by another one meanwhile: then it is for that one to say.
      return whole && whole.epoch >= roster.epochOf(pair) ? whole : null;
    } catch (error) {
      // Asked again with the next word of its owner.
      if (error instanceof NobodyError || error instanceof LostAnswerError) return null;
      throw error;
    }
  }

  async function place(command: Command & { type: 'limit' | 'market' }): Promise<Outcome<OrderRecord>> {
    const { pair } = command.order;
    // Nobody owns a pair that does not exist: the core says so.
    if (!core.pair(pair)) {
      return command.type === 'limit'
        ? core.placeLimit(command.account, command.order, command.intent)
        : core.placeMarket(command.account, command.order, command.intent);
    }
    return revivedOutcome(await commands.carry(pair, command));
  }

  return {
    pairs: core.pairs,
    pair: (symbol) => core.pair(symbol),
    coins: () => core.coins(),
    placeLimit: (account, order, idempotencyKey) =>
      place({ type: 'limit', account, order, intent: idempotencyKey }),
    placeMarket: (account, order, idempotencyKey) =>
      place({ type: 'market', account, order, intent: idempotencyKey }),
    async cancel(account, orderId) {
      const pair = await core.pairOfOrder(account, orderId);
      if (pair === undefined) return refuse.orderNotFound();
      return revivedOutcome(await commands.carry(pair, { type: 'cancel', account, orderId }));
    },
    balances: (account) => core.balances(account),
    orders: (account, filter) => core.orders(account, filter),
    executions: (account, filter) => core.executions(account, filter),
    trades: (pair, limit) => core.trades(pair, limit),
    book: (pair, depth) => mirrors.get(pair)?.snapshot(depth, now()),
    fund: (...grant) => core.fund(...grant),
    audit: () => core.audit(),
    on: listeners.on,

    claims: () =>
      core.pairs.flatMap(({ symbol }) => {
        const book = wholeOf(core, symbol);
        return book ? [{ pair: symbol, ...book }] : [];
      }),
    async answer(question) {
      if (question.kind === 'command') return commands.answer(question.handed);
      return wholeBook(question.pair);
    },
    check() {
      for (const [pair, mirror] of mirrors) {
        const said = wholeOf(core, pair) ?? roster.ownerOf(pair);
        if (!said) mirror.doubt();
        else if (!mirror.isRight || said.epoch !== mirror.epoch || said.sequence > mirror.sequence)
          mirror.resync();
      }
    },
    async open(pair) {
      await core.open(pair);
      toldTrades.set(pair, core.standing(pair)?.lastTrade ?? 0);
      mirrors.get(pair)?.resync();
    },
    async shut(pair) {
      const shut = core.shut(pair);
      mirrors.get(pair)?.doubt();
      await shut;
    },
    doubtedFor: () => Math.max(...[...mirrors.values()].map((mirror) => mirror.doubtedFor)),
    async close() {
      isClosing = true;
      await core.close();
    },
  };
}

function wholeOf(core: Core, pair: string): { epoch: number; sequence: number } | undefined {
  const standing = core.standing(pair);
  const book = standing && core.book(pair, 0);
  return book && { epoch: standing.epoch, sequence: book.sequence };
}

/** Dates travel as text. */
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
