import * as selectors from '../../src/machines/orderBook/orderBook.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { orderBookModel } from './orderBook.model.ts';

const FRESH = /health\.(waiting\.preview|live|empty)/;

testSelectors(
  orderBookModel,
  selectors,
  {
    bookStatus: [
      [/health\.waiting/, 'waiting'],
      [/health\.live/, 'live'],
      [/health\.empty/, 'empty'],
      [/health\.stale/, 'stale'],
      [/health\.disconnected/, 'disconnected'],
      [/health\.failed/, 'failed'],
    ],
    mayPick: FRESH,
    bookFailure: [
      [/failed\.unreachable/, 'unreachable'],
      [/failed\.refused/, 'refused'],
      [/./, null],
    ],
    trustedUntil: ({ trustedUntil }: { trustedUntil: number | null }, state) =>
      FRESH.test(state) ? null : trustedUntil,
  },
  {
    failed: /health\.failed/,
    fresh: FRESH,
  },
);
