import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, decimal, isMultipleOf, multiply, toText } from '../../../src/domain/decimal.ts';
import type { PairSettings, Side } from '../../../src/domain/market.ts';
import {
  checkOrder,
  isSameOrder,
  type EntryRules,
} from '../../../src/machines/orderForm/orderEntry.rules.ts';
import {
  expectedFill,
  needsConfirmation,
  valueOfOrder,
} from '../../../src/machines/orderForm/orderWarnings.rules.ts';
import type { LimitOrder, NewOrder } from '../../../src/domain/order.ts';
import {
  costFor,
  normaliseQuantity,
  priceStep,
  protectionOf,
  quantityFor,
  quantityStep,
  totalOf,
} from '../../../src/domain/orderFigures.ts';
import { casesOf } from '../../long.ts';

const settings: PairSettings = {
  pair: 'XMR-BTC',
  isEnabled: true,
  pricePrecision: 6,
  quantityPrecision: 2,
  minPriceIncrement: '0.000001',
  minQuantityIncrement: '0.01',
  minOrderSize: '0.05',
  makerFeePercent: '0.1',
  takerFeePercent: '0.2',
};
const rules: EntryRules = { isSignedIn: true, pair: 'XMR-BTC', side: 'buy', settings };
const typed = (price: string, quantity: string) => ({ kind: 'limit' as const, price, quantity });
const codeOf = (price: string, quantity: string, more: Partial<EntryRules> = {}) => {
  const checked = checkOrder(typed(price, quantity), { ...rules, ...more });
  return checked.ok ? checked.order : checked.fault.code;
};

describe('the checks in order (ORDER-03)', () => {
  it('asks for a login before anything else', () => {
    expect(codeOf('', '', { isSignedIn: false, pair: null, settings: null })).toBe('loginRequired');
  });
  it('then for a pair, which must be open for trading', () => {
    expect(codeOf('', '', { pair: null, settings: null })).toBe('pairNotAvailable');
    expect(codeOf('1', '1', { settings: { ...settings, isEnabled: false } })).toBe('pairNotAvailable');
  });
  it('then waits for the settings', () => {
    expect(codeOf('', '', { settings: null })).toBe('settingsLoading');
  });
  it.each(['', '0', '0.000', 'abc', '1e-8', '-1', '1,234'])('then wants a valid price: %j', (price) => {
    expect(codeOf(price, '')).toBe('priceInvalid');
  });
  it('explains why a price could not be read', () => {
    const checked = checkOrder(typed('1e-8', '1'), rules);
    expect(checked).toEqual({
      ok: false,
      fault: { code: 'priceInvalid', field: 'price', typed: 'exponent' },
    });
  });
  it.each(['', '0', '0.000', 'abc', '1e-8', '-1'])('then wants a valid quantity: %j', (quantity) => {
    expect(codeOf('0.0000001', quantity)).toBe('quantityInvalid');
  });
  it('refuses a price off the tick and names its neighbours', () => {
    expect(checkOrder(typed('0.0039125', '1'), rules)).toEqual({
      ok: false,
      fault: {
        code: 'priceOffTick',
        field: 'price',
        values: { step: '0.000001', below: '0.003912', above: '0.003913' },
      },
    });
    expect(codeOf('0.003912', '1')).toMatchObject({ price: '0.003912' });
  });
  it('refuses a price below the first tick', () => {
    expect(codeOf('0.0000009', '1')).toBe('priceTooLow');
    expect(codeOf('0.000001', '1')).toMatchObject({ price: '0.000001' });
  });
  it('refuses a quantity that is cut to nothing', () => {
    expect(codeOf('1', '0.0099')).toBe('quantityTooSmall');
  });
  it('refuses less than the minimum after the cut, on both sides of the boundary', () => {
    expect(codeOf('1', '0.0499')).toBe('belowMinimum');
    expect(codeOf('1', '0.05')).toMatchObject({ quantity: '0.05' });
    expect(codeOf('1', '0.01', { settings: { ...settings, minOrderSize: null } })).toMatchObject({
      quantity: '0.01',
    });
  });
  it('sends the value of the field, cut to the step', () => {
    expect(codeOf('0,0039', '1,2391')).toEqual({
      kind: 'limit',
      pair: 'XMR-BTC',
      side: 'buy',
      price: '0.0039',
      quantity: '1.23',
    });
  });
});

describe('market orders', () => {
  it('to buy by quantity are cut and measured like a sale, but for stop orders (TYPE-10, STOP-02)', () => {
    const market = { kind: 'market' as const, price: '', quantity: '0.0559', isByQuantity: true };
    expect(checkOrder(market, rules)).toMatchObject({ order: { amount: '0.05', isByQuantity: true } });
    expect(checkOrder({ ...market, quantity: '0.04' }, rules)).toMatchObject({
      fault: { code: 'belowMinimum' },
    });
    for (const [typed, side] of [
      [{ ...market, stop: '0.0041' }, 'buy'],
      [market, 'sell'],
    ] as const)
      expect(checkOrder(typed, { ...rules, side })).toEqual({
        ok: true,
        order: expect.not.objectContaining({ isByQuantity: true }),
      });
  });
  it('spend the quote coin as typed when they buy, and trade a cut quantity when they sell', () => {
    const market = { kind: 'market' as const, price: '', quantity: '0.0559' };
    expect(checkOrder(market, rules)).toMatchObject({ order: { kind: 'market', amount: '0.0559' } });
    expect(checkOrder(market, { ...rules, side: 'sell' })).toMatchObject({ order: { amount: '0.05' } });
    expect(checkOrder({ ...market, quantity: '0.04' }, { ...rules, side: 'sell' })).toMatchObject({
      fault: { code: 'belowMinimum' },
    });
    expect(checkOrder({ ...market, quantity: '0' }, rules)).toMatchObject({
      fault: { code: 'quantityInvalid' },
    });
    expect(checkOrder({ ...market, quantity: 'x' }, rules)).toMatchObject({
      fault: { code: 'quantityInvalid', typed: 'notNumber' },
    });
  });
});

describe('steps', () => {
  const stepOf = (minQuantityIncrement: string, quantityPrecision: number): string =>
    toText(quantityStep({ ...settings, minQuantityIncrement, quantityPrecision }));
  it('keep the increment and the digits at once', () => {
    expect(stepOf('0.01', 2)).toBe('0.01');
    expect(stepOf('0.01', 0)).toBe('1');
    expect(stepOf('0.05', 1)).toBe('0.1');
    expect(stepOf('0.3', 0)).toBe('3');
    expect(stepOf('5', 2)).toBe('5');
    expect(stepOf('0', 3)).toBe('0.001');
    expect(toText(priceStep({ ...settings, minPriceIncrement: null, pricePrecision: 4 }))).toBe('0.0001');
  });
});

describe('the total (ORDER-01)', () => {
  it('is the exact product in 8 decimals', () => {
    expect(totalOf('0.00391234', '1.5')).toBe('0.00586851');
    expect(totalOf('0.1', '0.2')).toBe('0.02000000');
    expect(totalOf('0.00000001', '0.99999999')).toBe('0.00000000');
    expect(totalOf(null, '1')).toBeNull();
    expect(totalOf('1', null)).toBeNull();
  });
});

const amount = (wholeDigits: number, scale: number) =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** BigInt(wholeDigits + scale) }), fc.constant(scale))
    .map(([units]) => toText({ units, scale }));
const digitCount = fc.integer({ min: 0, max: 8 });
const step = fc
  .tuple(fc.constantFrom(1n, 2n, 3n, 5n, 25n, 100n), digitCount)
  .map(([units, scale]) => toText({ units, scale }));
const anySettings = fc
  .record({ quantityPrecision: digitCount, minQuantityIncrement: step, pricePrecision: digitCount })
  .map((part): PairSettings => ({ ...settings, minPriceIncrement: null, minOrderSize: null, ...part }));

describe('properties', () => {
  it('Max, 75, 50 and 25 % can always be sent and never cost more than their share (ORDER-05)', () => {
    let orders = 0;
    fc.assert(
      fc.property(
        fc.constantFrom<Side>('buy', 'sell'),
        fc.constantFrom(25 as const, 50 as const, 75 as const, 100 as const),
        digitCount.chain((scale) => amount(7, scale)),
        digitCount.chain((scale) => amount(5, scale)),
        anySettings,
        (side, percent, available, anyPrice, pairSettings) => {
          const tick = priceStep(pairSettings);
          const price = toText({ units: decimal(anyPrice).units + 1n, scale: tick.scale });
          const quantity = quantityFor(side, percent, available, price, pairSettings);
          if (quantity === null) throw new Error('there is a price, so there is a quantity');
          expect(normaliseQuantity(quantity, pairSettings)).toBe(quantity);
          const checked = checkOrder(typed(price, quantity), { ...rules, side, settings: pairSettings });
          expect(checked.ok).toBe(decimal(quantity).units > 0n);
          if (!checked.ok || checked.order.kind !== 'limit') return;
          orders += 1;
          const sent = decimal(checked.order.quantity);
          const spent = side === 'sell' ? sent : multiply(sent, decimal(checked.order.price));
          const share = multiply(decimal(available), { units: BigInt(percent), scale: 2 });
          expect(compare(spent, share)).toBeLessThanOrEqual(0);
          // One step more would exceed the share.
          const more = { units: sent.units, scale: sent.scale };
          const next = decimal(toText(addStep(more, pairSettings)));
          const nextSpent = side === 'sell' ? next : multiply(next, decimal(checked.order.price));
          expect(compare(nextSpent, share)).toBeGreaterThan(0);
        },
      ),
      { numRuns: casesOf(100_000) },
    );
    expect(orders).toBeGreaterThan(casesOf(50_000));
  }, 120_000);

  it('cutting a quantity is idempotent, never rounds up, and loses less than a step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 12 }).chain((scale) => amount(6, scale)),
        anySettings,
        (quantity, pairSettings) => {
          const once = normaliseQuantity(quantity, pairSettings);
          expect(normaliseQuantity(once, pairSettings)).toBe(once);
          expect(compare(decimal(once), decimal(quantity))).toBeLessThanOrEqual(0);
          expect(compare(addStep(decimal(once), pairSettings), decimal(quantity))).toBe(1);
          expect(isMultipleOf(decimal(once), { units: 1n, scale: pairSettings.quantityPrecision })).toBe(
            true,
          );
          const increment = decimal(pairSettings.minQuantityIncrement);
          expect(isMultipleOf(decimal(once), increment)).toBe(true);
        },
      ),
      { numRuns: casesOf(20_000) },
    );
  });

  it('buys have no Max without a price', () => {
    expect(quantityFor('buy', 100, '1', null, settings)).toBeNull();
    expect(quantityFor('buy', 100, '1', '0', settings)).toBeNull();
    expect(quantityFor('sell', 100, '1.239', null, settings)).toBe('1.23');
    expect(quantityFor('buy', 50, '1', '3', settings)).toBe('0.16');
  });

  it('market buys spend a share of the balance, cut to 8 decimals', () => {
    expect(costFor(100, '0.123456789')).toBe('0.12345678');
    expect(costFor(75, '0.00000003')).toBe('0.00000002');
    expect(costFor(50, '10')).toBe('5');
  });
});

function addStep(value: { units: bigint; scale: number }, pairSettings: PairSettings) {
  const one = quantityStep(pairSettings);
  const scale = Math.max(one.scale, value.scale);
  const units =
    value.units * 10n ** BigInt(scale - value.scale) + one.units * 10n ** BigInt(scale - one.scale);
  return { units, scale };
}

describe('the same order', () => {
  const order: NewOrder = { kind: 'limit', pair: 'XMR-BTC', side: 'buy', price: '0.1', quantity: '2' };
  it.each([
    [{ ...order, price: '0.10' }, true],
    [{ ...order, price: '0.11' }, false],
    [{ ...order, quantity: '2.01' }, false],
    [{ ...order, side: 'sell' as const }, false],
    [{ ...order, pair: 'GRIN-BTC' }, false],
    [{ kind: 'market', pair: 'XMR-BTC', side: 'buy', amount: '2' } as const, false],
  ])('%j is the same: %s', (other, isSame) => {
    expect(isSameOrder(order, other)).toBe(isSame);
    expect(isSameOrder(other, order)).toBe(isSame);
  });
  it('a buy by quantity is another one than a buy for as much', () => {
    const market: NewOrder = { kind: 'market', pair: 'XMR-BTC', side: 'buy', amount: '2' };
    expect(isSameOrder(market, { ...market, isByQuantity: true })).toBe(false);
    expect(isSameOrder({ ...market, isByQuantity: true }, { ...market, isByQuantity: true })).toBe(true);
  });
  it('compares market orders by what they spend', () => {
    const market: NewOrder = { kind: 'market', pair: 'XMR-BTC', side: 'buy', amount: '2' };
    expect(isSameOrder(market, { ...market, amount: '2.0' })).toBe(true);
    expect(isSameOrder(market, { ...market, amount: '3' })).toBe(false);
  });
});

describe('the worst price of a market order (TYPE-05)', () => {
  const facts = { bestBid: '0.003901', bestAsk: '0.003999' };
  it('lies on the tick, and never beyond the percentage', () => {
    // 0.00403899 and 0.00386199.
    expect(protectionOf('buy', '1', facts, settings)).toBe('0.004038');
    expect(protectionOf('sell', '1', facts, settings)).toBe('0.003862');
    expect(protectionOf('sell', '1', { ...facts, bestBid: '0.0039' }, settings)).toBe('0.003861');
    expect(protectionOf('buy', '1', { ...facts, isStale: true }, settings)).toBeNull();
  });
  it('is the best price where a tick is more than the percentage', () => {
    const small = { bestBid: '0.000035', bestAsk: '0.000036' };
    expect(protectionOf('buy', '0.5', small, settings)).toBe('0.000036');
    expect(protectionOf('sell', '0.5', small, settings)).toBe('0.000035');
  });
  it('is not known without a best price', () => {
    expect(protectionOf('buy', '1', { bestBid: '1', bestAsk: null }, settings)).toBeNull();
    expect(protectionOf('sell', '1', null, settings)).toBeNull();
  });
  it('goes with the order, and keeps no repetition from being seen', () => {
    const market = { kind: 'market' as const, price: '', quantity: '2', tolerance: '1' };
    const checked = checkOrder(market, { ...rules, facts: { ...facts, available: null } });
    expect(checked).toEqual({
      ok: true,
      order: { kind: 'market', pair: 'XMR-BTC', side: 'buy', amount: '2', protection: '0.004038' },
    });
    const order = { kind: 'market', pair: 'XMR-BTC', side: 'buy', amount: '2' } as const;
    expect(isSameOrder({ ...order, protection: '1' }, { ...order, protection: '2' })).toBe(true);
  });
});

describe('the terms of a limit order (TYPE-01, TYPE-04)', () => {
  const orderOf = (terms: object) => {
    const checked = checkOrder({ ...typed('0.0039', '1'), ...terms }, rules);
    return checked.ok ? checked.order : checked.fault;
  };
  const plain = { kind: 'limit', pair: 'XMR-BTC', side: 'buy', price: '0.0039', quantity: '1' } as const;
  it('are named only where they change something', () => {
    expect(orderOf({ timeInForce: 'GTC', isPostOnly: false })).toEqual(plain);
    expect(orderOf({ timeInForce: 'IOC', isPostOnly: true })).toEqual({ ...plain, timeInForce: 'IOC' });
    expect(orderOf({ isPostOnly: true })).toEqual({ ...plain, isPostOnly: true });
  });
  it('make another order of it', () => {
    expect(isSameOrder(plain, { ...plain, timeInForce: 'IOC' })).toBe(false);
    expect(isSameOrder(plain, { ...plain, isPostOnly: true })).toBe(false);
    expect(isSameOrder({ ...plain, timeInForce: 'FOK' }, { ...plain, timeInForce: 'FOK' })).toBe(true);
  });
});

describe('icebergs (TYPE-13)', () => {
  const iceberg = (display: string, quantity = '1', more: Partial<PairSettings> = {}) => {
    const checked = checkOrder(
      { ...typed('0.0039', quantity), display },
      {
        ...rules,
        settings: {
          ...settings,
          quantityPrecision: 3,
          minQuantityIncrement: '0.001',
          minOrderSize: '0.002',
          ...more,
        },
      },
    );
    if (!checked.ok) return checked.fault;
    return checked.order.kind === 'limit' ? checked.order.displayQuantity : null;
  };
  it.each([
    ['0.01', '1', '0.01'],
    ['0,0109', '1', '0.01'],
    ['0.999', '1', '0.999'],
    ['0.002', '0.01', '0.002'],
    ['0.011', '1.001', '0.011'],
  ])('%s of %s is visible as %s', (display, quantity, sent) => {
    expect(iceberg(display, quantity)).toBe(sent);
  });
  it.each([
    ['', '1', { code: 'displayInvalid', field: 'display', typed: 'empty' }],
    ['0', '1', { code: 'displayInvalid', field: 'display' }],
    ['1', '1', { code: 'displayTooLarge', field: 'display' }],
    ['0.009', '1', { code: 'displayTooSmall', field: 'display', values: { minimum: '0.01' } }],
    ['0.01', '1.001', { code: 'displayTooSmall', field: 'display', values: { minimum: '0.011' } }],
    ['0.001', '0.01', { code: 'displayTooSmall', field: 'display', values: { minimum: '0.002' } }],
  ])('%s of %s is refused', (display, quantity, fault) => {
    expect(iceberg(display, quantity)).toEqual(fault);
  });
  it('without a smallest order at least a step is visible', () => {
    const fault = iceberg('0.0009', '0.01', { minOrderSize: null });
    expect(fault).toMatchObject({ code: 'displayTooSmall', values: { minimum: '0.001' } });
  });
  it('another visible quantity is another order', () => {
    const plain = { kind: 'limit', pair: 'XMR-BTC', side: 'buy', price: '0.0039', quantity: '1' } as const;
    expect(isSameOrder(plain, { ...plain, displayQuantity: '0.5' })).toBe(false);
    expect(isSameOrder({ ...plain, displayQuantity: '0.50' }, { ...plain, displayQuantity: '0.5' })).toBe(
      true,
    );
  });
});

describe('orders with two legs (OCO-06)', () => {
  const oco = (side: 'buy' | 'sell', stop: string, limit: string) => {
    const checked = checkOrder({ ...typed('0.0039', '1'), oco: { stop, limit } }, { ...rules, side });
    if (!checked.ok) return checked.fault;
    const { ocoStopPrice, ocoLimitPrice } = checked.order as LimitOrder;
    return [ocoStopPrice, ocoLimitPrice];
  };
  it('a sale may leave out the limit of its stop, a buy may not', () => {
    expect(oco('sell', '0,0038', ' ')).toEqual(['0.0038', undefined]);
    expect(oco('sell', '0.0038', '0.0037')).toEqual(['0.0038', '0.0037']);
    expect(oco('buy', '0.004', '0.0041')).toEqual(['0.004', '0.0041']);
    expect(oco('buy', '0.004', '')).toEqual({ code: 'stopLimitInvalid', field: 'stopLimit', typed: 'empty' });
  });
  it.each([
    ['sell', '0.0039', '', { code: 'ocoStopTooHigh', field: 'stop' }],
    ['buy', '0.0039', '0.004', { code: 'ocoStopTooLow', field: 'stop' }],
    ['sell', '', '', { code: 'stopInvalid', field: 'stop', typed: 'empty' }],
    ['sell', '0.0038', '0', { code: 'stopLimitInvalid', field: 'stopLimit' }],
  ] as const)('a %s that stops at "%s", limit "%s", is refused', (side, stop, limit, fault) => {
    expect(oco(side, stop, limit)).toEqual(fault);
  });
  it('their prices are typed in satoshi where the others are (ORDER-26)', () => {
    const legs = { stop: '380000', limit: '370000' };
    const checked = checkOrder(
      { ...typed('390000', '1'), isSat: true, oco: legs },
      { ...rules, side: 'sell' },
    );
    expect(checked).toMatchObject({
      order: { price: '0.0039', ocoStopPrice: '0.0038', ocoLimitPrice: '0.0037' },
    });
  });
  it('other legs are another order', () => {
    const plain = { kind: 'limit', pair: 'XMR-BTC', side: 'sell', price: '0.0039', quantity: '1' } as const;
    const one = { ...plain, ocoStopPrice: '0.0038' };
    expect(isSameOrder(plain, one)).toBe(false);
    expect(isSameOrder(one, { ...one, ocoLimitPrice: '0.0037' })).toBe(false);
    expect(isSameOrder(one, { ...one, ocoStopPrice: '0.00380' })).toBe(true);
  });
  it('are worth their dearer leg, bring what the cheaper one does, and may pay either fee', () => {
    const order = { kind: 'limit', pair: 'XMR-BTC', side: 'sell', price: '0.0039', quantity: '2' } as const;
    const facts = { bestBid: '0.0038', bestAsk: '0.0039', available: null };
    const rates = { ...settings, makerFeePercent: '0.1', takerFeePercent: '0.2' };
    const limited = { ...order, ocoStopPrice: '0.0037', ocoLimitPrice: '0.0036' };
    expect(valueOfOrder(limited, facts)).toBe('0.0078');
    expect(expectedFill(limited, rates, facts)).toMatchObject({ percent: '0.2', arrives: '0.0071856' });
    expect(expectedFill({ ...order, ocoStopPrice: '0.0037' }, rates, facts)).toBeNull();
    expect(valueOfOrder({ ...limited, side: 'buy', ocoLimitPrice: '0.005' }, facts)).toBe('0.01');
    expect(needsConfirmation({ ...limited, price: '0.001' }, facts)).toBe(false);
  });
});

describe('trailing stop orders (TRAIL-03, TRAIL-06)', () => {
  const market = { kind: 'market' as const, price: '', quantity: '2', tolerance: '1' };
  const sent = { kind: 'market', pair: 'XMR-BTC', amount: '2' } as const;
  const trail = (text: string, side: 'buy' | 'sell' = 'sell') =>
    checkOrder({ ...market, isByQuantity: true, trail: text }, { ...rules, side });
  it('carry the percentage, no worst price, and of a buy what it spends', () => {
    expect(trail('2,5')).toEqual({ ok: true, order: { ...sent, side: 'sell', trailPercent: '2.5' } });
    expect(trail('50', 'buy')).toEqual({ ok: true, order: { ...sent, side: 'buy', trailPercent: '50' } });
    expect(trail('0.1')).toMatchObject({ ok: true });
  });
  it.each(['0', '0.05', '0.15', '50.1'])('are not sent with %s %%', (text) => {
    expect(trail(text)).toEqual({ ok: false, fault: { code: 'trailInvalid', field: 'trail' } });
  });
  it('are not sent without one', () => {
    expect(trail('')).toEqual({ ok: false, fault: { code: 'trailInvalid', field: 'trail', typed: 'empty' } });
  });
  it('are other orders than those that trail by another percentage, or not at all', () => {
    const order = { ...sent, side: 'sell', trailPercent: '2.5' } as const;
    expect(isSameOrder(order, { ...order, trailPercent: '2.50' })).toBe(true);
    expect(isSameOrder(order, { ...order, trailPercent: '2.6' })).toBe(false);
    expect(isSameOrder(order, { ...sent, side: 'sell' })).toBe(false);
  });
});

describe('stop orders (STOP-06)', () => {
  const limit = { ...typed('0.0039', '1'), stop: '0,0041' };
  const market = { kind: 'market' as const, price: '', quantity: '2', tolerance: '1' };
  const plain = { kind: 'limit', pair: 'XMR-BTC', side: 'buy', price: '0.0039', quantity: '1' } as const;
  it('carry the stop price; a market order then none that is taken from the best one of today', () => {
    expect(checkOrder(limit, rules)).toEqual({ ok: true, order: { ...plain, stopPrice: '0.0041' } });
    expect(checkOrder({ ...market, stop: '0.0041' }, rules)).toEqual({
      ok: true,
      order: { kind: 'market', pair: 'XMR-BTC', side: 'buy', amount: '2', stopPrice: '0.0041' },
    });
  });
  it.each([
    ['', { code: 'stopInvalid', field: 'stop', typed: 'empty' }],
    ['0', { code: 'stopInvalid', field: 'stop' }],
    [
      '0.0041001',
      {
        code: 'priceOffTick',
        field: 'stop',
        values: { step: '0.000001', below: '0.0041', above: '0.004101' },
      },
    ],
  ])('are not sent with the stop price %j', (stop, fault) => {
    for (const order of [limit, market])
      expect(checkOrder({ ...order, stop }, rules)).toEqual({ ok: false, fault });
  });
  it('are other orders than those that do not wait, or wait for another price', () => {
    const stop = { ...plain, stopPrice: '0.0041' };
    expect(isSameOrder(stop, { ...stop, stopPrice: '0.00410' })).toBe(true);
    expect(isSameOrder(stop, plain)).toBe(false);
    expect(isSameOrder(stop, { ...stop, stopPrice: '0.0042' })).toBe(false);
  });
});
