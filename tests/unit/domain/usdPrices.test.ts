import { describe, expect, it } from 'vitest';
import { usdPrices } from '../../../src/domain/usdPrices.ts';

const market = (pair: string, lastPrice: string | null) => ({
  pair,
  lastPrice,
  percentChange: null,
  baseVolume: null,
  quoteVolume: null,
  high24h: null,
  low24h: null,
  lowestAsk: null,
  highestBid: null,
});

describe('prices in USD', () => {
  it('follow from BTC: exactly, and through as few markets as possible', () => {
    const prices = usdPrices(
      [
        market('KAS-USDT', '0.06'),
        market('XMR-USDT', '999'),
        market('XMR-BTC', '0.0039'),
        market('BTC-USDT', '80000'),
        market('GRIN-BTC', '0.00000035'),
      ],
      '80000',
    );
    expect(prices).toEqual({ BTC: '80000', USDT: '1', XMR: '312', GRIN: '0.028', KAS: '0.06' });
  });

  it('without a price of BTC nothing is known', () => {
    expect(usdPrices([market('BTC-USDT', '1')], null)).toEqual({});
    expect(usdPrices([market('BTC-USDT', '1')], '0')).toEqual({});
  });

  it('a market without a price, or with 0, yields nothing', () => {
    expect(
      usdPrices([market('XMR-BTC', null), market('BTC-USDT', '0'), market('WOW-BTC', '0')], '10'),
    ).toEqual({ BTC: '10' });
  });
});
