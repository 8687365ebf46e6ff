import { BOOK_DEPTH } from '../../domain/orderBook.ts';
import type { ClientFrame, LiveTopic } from '../../services/contract/index.ts';

export type Topic = 'fees' | `book:${string}` | LiveTopic;

export interface SocketContext {
  /** Subscribers by topic, in the order of their first subscription; never 0. */
  readonly subscriptions: Readonly<Partial<Record<Topic, number>>>;
  /** Reconnects since the last frame: 0 to 5 (SOCKET-01). */
  readonly attempt: number;
  readonly isFirstLink: boolean;
}

export type SocketEvent =
  /** Sends a frame only for the first subscriber. */
  | { readonly type: 'subscription.added'; readonly topic: Topic }
  /** Sends a frame only for the last subscriber. */
  | { readonly type: 'subscription.removed'; readonly topic: Topic }
  /** Requests a new snapshot, because the data is wrong. */
  | { readonly type: 'subscription.renewed'; readonly topic: Topic }
  | { readonly type: 'link.opened' }
  | { readonly type: 'link.closed' }
  | { readonly type: 'link.failed' }
  /** Sent at most once a second, and for the first frame after a ping. */
  | { readonly type: 'link.heard' }
  | { readonly type: 'link.pinged' }
  | { readonly type: 'page.online' }
  | { readonly type: 'page.offline' }
  | { readonly type: 'page.visible' }
  /** It may come back from the back-forward cache. */
  | { readonly type: 'page.leaving' }
  | { readonly type: 'page.restored' }
  | { readonly type: 'route.changed' }
  /** The cookie of the link is not that of the session any more. */
  | { readonly type: 'session.changed' }
  | { readonly type: 'user.reconnect' };

export interface SendFrame {
  readonly type: 'send';
  readonly frame: ClientFrame;
}

type Subscriptions = SocketContext['subscriptions'];

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

/** Reconnects in a row (SOCKET-01); `retryDelay` of domain/backoff.ts says how long before each. */
export const MOST_ATTEMPTS = 5;

/** Milliseconds without a frame after which a connection is dead (SOCKET-03). */
export const SILENCE_LIMIT = 45_000;

export type LiveNews =
  /** `isConfirmed`: asked for after the follower's last `distrust`, so nothing that it knew then is newer. */
  | { readonly type: 'data'; readonly data: unknown; readonly isConfirmed: boolean }
  /** What was told may be out of date from now on. */
  | { readonly type: 'lost' };

export interface Follower {
  /** Something newer than the stream may be known: a snapshot is asked for that is newer than this call. */
  distrust(): void;
  end(): void;
}

export interface LiveChannels {
  follow(topic: LiveTopic, tell: (news: LiveNews) => void): Follower;
}
