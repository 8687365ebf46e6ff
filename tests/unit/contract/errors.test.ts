import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalCode, refusalText } from '../../../src/services/contract/index.ts';

describe('the words of a refusal (CALL-14)', () => {
  it.each([
    [{ message: 'Not enough XMR.' }, 'Not enough XMR.'],
    [{ error: 'Not enough XMR.' }, 'Not enough XMR.'],
    [{ message: '', error: 'Not enough XMR.' }, 'Not enough XMR.'],
    [{ message: '   ', error: 'Not enough XMR.' }, 'Not enough XMR.'],
    [{ message: 'first', error: 'second' }, 'first'],
    [{ message: null, detail: 'Not enough XMR.' }, 'Not enough XMR.'],
    [{ message: { message: 'Wait.', reason: 'password changed' } }, 'Wait. — Reason: password changed'],
    [
      { detail: { message: 'Wait.', time_remaining: 90, cooldown_until: '2026-11-21T12:00:00Z' } },
      'Wait. — Time remaining: 90 — Cooldown until: 2026-11-21T12:00:00Z',
    ],
    [{ message: {}, error: 'Not enough XMR.' }, 'Not enough XMR.'],
    [{ message: 'GRIN is under maintenance.', error: 'Service Unavailable' }, 'GRIN is under maintenance.'],
    [{ message: 'The wallet has no bad gateway.' }, 'The wallet has no bad gateway.'],
  ])('%j yields %s', (body, expected) => {
    expect(refusalText(body)).toBe(expected);
  });

  it.each([null, undefined, 'text', 7, [], {}, { message: 7 }, { message: [] }, { detail: [{ msg: 'x' }] }])(
    '%j yields nothing',
    (body) => {
      expect(refusalText(body)).toBeUndefined();
    },
  );

  it.each([
    'Bad gateway',
    '502 Bad Gateway',
    'HTTP 504: Gateway Time-out.',
    'Service Temporarily Unavailable',
    'Internal Server Error',
    '<html><h1>Bad Gateway</h1></html>',
  ])("%s is a gateway's and yields nothing", (message) => {
    expect(refusalText({ message })).toBeUndefined();
  });

  it('the code is read where there is one', () => {
    expect(refusalCode({ code: 'ORDER_FILLED' })).toBe('ORDER_FILLED');
    for (const body of [null, 'x', {}, { code: 7 }, { code: '' }]) expect(refusalCode(body)).toBeUndefined();
  });

  it('nothing a server sends makes reading throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(['string', 'undefined']).toContain(typeof refusalText(body));
        expect(['string', 'undefined']).toContain(typeof refusalCode(body));
      }),
      { numRuns: 5000 },
    );
  });
});
