import { expect, it } from 'vitest';
import { coinIconName, hasCoinIcon } from '../../../src/domain/coinIcons.ts';
import { KEPT, NOT_KEPT } from '../../../src/domain/dataPolicy.ts';
import { DASH } from '../../../src/domain/format.ts';

it.each(['AVAX', 'BTC', 'GRIN', 'KAS', 'USDT', 'WOW', 'XMR'])('%s has an icon of its own', (symbol) => {
  expect(hasCoinIcon(symbol)).toBe(true);
  expect(coinIconName(symbol)).toBe(symbol.toLowerCase());
});

it.each(['DOGE', 'btc', ''])('"%s" has the icon of all others', (symbol) => {
  expect(hasCoinIcon(symbol)).toBe(false);
  expect(coinIconName(symbol)).toBe('coin');
});

it('seven items are not kept, six are (spec 2 §2.12)', () => {
  expect(NOT_KEPT).toEqual(['identity', 'network', 'device', 'location', 'behaviour', 'signIns', 'trackers']);
  expect(KEPT).toEqual(['account', 'sessions', 'trading', 'transfers', 'addresses', 'support']);
});

it('a figure that nobody knows is an en dash', () => expect(DASH).toBe('\u2013'));
