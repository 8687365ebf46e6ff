import { describe, expect, it } from 'vitest';
import { provenFeatures } from '../../../scripts/requirements/proofs.ts';
import { featuresOf } from '../../../scripts/requirements/read.ts';
import { namedTests } from '../../../scripts/requirements/titles.ts';

const DOCUMENT = `# Requirements

## Order form (ORDER)

- ORDER-01 A form for each side: price,
  quantity, total.
- ORDER-02 withdrawn
- ORDER-03 Numbers only.

## Fees (FEES)

- FEES-01 Three cards.

## Decided differently

1. Date range works.
`;

const TESTS = `
describe('fees (FEES-01)', () => {
  it('a figure', () => expect('ORDER-03').toBe(1));
  it.each([['ORDER-03: no letters', 1]])('%s', () => undefined);
  bookTest('is drawn (ORDER-01)', run);
  test(\`of \${coin}, ORDER-01\`, () => test.step('FEES-01: opens', run));
});`;

describe('requirements', () => {
  it('are read by feature, those over several lines whole, without withdrawn ones', () => {
    expect(featuresOf(DOCUMENT)).toEqual([
      {
        title: 'Order form',
        requirements: [
          { id: 'ORDER-01', text: 'A form for each side: price, quantity, total.' },
          { id: 'ORDER-03', text: 'Numbers only.' },
        ],
      },
      { title: 'Fees', requirements: [{ id: 'FEES-01', text: 'Three cards.' }] },
    ]);
  });

  it('are named by titles of tests, of groups and of steps, and by rows of titles; not by compared texts', () => {
    expect(namedTests('a.test.ts', TESTS).map(({ title }) => title)).toEqual([
      'fees (FEES-01)',
      'ORDER-03: no letters',
      'is drawn (ORDER-01)',
      'of …, ORDER-01',
      'FEES-01: opens',
    ]);
  });

  it('are proven by rows that start with their IDs, or else by tests', () => {
    const rows = {
      orderForm: ['[FEES-01: x] a -- b --> c', '[ORDER-01, FEES-01: y] FEES-01 -- ORDER-03 --> c'],
    };
    const tests = [{ file: 'a.test.ts', title: 'adds up (ORDER-01)' }];
    const [order, fees] = provenFeatures(featuresOf(DOCUMENT), rows, tests);
    expect(order?.requirements).toMatchObject([
      { id: 'ORDER-01', rows: [{ machine: 'orderForm', row: 1 }], tests },
      { id: 'ORDER-03', rows: [], tests: [] },
    ]);
    expect(fees?.requirements[0]?.rows.map(({ row }) => row)).toEqual([0, 1]);
  });
});
