import { BOOK_DEPTH } from '../../domain/orderBook.ts';
import type { ClientFrame } from '../../services/contract/index.ts';

export type Topic = 'fees' | `book:${string}`;

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
  | { readonly type: 'user.reconnect' };

export interface SendFrame {
  readonly type: 'send';
  readonly frame: ClientFrame;
}

type Subscriptions = SocketContext['subscriptions'];

export const bookTopic = (pair: string): Topic => `book:${pair}`;

export function subscribeFrame(topic: Topic): ClientFrame {
  if (topic === 'fees') return { type: 'subscribe_fees' };
  return { type: 'subscribe_orderbook', pair_symbol: topic.slice('book:'.length), depth: BOOK_DEPTH };
}

export function unsubscribeFrame(topic: Topic): ClientFrame {
  if (topic === 'fees') return { type: 'unsubscribe_fees' };
  return { type: 'unsubscribe_orderbook', pair_symbol: topic.slice('book:'.length) };
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

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 30_000;
const JITTER = 0.25;

/** SOCKET-01. */
export const MOST_ATTEMPTS = 5;

/**
 * Milliseconds before a reconnect (SOCKET-01): 1 s, doubled each time, at most 30 s, and up to a quarter more, so
 * that clients do not all come back at once.
 * @param attempt 1 for the first reconnect.
 * @param random from 0 up to 1.
 */
export function reconnectDelay(attempt: number, random: number): number {
  const delay = Math.min(FIRST_DELAY * 2 ** (attempt - 1), LONGEST_DELAY);
  return Math.round(delay * (1 + JITTER * random));
}

/** Milliseconds without a frame after which a connection is dead (SOCKET-03). */
export const SILENCE_LIMIT = 45_000;
