import { BOOK_DEPTH } from '../../domain/orderBook.ts';
import type { ClientFrame } from '../../services/contract/index.ts';

/** What can be subscribed to: the network fees, or the order book of a pair. */
export type Topic = 'fees' | `book:${string}`;

export interface SocketContext {
  /** Subscribers by topic, in the order in which the topics were first asked for; never 0. */
  readonly subscriptions: Readonly<Partial<Record<Topic, number>>>;
  /** Reconnects since the link last proved to work: 0 to 5 (SOCKET-01). */
  readonly attempt: number;
  /** Whether no link opened or failed yet: the status bar tells of later losses. */
  readonly isFirstLink: boolean;
}

export type SocketEvent =
  /** One more subscriber. The frame is sent for the first one only. */
  | { readonly type: 'subscription.added'; readonly topic: Topic }
  /** One subscriber less. The frame is sent for the last one only. */
  | { readonly type: 'subscription.removed'; readonly topic: Topic }
  /** Its data went wrong and must start anew: the server is asked for a new snapshot. */
  | { readonly type: 'subscription.renewed'; readonly topic: Topic }
  | { readonly type: 'link.opened' }
  | { readonly type: 'link.closed' }
  | { readonly type: 'link.failed' }
  /** A frame came. Said at most once a second, and for the first frame after a ping. */
  | { readonly type: 'link.heard' }
  /** The server asks whether this end lives. */
  | { readonly type: 'link.pinged' }
  | { readonly type: 'page.online' }
  | { readonly type: 'page.offline' }
  | { readonly type: 'page.visible' }
  /** The page is being left; it may come back from the back-forward cache. */
  | { readonly type: 'page.leaving' }
  | { readonly type: 'page.restored' }
  | { readonly type: 'route.changed' }
  | { readonly type: 'user.reconnect' };

/** What the `link` actor is told. */
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

/** A topic without subscribers is forgotten; removing a subscriber that is not there changes nothing. */
export function withoutSubscriber(subscriptions: Subscriptions, topic: Topic): Subscriptions {
  const left = countOf(subscriptions, topic) - 1;
  const { [topic]: _removed, ...others } = subscriptions;
  if (left < 0) return subscriptions;
  return left === 0 ? others : { ...subscriptions, [topic]: left };
}

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 30_000;
const JITTER = 0.25;

/** Reconnects before the socket gives up (SOCKET-01). */
export const MOST_ATTEMPTS = 5;

/**
 * How long to wait before a reconnect, in milliseconds: 1 s, doubled each time, at most 30 s, and up to a quarter
 * more, so that the clients of a restarted server do not all come back at once (SOCKET-01).
 * @param attempt 1 for the first reconnect.
 * @param random from 0 up to 1.
 */
export function reconnectDelay(attempt: number, random: number): number {
  const delay = Math.min(FIRST_DELAY * 2 ** (attempt - 1), LONGEST_DELAY);
  return Math.round(delay * (1 + JITTER * random));
}

/** A link from which nothing came for so long is dead, in milliseconds (SOCKET-03). */
export const SILENCE_LIMIT = 45_000;
