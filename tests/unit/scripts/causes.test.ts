import { expect, it } from 'vitest';
import { causeLines } from '../../../scripts/test/causes.ts';

it('failures of one cause are one line, the most telling of them first', () => {
  const failures = [
    'tests/e2e/orders.spec.ts › a stop\n    Error: 3 rows\n    at page',
    'tests/walks/orderForm.spec.ts › press\n    Error: no row 12',
    'tests/models/orderForm.model.ts › [ORDER-03] press\n    Error: no row 7',
    'tests/unit/domain/decimal.test.ts › adds\n    AssertionError: 1 is 2',
    'tests/venue/core/orders.test.ts › buy\n    refused: entry 0f3c5510-e12a-48cf-937e-d00952e4127e is off',
    'tests/venue/core/orders.test.ts › sell\n    refused: entry a1c0ffee-e12a-48cf-937e-d00952e4127e is off',
  ];
  expect(causeLines(failures)).toEqual([
    'tests/models/orderForm.model.ts › [ORDER-03] press, and 1 more: Error: no row 12',
    'tests/unit/domain/decimal.test.ts › adds: AssertionError: 1 is 2',
    'tests/venue/core/orders.test.ts › buy, and 1 more: refused: entry 0f3c5510-e12a-48cf-937e-d00952e4127e is off',
    'tests/e2e/orders.spec.ts › a stop: Error: 3 rows',
  ]);
  expect(causeLines([])).toEqual([]);
});
