import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alertFaultNow,
  alertsText,
  changed,
  hasReached,
  isSameAlert,
  MAX_ALERTS,
  parseAlerts,
  reachedBy,
  readTypedAlert,
  type AlertChange,
  type PriceAlert,
} from '../../../src/domain/priceAlert.ts';

const alert = (more: Partial<PriceAlert> = {}): PriceAlert => ({
  pair: 'XMR-BTC',
  price: '0.006',
  side: 'above',
  setAt: 3,
  reachedAt: null,
  isTold: false,
  ...more,
});

describe('price alerts (ALERT-01)', () => {
  it.each([
    ['above', '0.005999999999999999', false],
    ['above', '0.006', true],
    ['above', '0.0060', true],
    ['above', '12345678901234567890', true],
    ['below', '0.006000000000000001', false],
    ['below', '0.006', true],
    ['below', '0', true],
  ] as const)('%s 0.006 is reached at %s: %s', (side, last, isReached) => {
    expect(hasReached(alert({ side }), last)).toBe(isReached);
  });

  it.each([
    [2, false],
    [3, false],
    [4, true],
  ])('set at 3, by a price of %i: %s', (at, isReached) => {
    expect(reachedBy([alert()], [{ pair: 'XMR-BTC', last: '1' }], at)).toEqual(isReached ? [alert()] : []);
  });

  it('no alert is set beyond the limit (ALERT-04)', () => {
    const kept = Array.from({ length: MAX_ALERTS }, (_, place) => alert({ price: String(place + 1) }));
    const add = (list: readonly PriceAlert[]) =>
      readTypedAlert('0.5', { pair: 'XMR-BTC', last: '1', at: 3 }, list);
    expect(add(kept)).toEqual({ ok: false, fault: 'tooMany' });
    expect(add(kept.slice(1))).toMatchObject({ ok: true, alert: { side: 'below', price: '0.5' } });
    expect(parseAlerts(alertsText([...kept, alert({ price: '0.5' })]))).toEqual(kept);
  });
});

it.each([
  ['tooMany', '1', 'tooMany'],
  ['twice', '1', 'twice'],
  ['zero', '0', 'zero'],
  ['noLast', '1', 'noLast'],
  ['atLast', '1', 'atLast'],
  ['notNumber', '1', null],
] as const)('"%s" for %s is %s after the language was changed', (found, typed, now) => {
  expect(alertFaultNow(found, typed, { decimalComma: true })).toBe(now);
});

describe('the alerts in the storage (ALERT-04)', () => {
  it.each([
    '',
    ' ',
    'XMR-BTC',
    'XMR-BTC>',
    'XMR-BTC=1@3',
    'XMRBTC>1@3',
    'XMR-BTC>-1@3',
    'XMR-BTC>1e3@3',
    'XMR-BTC>1',
    'XMR-BTC>1@',
    'XMR-BTC>1@3!',
    'XMR-BTC>1@3:',
    'XMR-BTC>1@3:5!!',
    'xmr-btc>1@3',
    `${'X'.repeat(13)}-BTC>1@3`,
  ])('%j holds none', (text) => expect(parseAlerts(text)).toEqual([]));

  it('the same one twice is one', () => {
    expect(parseAlerts('XMR-BTC>1@3:5! XMR-BTC>1@3 XMR-BTC<1@3')).toEqual([
      alert({ price: '1', reachedAt: 5, isTold: true }),
      alert({ price: '1', side: 'below' }),
    ]);
  });

  it('are read as they were written, in any state', () => {
    const one = fc.record({
      pair: fc.constantFrom('XMR-BTC', 'BTC-USDT', '1INCH-BTC'),
      price: fc.constantFrom('1', '0.000000000000000001', '12345678901234567890', '0.5'),
      side: fc.constantFrom('above', 'below'),
    });
    const change = fc.oneof(
      fc.record({ kind: fc.constantFrom('added', 'removed'), alert: one.map(alert) }),
      fc.record({ kind: fc.constant('reached'), alerts: fc.tuple(one.map(alert)), at: fc.nat() }),
      fc.record({ kind: fc.constant('told'), alerts: fc.tuple(one.map(alert)) }),
      fc.record({ kind: fc.constant('cleared') }),
    );
    const judge = (changes: readonly AlertChange[]): void => {
      let alerts: readonly PriceAlert[] = [];
      for (const next of changes) {
        const before = alerts;
        alerts = changed(before, next);
        expect(parseAlerts(alertsText(alerts))).toEqual(alerts);
        // A waiting alert was not announced, and is never cleared.
        expect(alerts.filter(({ reachedAt, isTold }) => reachedAt === null && isTold)).toEqual([]);
        const kept = next.kind === 'cleared' ? before.filter(({ reachedAt }) => reachedAt === null) : alerts;
        expect(alerts).toEqual(kept);
        const added = next.kind === 'added' ? [next.alert] : [];
        expect(alerts).toEqual(expect.arrayContaining(added));
        expect(alerts.filter((one, at) => alerts.findIndex((other) => isSameAlert(one, other)) < at)).toEqual(
          [],
        );
      }
    };
    fc.assert(fc.property(fc.array(change, { maxLength: 20 }), judge));
  });
});

it.each([
  ['in its place', 'XMR-BTC>0.006@3 KAS-BTC>1@1', 'XMR-BTC<0.004@9 KAS-BTC>1@1'],
  ['once, where another tab has set the same', 'XMR-BTC>0.006@3 XMR-BTC<0.004@1', 'XMR-BTC<0.004@9'],
  ['not back to waiting', 'XMR-BTC>0.006@3:5', 'XMR-BTC>0.006@3:5'],
  ['not back where it was removed', 'KAS-BTC>1@1', 'KAS-BTC>1@1'],
])('an alert is moved %s (ALERT-06)', (_name, before, after) => {
  const to = alert({ price: '0.004', side: 'below', setAt: 9 });
  expect(alertsText(changed(parseAlerts(before), { kind: 'moved', alert: alert(), to }))).toBe(after);
});
