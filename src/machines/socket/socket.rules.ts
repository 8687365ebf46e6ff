import { BOOK_DEPTH } from '../../domain/orderBook.ts';
import type { ClientFrame, LiveTopic } from '../../services/contract/index.ts';

export type Topic = 'fees' | `book:${string}` | LiveTopic;

/** Subscribers by topic, in the order of their first subscription; never 0. */
export type Subscriptions = Readonly<Partial<Record<Topic, number>>>;

export const bookTopic = (pair: string): Topic => `book:${pair}`;

export function subscribeFrame(topic: Topic): ClientFrame {
  if (isBookTopic(topic))
    return { type: 'subscribe_orderbook', pair_symbol: topic.slice('book:'.length), depth: BOOK_DEPTH };
  return frameOf('subscribe', topic);
}

export function unsubscribeFrame(topic: Topic): ClientFrame {
  if (isBookTopic(topic)) return { type: 'unsubscribe_orderbook', pair_symbol: topic.slice('book:'.length) };
  return frameOf('unsubscribe', topic);
}

const isBookTopic = (topic: Topic): topic is `book:${string}` => topic.startsWith('book:');

function frameOf(act: 'subscribe' | 'unsubscribe', topic: LiveTopic | 'fees'): ClientFrame {
  const [name, pair_symbol = '', frame] = topic.split(/[:/]/);
  if (name === 'trades') return { type: `${act}_trades`, pair_symbol };
  if (name === 'candles') return { type: `${act}_candles`, pair_symbol, frame: frame as 'minute' };
  return { type: `${act}_${name as 'fees' | 'markets' | 'account'}` };
}

export const topicsOf = (subscriptions: Subscriptions): Topic[] => Object.keys(subscriptions) as Topic[];

export const countOf = (subscriptions: Subscriptions, topic: Topic): number => subscriptions[topic] ?? 0;

export function withSubscriber(subscriptions: Subscriptions, topic: Topic): Subscriptions {
  return { ...subscriptions, [topic]: countOf(subscriptions, topic) + 1 };
}

/** A topic without subscribers is removed. */
export function withoutSubscriber(subscriptions: Subscriptions, topic: Topic): Subscriptions {
  const left = countOf(subscriptions, topic) - 1;
  const { [topic]: _removed, ...others } = subscriptions;
  if (left < 0) return subscriptions;
  return left === 0 ? others : { ...subscriptions, [topic]: left };
}

/** Reconnects in a row (SOCKET-01); `retryDelay` of domain/retryDelay.ts has the pause before each. */
export const MAX_ATTEMPTS = 5;

/** Milliseconds without a frame after which a connection is dead (SOCKET-03). */
export const SILENCE_LIMIT = 45_000;

export type LiveNews =
  /** `isConfirmed`: requested after the follower's last `distrust`, so nothing known then is newer. */
  | { readonly type: 'data'; readonly data: unknown; readonly isConfirmed: boolean }
  /** Earlier data may be out of date from now on. */
  | { readonly type: 'lost' };

export interface Follower {
  /** Something newer than the stream may be known: a snapshot is requested that is newer than this call. */
  distrust(): void;
  end(): void;
}

export interface LiveChannels {
  follow(topic: LiveTopic, tell: (news: LiveNews) => void): Follower;
}
