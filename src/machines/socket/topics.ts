import { BOOK_DEPTH } from '../../domain/orderBook.ts';
import type { ClientFrame } from '../../services/contract/index.ts';
import type { SocketContext, Topic } from './types.ts';

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
