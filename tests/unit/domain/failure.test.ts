import { describe, expect, it } from 'vitest';
import {
  failureOf,
  isOutage,
  isOutcomeUnknown,
  isUnreadByDefect,
  leavesFirstOpen,
  type Failure,
  OutageError,
  isCooldownRefusal,
  saidIn,
} from '../../../src/domain/failure.ts';

describe('thrown errors', () => {
  const failure = { code: 'server', retryable: true, cause: 'markets 503' } as const;

  it('holds its failure when it is an outage', () => {
    const error = new OutageError(failure);
    expect(failureOf(error)).toBe(failure);
    expect([error.name, error.message]).toEqual(['OutageError', 'markets 503']);
    expect(new OutageError({ code: 'timeout', retryable: false }).message).toBe('timeout');
  });

  it.each([
    [new TypeError('not a function'), 'not a function'],
    ['a text', 'unknown'],
  ])('is a defect otherwise: %s', (error, cause) => {
    expect(failureOf(error)).toEqual({ code: 'internal', retryable: false, cause });
  });
});

it.each([
  ['server', true],
  ['unreachable', true],
  ['timeout', true],
  ['unreadable', true],
  ['refused', false],
  ['unauthorized', false],
  ['tooMany', false],
  ['internal', false],
] as const)('a write that ends with "%s": whether nobody knows if it happened: %s', (code, isUnknown) => {
  expect(isOutcomeUnknown({ code, retryable: false })).toBe(isUnknown);
});

it('a defect that kept an answer from being read leaves a write unknown, and is no outage (CALL-17)', () => {
  const failure = { code: 'internal', retryable: false, status: 200 } as const;
  expect([isOutcomeUnknown(failure), isUnreadByDefect(failure), isOutage(failure)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(isUnreadByDefect({ ...failure, code: 'unreadable' })).toBe(false);
});

it.each([
  [401, undefined, true],
  [425, undefined, true],
  [429, undefined, true],
  [409, undefined, true],
  [409, 'IDEMPOTENCY_MISMATCH', true],
  [409, 'REQUEST_IN_PROGRESS', true],
  [409, 'INSUFFICIENT_FUNDS', false],
  [400, undefined, false],
  [400, 'IDEMPOTENCY_MISMATCH', false],
  [403, undefined, false],
  [undefined, undefined, false],
])(
  'a refusal %s %s of what is sent again leaves the first sending open: %s',
  (status, serverCode, isOpen) => {
    const refusal = { ...(status && { status }), ...(serverCode && { serverCode }) };
    expect(leavesFirstOpen({ code: 'refused', retryable: false, ...refusal })).toBe(isOpen);
  },
);

describe('a refusal for a security cooldown', () => {
  const refused = { code: 'refused', status: 403, retryable: false } as const;
  it.each([
    [{ ...refused, serverCode: 'SECURITY_COOLDOWN' }, true],
    [{ ...refused, text: 'Blocked — Reason: x — Cooldown until: 2026-01-06T12:00:00Z' }, true],
    [{ ...refused, text: 'Not enough' }, false],
    [refused, false],
  ])('%j: %s', (failure, isOne) => expect(isCooldownRefusal(failure)).toBe(isOne));
});

it("a server's message is its words and the rule that it names, as far as it sent them", () => {
  const refused: Failure = { code: 'refused', retryable: false, status: 400 };
  const said = { text: 'Not enough', brokenRule: { field: 'amount', rule: 'range' } } as const;
  expect(saidIn({ ...refused, ...said })).toEqual(said);
  expect(saidIn(refused)).toStrictEqual({});
});
