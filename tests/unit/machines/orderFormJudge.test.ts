import { expect, it } from 'vitest';
import { judge, type FormFacts } from '../../../src/machines/orderForm/orderForm.rules.ts';
import { PAIR, PRESSES, SETTINGS } from '../../models/orderForm.model.ts';

const context = {
  pair: PAIR,
  side: 'sell',
  settings: SETTINGS,
  settingsFailure: null,
  last: null,
} as const satisfies FormFacts;
const press = { ...PRESSES.calm, typed: { kind: 'limit', price: '100', quantity: '1,234' } } as const;

it('a comma with three digits behind it is a decimal comma only where the language writes one', () => {
  const order = { pair: PAIR, side: 'sell', kind: 'limit', price: '100', quantity: '1.23' };
  expect(judge(context, { ...press, decimalComma: true })).toMatchObject({ kind: 'clear', order });
  expect(judge(context, { ...press, decimalComma: false }).kind).toBe('faulty');
  expect(judge(context, press).kind).toBe('faulty');
});
