import type { Exchange } from '../exchange.ts';
import type { Log } from '../log.ts';
import type { MarketData } from '../market/market.ts';
import { createAccountTopic } from './accountTopic.ts';
import { createMarketTopics } from './marketTopics.ts';
import type { ClientMessage, ServerMessage } from './messages.ts';
import type { Peer } from './peer.ts';
import { createStreams, type Streams, type Topic } from './streams.ts';

const MAX_STREAMS = 50;

type StreamMessage = Extract<
  ClientMessage,
  { type: `${'' | 'un'}subscribe_${'trades' | 'candles' | 'markets' | 'account'}` }
>;

export interface OpenStreams extends Pick<Streams, 'recover' | 'remove' | 'sweep' | 'close'> {
  /** @param bill called with how many characters were sent. */
  handle(peer: Peer, message: StreamMessage, bill: (characters: number) => void): void;
}

export interface OpenStreamsParts {
  readonly exchange: Exchange;
  readonly market: Pick<MarketData, 'figures' | 'newest' | 'trades'>;
  readonly fellBehind: (peer: Peer) => void;
  readonly log: Log;
  readonly now: () => number;
}

/** Trades, candles and figures for everybody, and to each account its own orders, fills and balances (LIVE-01). */
export function openStreams({ exchange, market, fellBehind, log, now }: OpenStreamsParts): OpenStreams {
  const streams = createStreams({ fellBehind, log, now });
  const topics = createMarketTopics(exchange, market, now);
  const accountTopic = createAccountTopic({ exchange, log, now });

  function topicOf(peer: Peer, message: StreamMessage): Topic | ServerMessage {
    const rules = 'pair_symbol' in message ? exchange.pair(message.pair_symbol) : undefined;
    switch (message.type) {
      case 'subscribe_trades':
      case 'unsubscribe_trades':
        return rules ? topics.trades(rules.symbol) : UNKNOWN_PAIR;
      case 'subscribe_candles':
      case 'unsubscribe_candles':
        return rules ? topics.candles(rules.symbol, message.frame) : UNKNOWN_PAIR;
      case 'subscribe_markets':
      case 'unsubscribe_markets':
        return topics.markets;
      case 'subscribe_account':
      case 'unsubscribe_account':
        break;
    }
    return peer.accountId === null ? { type: 'auth_required' } : accountTopic(peer.accountId);
  }

  return {
    ...streams,
    handle(peer, message, bill) {
      const answer = (frame: ServerMessage): void => peer.answer(JSON.stringify(frame));
      const topic = topicOf(peer, message);
      if ('type' in topic) return answer(topic);
      if (message.type.startsWith('un')) {
        streams.unsubscribe(peer, topic.key);
        return answer({ type: 'success', action: message.type });
      }
      if (peer.topics.size >= MAX_STREAMS && !peer.topics.has(topic.key)) return answer(TOO_MANY);
      return streams.subscribe(peer, topic, bill);
    },
  };
}

const UNKNOWN_PAIR: ServerMessage = { type: 'error', code: 'UNKNOWN_PAIR', message: 'Unknown pair.' };
const TOO_MANY: ServerMessage = {
  type: 'error',
  code: 'TOO_MANY_SUBSCRIPTIONS',
  message: `At most ${MAX_STREAMS} streams.`,
};
