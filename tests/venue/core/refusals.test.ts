import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../../venue/exchange.ts';
import { refuse as refuseCoins } from '../../../venue/coins/refusals.ts';
import { refuse as refuseOrders } from '../../../venue/core/refusals.ts';
import { refuseGrin } from '../../../venue/grin/refusals.ts';

type Refuse = (...given: never[]) => Refusal;

const NOW = new Date(Date.UTC(2026, 10, 28));
const IN_AN_HOUR = new Date(NOW.getTime() + 3_600_000);

/** Arguments for refusals whose text differs from its arguments, and the resulting text. */
const SAID: Readonly<Record<string, readonly [given: readonly unknown[], says: readonly string[]]>> = {
  'orders.stopReached': [
    ['buy', '101', 'USDT'],
    ['101', 'USDT', 'above'],
  ],
  'orders.short': [
    ['USDT', { needed: '150000000', named: '200000000', available: '100000000' }, false],
    ['USDT', '2', '1', 'order'],
  ],
  'orders.insufficientBalance': [
    ['USDT', '2', '1', true],
    ['USDT', '2', '1', 'amendment'],
  ],
  'orders.depositUndone': [[['1 BTC', '2 XMR']], ['1 BTC and 2 XMR']],
  'coins.depositUndone': [[['1 BTC', '2 XMR']], ['1 BTC and 2 XMR']],
  'coins.tooManyAddresses': [
    ['BTC', 5, IN_AN_HOUR, NOW],
    ['BTC', '5', '1h 0m'],
  ],
  'coins.depositsDisabled': [
    ['BTC', 'syncing'],
    ['BTC', 'catching up'],
  ],
  'coins.withdrawalsDisabled': [
    ['BTC', 'down'],
    ['BTC', 'interrupted'],
  ],
  'orders.ocoLimitReached': [
    ['sell', '19', 'USDT'],
    ['19 USDT', 'above'],
  ],
  'orders.ocoWrongSides': [['sell'], ['sell', 'above']],
  'coins.withdrawalsStopped': [['wrong'], ['discrepancy']],
  'coins.invalidAddress': [
    ['BTC', { code: 'OTHER_COIN', coin: 'XMR' }],
    ['BTC', 'XMR'],
  ],
  'coins.cooldown': [[IN_AN_HOUR, 'Password changed', NOW], ['blocked']],
  'coins.bookWaits': [
    [IN_AN_HOUR, NOW],
    ['1h 0m', '2026-11-28 01:00'],
  ],
  'grin.fault': [[{ code: 'OTHER_SLATE', id: 'slate-7' }, 'grin1own'], ['slate-7']],
};

const ALL = Object.entries({ orders: refuseOrders, coins: refuseCoins, grin: refuseGrin }).flatMap(
  ([area, table]) =>
    Object.entries(table as Readonly<Record<string, Refuse>>).map(
      ([name, refuse]) => [`${area}.${name}`, refuse] as const,
    ),
);

describe('every refusal of an order or of coins', () => {
  it.each(ALL)('%s has a code, and a message with its subject (CALL-14)', (name, refuse) => {
    const words = Array.from({ length: refuse.length }, (_, index) => `<${index}>`);
    const [given, says] = SAID[name] ?? [words, words];
    const { ok, status, code, message } = refuse(...(given as never[]));
    expect([ok, status >= 400]).toEqual([false, true]);
    expect(code).toMatch(/^[A-Z][A-Z_]+$/);
    expect(message.length).toBeGreaterThan(10);
    for (const word of says) expect(message).toContain(word);
  });

  it('has a code of its own within its area, with the listed exceptions', () => {
    const codes = ALL.map(([name, refuse]) => {
      const words = Array.from({ length: refuse.length }, (_, index) => `<${index}>`);
      return `${name.split('.')[0]} ${refuse(...((SAID[name]?.[0] ?? words) as never[])).code}`;
    });
    const twice = codes.filter((code, index) => codes.indexOf(code) !== index);
    // A smallest size by quantity and by cost; a balance that is too small; a faulty slatepack.
    expect(new Set(twice)).toEqual(
      new Set(['orders BELOW_MINIMUM_ORDER_SIZE', 'orders INSUFFICIENT_BALANCE']),
    );
  });
});
