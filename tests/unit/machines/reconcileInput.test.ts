import { expect, it } from 'vitest';
import type { Failure } from '../../../src/domain/failure.ts';
import { reconcileInput } from '../../../src/machines/reconcileWrite/index.ts';

const BUSY: Failure = { code: 'server', status: 503, retryable: false, retryAfter: 4 };

it('a lost answer is looked for after pauses, which its own words may make longer', () => {
  expect(reconcileInput('o', false, BUSY)).toEqual({
    subject: 'o',
    failure: BUSY,
  });
});

it('the user who looks again waits for nothing', () => {
  const input = reconcileInput('o', true, BUSY);
  expect(input).toEqual({ subject: 'o', pauses: [0, 2000, 5000] });
});
