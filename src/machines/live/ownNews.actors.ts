import { createActor, fromCallback } from 'xstate';
import { depositTone } from '../../domain/depositStatus.ts';
import { DASH } from '../../domain/format.ts';
import { parsePair } from '../../domain/market.ts';
import {
  type Execution,
  hasBothLegs,
  isWaiting,
  OPEN_STATES,
  type Order,
  OWN_ROWS,
  stopOf,
} from '../../domain/order.ts';
import { changedAt } from '../../domain/ticket.ts';
import { withdrawalTone } from '../../domain/withdrawalStatus.ts';
import type { Occasion } from '../../services/attention.ts';
import type { Services } from '../../services/services.ts';
import type { App } from '../app/app.ts';
import { selectData } from '../resource/resource.machine.ts';
import type { DataOf } from '../resource/resource.reads.ts';
import { followReads } from '../shared/common.ts';
import { type Fact, type OwnNewsEvent, ownNewsMachine } from './ownNews.machine.ts';

/** Calls back with the facts that are known, and with all that are read or pushed from then on. */
export type FollowFacts = (listener: (facts: readonly Fact[]) => void) => () => void;

export const ownNewsImplementations = (follow: FollowFacts) => ({
  actors: {
    facts: fromCallback<OwnNewsEvent>(({ sendBack }) =>
      follow((facts) => sendBack({ type: 'facts.came', facts })),
    ),
  },
});

/** Of all pairs, as the dashboard reads them, too. */
const NEWEST = { skip: 0, limit: OWN_ROWS };
/** As many as the screens read at most. */
const OPEN = { skip: 0, limit: 100, state: OPEN_STATES };

const MINUTE = 60_000;
/** Milliseconds: of a fact that sounds. What is only read now and then is older when it is found. */
const MAX_AGE: Readonly<Record<Occasion, number>> = {
  fill: MINUTE,
  stop: MINUTE,
  alert: MINUTE,
  transfer: 2 * MINUTE,
  reply: 6 * MINUTE,
};

const fillFacts = (executions: readonly Execution[]): readonly Fact[] =>
  executions.map((fill) => ({ key: `fill ${fill.id}`, at: fill.createdAt, fill }));

/** @param at when it was triggered */
function stopFact(order: Order, at: number | null): Fact {
  const { id, pair, side, trailPercent } = order;
  const { base = '', quote = '' } = parsePair(pair) ?? {};
  // Where a trailing stop was when it was reached is not known of one that was only seen waiting.
  const price = stopOf(order) ?? null;
  const said =
    price === null
      ? { key: `toast.trailing.${side}`, values: { base, percent: trailPercent ?? DASH } }
      : { key: `toast.stop.${side}`, values: { base, quote, price } };
  return { key: `stop ${id}`, at, occasion: 'stop', said: { ...said, path: `/trade/${pair}` } };
}

/** A triggered order is in the list as one that waits no more, or leaves it at once with its trades. */
function stopsFinder() {
  /** As it was seen before it was triggered. */
  const waiting = new Map<string, Order>();
  return (orders: readonly Order[], executions: readonly Execution[]): readonly Fact[] => {
    const facts = new Map<string, Fact>();
    for (const { orderId, createdAt } of executions) {
      const order = waiting.get(orderId ?? '');
      // With both legs it may as well have filled at its limit.
      if (order && !hasBothLegs(order)) facts.set(order.id, stopFact(order, createdAt));
    }
    for (const order of orders)
      if (isWaiting(order) || hasBothLegs(order)) waiting.set(order.id, order);
      else if (waiting.has(order.id)) facts.set(order.id, stopFact(order, order.updatedAt));
    return [...facts.values()];
  };
}

type Movements = DataOf<'movements'>;

function transferFacts({ deposits, withdrawals }: Movements): readonly Fact[] {
  const rows = [
    ...deposits.map((one) => ({ ...one, kind: 'deposit', tone: depositTone(one.status) })),
    ...withdrawals.map((one) => ({ ...one, kind: 'withdrawal', tone: withdrawalTone(one.status) })),
  ];
  return rows.flatMap(({ kind, id, currency, amount, updatedAt, tone }) => {
    if (tone !== 'good' && tone !== 'bad') return [];
    const values = { amount: amount ?? DASH, coin: currency };
    const said = { key: `toast.${kind}.${tone}`, values, path: `/${kind}-history` };
    return [{ key: `${kind} ${id} ${tone}`, at: updatedAt, occasion: 'transfer', said }];
  });
}

/** The tray lists answers by itself (NOTICE-01), and for as long as they are unread. */
const replyFacts = ({ items }: DataOf<'answeredTickets'>): readonly Fact[] =>
  items.map((ticket) => {
    const at = changedAt(ticket);
    return { key: `reply ${ticket.id} ${at}`, at, occasion: 'reply' };
  });

interface OwnNewsDependencies extends Pick<App, 'resources' | 'notices' | 'attract'> {
  readonly services: Pick<Services, 'clock' | 'log'>;
  /** Where the stream brings the open orders, they are followed on every page, too. */
  readonly hasStream: boolean;
}

/** From now on, whatever the user looks at. @returns a function that ends it. */
export function followOwnNews(
  { resources, notices, attract, services: { clock, log }, hasStream }: OwnNewsDependencies,
  userId: string,
): () => void {
  const executions = resources.of('executions', NEWEST, userId);
  const orders = resources.of('orders', OPEN, userId);
  const movements = resources.of('movements', undefined, userId);
  const replies = resources.of('answeredTickets', undefined, userId);
  const stopsIn = stopsFinder();

  type Followed = typeof executions | typeof orders | typeof movements | typeof replies;
  /** Facts of reads that are all known; told again when one of them changes. */
  const follow =
    (reads: readonly Followed[], factsOf: (...data: never[]) => readonly Fact[]): FollowFacts =>
    (listener) => {
      let last: readonly unknown[] = [];
      return followReads(reads, () => {
        const data = reads.map(({ ref }) => selectData(ref.getSnapshot()));
        const isNew = data.some((one, index) => one !== last[index]);
        last = data;
        if (isNew && !data.includes(null)) listener(factsOf(...(data as never[])));
      });
    };

  const kinds = [
    follow([executions], fillFacts),
    follow([movements], transferFacts),
    follow([replies], replyFacts),
    ...(hasStream ? [follow([orders, executions], stopsIn)] : []),
  ];
  const actors = kinds.map((facts) => {
    const news = createActor(ownNewsMachine.provide(ownNewsImplementations(facts)), { clock });
    news.subscribe({ error: (error) => log.defect('own news', error) });
    news.on('told', ({ key, at, occasion, said }) => {
      const now = clock.now();
      if (said) {
        const { path, ...words } = said;
        const toast = { kind: 'info', ...words, news: { path, at: at ?? now } } as const;
        notices.send({ type: 'toast.said', toast });
      }
      // A tab that was away learns of it later than the others.
      if (now - (at ?? now) < MAX_AGE[occasion]) attract(occasion, key);
    });
    news.start();
    return news;
  });
  return () => {
    for (const actor of actors) actor.stop();
  };
}
