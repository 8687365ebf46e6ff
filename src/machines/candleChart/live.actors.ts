import { type Candle, intervalRules, type Interval } from '../../domain/intervals.ts';
import { tradingCalls } from '../../services/contract/calls/trading.ts';
import type { LiveChannels } from '../socket/index.ts';
import type { FollowBars } from './candleChart.types.ts';
import { aggregateCandles, tidyCandles } from './candleChart.rules.ts';

/** Bars from the stream of candles that they are built from (LIVE-03, LIVE-07). */
export function createFollowBars(channels: LiveChannels): FollowBars {
  return ({ pair, interval }, say) => {
    const follower = channels.follow(`candles:${pair}/${intervalRules(interval).frame}`, (news) => {
      if (news.type === 'lost') return say({ type: 'channel.lost' });
      const read = tradingCalls.candles.decode(news.data);
      if (!read.ok || !news.isConfirmed) return undefined;
      return say({ type: 'channel.bars', bars: wholeBars(read.value.candles, interval) });
    });
    // Bars were read before.
    follower.distrust();
    return follower;
  };
}

/** The first bar may miss some of its candles. @param candles oldest first. */
function wholeBars(candles: readonly Candle[], interval: Interval): readonly Candle[] {
  const bars = aggregateCandles(tidyCandles(candles), interval);
  return bars[0]?.time === candles[0]?.time ? bars : bars.slice(1);
}
