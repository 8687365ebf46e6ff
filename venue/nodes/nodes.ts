import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Keys } from '../coins/keys.ts';
import type { Core } from '../core/create.ts';
import type { Exchange } from '../exchange.ts';
import type { Log } from '../log.ts';
import type { Cluster } from './cluster.ts';
import type { SharedLocks } from '../sql/shared-locks.ts';
import { type BrokerParts, NotDeliveredError, openBroker } from './broker.ts';
import { createSharedExchange, type ExchangeQuestion } from './exchange.ts';
import { createLeader, type LeaderQuestion } from './leader.ts';
import { createOwnership } from './ownership.ts';
import { createMembership } from './membership.ts';

/** Milliseconds to wait at the start for the books of other nodes. */
const BOOKS_WITHIN = 10_000;
const RETRY_EVERY = 20;
/** Milliseconds for which an unknown book is no failure, because pairs change owners. */
const CHANGEOVER = 3000;

export interface Nodes extends Cluster {
  readonly exchange: Exchange;
  auditOwnBooks(): Promise<ReadonlyMap<string, readonly string[]>>;
  close(): Promise<void>;
}

export interface NodesParts {
  readonly core: Core;
  readonly pool: Pool;
  readonly locks: SharedLocks;
  readonly broker: Omit<BrokerParts, 'log'>;
  readonly now: () => Date;
  readonly log: Log;
}

/** Derived from the database's seed, so that nodes of different databases do not meet. */
export const brokerOf = (url: string, keys: Pick<Keys, 'derive'>): NodesParts['broker'] => ({
  url,
  scope: Buffer.from(keys.derive('nodes/scope')).toString('hex').slice(0, 16),
  key: keys.derive('nodes/key'),
});

type Question =
  | { readonly kind: 'exchange'; readonly question: ExchangeQuestion }
  | { readonly kind: 'leader'; readonly question: LeaderQuestion };

/** @throws Error when the broker cannot be reached. */
export async function joinNodes(parts: NodesParts): Promise<Nodes> {
  const { core, pool, locks, now, log } = parts;
  const node = randomUUID();
  const broker = await openBroker({ ...parts.broker, log });
  let lostAt: number | null = null;
  let peers = (): number => 0;
  broker.onChange((isConnected) => {
    lostAt = isConnected ? null : performance.now();
  });
  const askOf =
    (kind: Question['kind']) =>
    (to: string, question: unknown, within: number): Promise<unknown> =>
      broker.ask(to, { kind, question }, within).catch((error: unknown) => {
        if (error instanceof NotDeliveredError) membership.forget(to);
        throw error;
      });

  const membership = createMembership({
    broker,
    node,
    describe: () => ({
      peers: peers(),
      isLeader: leader.isLeading,
      pid: locks.pid,
      claims: exchange.claims(),
    }),
  });
  const leader = createLeader({ ask: askOf('leader') }, membership, log);
  const exchange = createSharedExchange({
    core,
    pool,
    broker: {
      get isConnected() {
        return broker.isConnected;
      },
      ask: askOf('exchange'),
      publish: (topic, value) => broker.publish(topic, value),
      subscribe: (topic, listener) => broker.subscribe(topic, listener),
      onChange: (listener) => broker.onChange(listener),
    },
    membership,
    now,
    log,
  });
  membership.onHeartbeat(() => exchange.check());
  broker.answer(node, async (value) => {
    // Authenticated: only nodes can send it.
    const { kind, question } = value as Question;
    return kind === 'exchange' ? exchange.answer(question) : leader.reply(question);
  });
  const ownership = createOwnership({
    locks,
    slots: core.slots,
    open: (pair) => exchange.open(pair),
    shut: (pair) => exchange.shut(pair),
    disconnectedFor: () => (lostAt === null ? 0 : performance.now() - lostAt),
    isAlive: (pid) => membership.isAlive(pid),
    onChange() {
      if (leader.isLeading !== ownership.isLeader) leader.set(ownership.isLeader);
      membership.announce();
    },
    log,
  });

  membership.announce();
  await ownership.check();
  for (const until = performance.now() + BOOKS_WITHIN; exchange.unknownFor() > 0;) {
    if (performance.now() > until) {
      log.warn('the books of some pairs are not known yet');
      break;
    }
    await pause(RETRY_EVERY);
  }

  return {
    exchange,
    isLeader: () => leader.isLeading,
    owned: () => ownership.pairs.size,
    countPeers(count) {
      peers = count;
    },
    peersElsewhere: () => membership.peers(),
    isServing: () => broker.isConnected && exchange.unknownFor() < CHANGEOVER,
    whileLeader: (start) => leader.whileLeading(start),
    askLeader: (topic, value) => leader.ask({ topic, value }),
    answerAsLeader: (topic, reply) => leader.answer(topic, reply),
    publish: (topic, value) => broker.publish(topic, value),
    subscribe: (topic, listener) => broker.subscribe(topic, listener),
    onReconnect: (listener) =>
      broker.onChange((isConnected) => {
        if (isConnected) listener();
      }),
    async auditOwnBooks() {
      const books = new Map(await core.auditBooks());
      const client = await pool.connect();
      try {
        // A pair that was lost in the meantime was compared with its new owner's changes.
        for (const pair of books.keys())
          if (!(await locks.stillHeld(client, core.slots.get(pair) ?? 0))) books.delete(pair);
      } finally {
        client.release();
      }
      return books;
    },
    async stepDown() {
      await leader.close();
      await ownership.stepDown();
    },
    async close() {
      await ownership.close();
      await exchange.close();
      membership.close();
      await broker.close();
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
