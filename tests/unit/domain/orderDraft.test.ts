import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toText } from '../../../src/domain/decimal.ts';
import { fieldText } from '../../../src/domain/typedDecimal.ts';
import { haveOrdersMoved } from '../../../src/domain/order.ts';
import { sumOfFills } from '../../../src/domain/orderFigures.ts';
import type { PairSettings } from '../../../src/domain/market.ts';
import type { Order } from '../../../src/domain/order.ts';
import {
  amountOf,
  dearestPriceOf,
  withTotal,
  cutQuantityOf,
  EMPTY_DRAFT,
  filledDraft,
  keptText,
  priceOf,
  quantityOf,
  recalledDraft,
  withSeed,
  withTerms,
  withTidied,
  withTyped,
  withUnit,
} from '../../../src/machines/orderForm/orderDraft.rules.ts';
import { someOrder } from '../../samples.ts';

const settings: PairSettings = {
  pair: 'XMR-BTC',
  isEnabled: true,
  pricePrecision: 6,
  quantityPrecision: 2,
  minPriceIncrement: null,
  minQuantityIncrement: '0.01',
  minOrderSize: null,
  makerFeePercent: null,
  takerFeePercent: null,
};

describe('the unit of its prices (ORDER-26)', () => {
  it('there and back is the same, and so is what is sent', () => {
    const figures = fc
      .tuple(fc.nat(), fc.integer({ min: 0, max: 12 }))
      .map(([units, scale]) => toText({ units: BigInt(units), scale }));
    fc.assert(
      fc.property(figures, fc.constantFrom(false, true, 'dots' as const), (text, decimalComma) => {
        const options = { decimalComma };
        const draft = withTyped(EMPTY_DRAFT, 'price', fieldText(text, options));
        const sat = withUnit(draft, true, options);
        expect(priceOf(sat, options)).toBe(text);
        expect(withUnit(sat, false, options).price).toBe(draft.price);
      }),
    );
  });
  it('stays where a price is too long for the other one', () => {
    const draft = withTyped(EMPTY_DRAFT, 'price', '9'.repeat(13));
    expect(withUnit(draft, true)).toBe(draft);
  });
  it('is kept with the text, and left out without one', () => {
    const sat = withUnit(EMPTY_DRAFT, true);
    expect(keptText(sat)).toBe('');
    const typed = withTyped(sat, 'price', '34');
    expect(recalledDraft(keptText(typed))).toMatchObject({ price: '34', isSat: true });
    expect(priceOf(recalledDraft(keptText(typed)))).toBe('0.00000034');
    expect(recalledDraft(keptText(withTyped(EMPTY_DRAFT, 'price', '34'))).isSat).toBeUndefined();
  });
  it('is that of the best price and of a row of the book, which quantities are not', () => {
    const sat = withUnit(EMPTY_DRAFT, true);
    expect(withSeed(sat, '0.00000034').price).toBe('34');
    expect(filledDraft('0.00000035', '2', sat)).toMatchObject({ price: '35', quantity: '2' });
    expect(withTidied(withTyped(sat, 'price', '0034.50'), 'price', null).price).toBe('34.5');
  });
});

describe('the draft of an order', () => {
  it('takes the best price once (ORDER-06)', () => {
    const seeded = withSeed(EMPTY_DRAFT, '0.0039');
    expect(seeded.price).toBe('0.0039');
    expect(withSeed(seeded, '0.0040').price).toBe('0.0039');
  });
  it('never writes over a touched price, not even an emptied one', () => {
    expect(withSeed(withTyped(EMPTY_DRAFT, 'price', '0.5'), '0.0039').price).toBe('0.5');
    expect(withSeed(withTyped(EMPTY_DRAFT, 'price', ''), '0.0039').price).toBe('');
    expect(withSeed(withTyped(EMPTY_DRAFT, 'quantity', '7'), '0.0039')).toMatchObject({
      price: '0.0039',
      quantity: '7',
    });
  });
  it('is filled by a row of the book, and not seeded afterwards', () => {
    const filled = filledDraft('0.0041', '2');
    expect(filled).toMatchObject({ price: '0.0041', quantity: '2' });
    expect(withSeed(filled, '0.0039').price).toBe('0.0041');
  });
  it('reads what will be sent', () => {
    const draft = withTyped(withTyped(EMPTY_DRAFT, 'price', '0,0039'), 'quantity', '1,239');
    expect(priceOf(draft)).toBe('0.0039');
    expect(quantityOf({ ...draft, quantity: '1.2391' }, settings)).toBe('1.23');
    expect(quantityOf({ ...draft, quantity: '1.2391' }, null)).toBe('1.2391');
    expect(quantityOf(draft, settings)).toBeNull();
    expect(priceOf(EMPTY_DRAFT)).toBeNull();
  });
  it('shows what will be sent where that is less than what was typed', () => {
    const typed = (quantity: string) => withTyped(EMPTY_DRAFT, 'quantity', quantity);
    expect(cutQuantityOf(typed('1.2391'), settings)).toBe('1.23');
    for (const whole of ['1.23', '1.2300', '1,230', '', 'x']) {
      expect(cutQuantityOf(typed(whole), settings)).toBeNull();
    }
    expect(cutQuantityOf(typed('0.001'), settings)).toBeNull();
    expect(cutQuantityOf(typed('1.2391'), null)).toBeNull();
  });
  it('is tidied on leaving a field: the text becomes what will be sent', () => {
    const draft = withTyped(withTyped(EMPTY_DRAFT, 'price', '0,0039'), 'quantity', '1.2391');
    expect(withTidied(draft, 'price', settings).price).toBe('0.0039');
    expect(withTidied(draft, 'quantity', settings).quantity).toBe('1.23');
    expect(withTidied(draft, 'quantity', null).quantity).toBe('1.2391');
  });
  it('keeps what a market buy spends apart from every quantity', () => {
    const draft = withTyped(withTyped(EMPTY_DRAFT, 'quantity', '2'), 'cost', '0,01239');
    expect(withTidied(draft, 'cost', settings)).toMatchObject({ cost: '0.01239', quantity: '2' });
    expect(filledDraft('0.0041', '2').cost).toBe('');
  });
  it('loses nothing that cannot be read or would become nothing', () => {
    for (const quantity of ['', 'abc', '1e-8', '0.001', '1,234']) {
      const draft = withTyped(EMPTY_DRAFT, 'quantity', quantity);
      expect(withTidied(draft, 'quantity', settings)).toBe(draft);
    }
  });
});

const order = (id: string, quantityLeft: string): Order => someOrder({ id, quantityLeft });

describe('fills', () => {
  it('add up exactly', () => {
    expect(sumOfFills([{ quantity: '0.1' }, { quantity: '0.2' }])).toBe('0.3');
    expect(sumOfFills([])).toBe('0');
  });
  it('show in the orders: one went, came, or has less left', () => {
    const list = [order('a', '1'), order('b', '1')];
    expect(haveOrdersMoved(list, [order('b', '1'), order('a', '1')])).toBe(false);
    expect(haveOrdersMoved(list, [order('a', '1')])).toBe(true);
    expect(haveOrdersMoved(list, [order('a', '1'), order('c', '1')])).toBe(true);
    expect(haveOrdersMoved(list, [order('a', '0.5'), order('b', '1')])).toBe(true);
  });
});

describe('the terms of a draft (TYPE-04, TYPE-06)', () => {
  it('post-only and a time other than GTC take each other back', () => {
    const postOnly = withTerms(EMPTY_DRAFT, { isPostOnly: true });
    expect(withTerms(postOnly, { timeInForce: 'IOC' })).toMatchObject({
      timeInForce: 'IOC',
      isPostOnly: false,
    });
    expect(withTerms(withTerms(EMPTY_DRAFT, { timeInForce: 'FOK' }), { isPostOnly: true })).toMatchObject({
      timeInForce: 'GTC',
      isPostOnly: true,
    });
    expect(withTerms(postOnly, { kind: 'market' })).toMatchObject({ isPostOnly: true });
  });
  it('an iceberg and other times, and a stop, take each other back; post-only it can be (TYPE-13)', () => {
    const iceberg = withTerms(EMPTY_DRAFT, { isIceberg: true });
    expect(withTerms(iceberg, { timeInForce: 'IOC' })).toMatchObject({ isIceberg: false });
    expect(withTerms(iceberg, { isStop: true })).toMatchObject({ isIceberg: false });
    const stop = withTerms(withTerms(EMPTY_DRAFT, { timeInForce: 'FOK' }), { isStop: true });
    const terms = { isIceberg: true, timeInForce: 'GTC', isStop: false };
    expect(withTerms(stop, { isIceberg: true })).toMatchObject(terms);
    const postOnly = withTerms(iceberg, { isPostOnly: true });
    expect(postOnly).toMatchObject({ isIceberg: true, isPostOnly: true });
    expect(recalledDraft(keptText(withTyped(postOnly, 'display', '3')))).toEqual(
      withTyped(postOnly, 'display', '3'),
    );
  });
  it('two legs, and other times, post-only, a stop and an iceberg take each other back (OCO-06)', () => {
    const oco = withTerms(withTotal(EMPTY_DRAFT, '5', null), { isOco: true });
    expect(oco).toMatchObject({ isOco: true, total: null });
    for (const terms of [
      { timeInForce: 'FOK' },
      { isStop: true },
      { isIceberg: true },
      { isPostOnly: true },
    ] as const) {
      expect(withTerms(oco, terms)).toMatchObject({ isOco: false, ...terms });
      expect(withTerms(withTerms(EMPTY_DRAFT, terms), { isOco: true })).toMatchObject({
        ...EMPTY_DRAFT,
        isOco: true,
      });
    }
    const typed = withTyped(withTerms(EMPTY_DRAFT, { isOco: true }), 'stopLimit', '0.0018');
    expect(recalledDraft(keptText(typed))).toEqual(typed);
  });
  it('a trailing stop spends a total, and is kept with its percentage (TRAIL-06)', () => {
    const trailing = withTerms(EMPTY_DRAFT, { kind: 'market', isTrailing: true, isByQuantity: true });
    expect(amountOf(trailing, 'buy')).toBe('cost');
    expect(amountOf(trailing, 'sell')).toBe('quantity');
    const typed = withTyped(trailing, 'trail', '2,5');
    expect(recalledDraft(keptText(typed))).toEqual(typed);
  });
  it('a buy with two legs costs most at the dearer one (OCO-03)', () => {
    const typed = withTyped(withTyped(EMPTY_DRAFT, 'price', '0.002'), 'stopLimit', '0.003');
    const oco = withTerms(typed, { isOco: true });
    expect(dearestPriceOf(oco, 'buy')).toBe('0.003');
    expect(dearestPriceOf(withTyped(oco, 'stopLimit', '0.001'), 'buy')).toBe('0.002');
    expect(dearestPriceOf(withTyped(oco, 'stopLimit', ''), 'buy')).toBe('0.002');
    expect(dearestPriceOf(oco, 'sell')).toBe('0.002');
    expect(dearestPriceOf(typed, 'buy')).toBe('0.002');
    expect(dearestPriceOf(withTyped(oco, 'price', ''), 'buy')).toBeNull();
    const sat = withUnit(oco, true);
    expect(sat).toMatchObject({ price: '200000', stopLimit: '300000' });
    expect(dearestPriceOf(sat, 'buy')).toBe('0.003');
  });
  it('are stored where they differ from the default, and read again', () => {
    expect(keptText(EMPTY_DRAFT)).toBe('');
    const chosen = withTerms(EMPTY_DRAFT, { kind: 'market', timeInForce: 'IOC', tolerance: '5' });
    expect(recalledDraft(keptText(chosen))).toEqual(chosen);
    const byQuantity = withTerms(EMPTY_DRAFT, { kind: 'market', isByQuantity: true });
    expect(recalledDraft(keptText(byQuantity))).toEqual(byQuantity);
    const postOnly = withTerms(withTyped(EMPTY_DRAFT, 'price', '7'), { isPostOnly: true });
    expect(recalledDraft(keptText(postOnly))).toEqual(postOnly);
  });
  it('that this product would not write are left out', () => {
    const odd = { kind: 'stop', timeInForce: 'DAY', isPostOnly: 'yes', tolerance: '90' };
    expect(recalledDraft(JSON.stringify(odd))).toEqual(EMPTY_DRAFT);
  });
  it('stay when a row of the book is clicked, whose price is for a limit order', () => {
    const before = withTerms(EMPTY_DRAFT, { kind: 'market', timeInForce: 'IOC' });
    expect(filledDraft('1', '2', before)).toMatchObject({ kind: 'limit', timeInForce: 'IOC', price: '1' });
  });
});
