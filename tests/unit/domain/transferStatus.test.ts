import { describe, expect, it } from 'vitest';
import { formatConfirmations, requiredConfirmations } from '../../../src/domain/confirmations.ts';
import { isPosted, missedMinimum } from '../../../src/domain/deposit.ts';
import { depositStatus, depositTone } from '../../../src/domain/depositStatus.ts';
import { withdrawalStatus, withdrawalTone } from '../../../src/domain/withdrawalStatus.ts';

describe('the shown status of a deposit (HISTORY-18)', () => {
  it.each([
    // monitoring_state, state, shown
    [null, null, 'pending'],
    [null, 'NO_ACCUMULATION', 'pending'],
    ['', 'NO_ACCUMULATION', 'pending'],
    ['CONFIRMED', null, 'completed'],
    ['CONFIRMED', 'WAITING_FOR_ACCUMULATION', 'completed'],
    ['UNCONFIRMED', 'NO_ACCUMULATION', 'processing'],
    ['NOT_CHECKED', 'NO_ACCUMULATION', 'pending'],
    ['WRONG_AMOUNT', null, 'failed'],
    ['CONFIRMATION_FAILED', 'NO_ACCUMULATION', 'failed'],
    ['confirmed', null, 'completed'],
    ['ANYTHING', 'NO_ACCUMULATION', 'completed'],
    ['ANYTHING', 'WAITING_FOR_ACCUMULATION', 'processing'],
    ['ANYTHING', 'CANCELED', 'canceled'],
    ['ANYTHING', 'Cancelled', 'cancelled'],
    ['ANYTHING', 'ERROR', 'error'],
    ['ANYTHING', '', 'pending'],
    ['ANYTHING', null, 'pending'],
    // Names of an object's prototype are plain words here.
    ['constructor', '__proto__', '__proto__'],
  ])('monitoring %j, state %j: %s', (monitoring, state, shown) => {
    expect(depositStatus(monitoring, state)).toBe(shown);
  });

  it.each([
    ['completed', 'good'],
    ['confirmed', 'good'],
    ['processing', 'waiting'],
    ['pending', 'waiting'],
    ['failed', 'bad'],
    ['error', 'bad'],
    ['cancelled', 'unknown'],
    ['canceled', 'unknown'],
    ['anything', 'unknown'],
  ])('%s is %s', (status, tone) => {
    expect(depositTone(status)).toBe(tone);
  });
});

describe('whether the payment of a deposit was posted (DEPOSIT-07)', () => {
  const waiting = { status: 'pending', fault: null, confirmations: null, required: null, txHash: null };
  it.each([
    [{}, false],
    [{ confirmations: 0 }, false],
    [{ status: 'cancelled' }, false],
    [{ status: 'created' }, false],
    [{ txHash: '08aa' }, true],
    [{ confirmations: 1 }, true],
    [{ status: 'processing' }, true],
    [{ status: 'completed' }, true],
    [{ status: 'failed' }, true],
  ])('%o: %j', (progress, posted) => {
    expect(isPosted({ ...waiting, ...progress })).toBe(posted);
  });
});

describe('the minimum that a deposit missed (DEPOSIT-08)', () => {
  it.each([
    ['wrongAmount', '0.9', '1', '1'],
    ['wrongAmount', '1', '1', null],
    ['wrongAmount', '0.9', null, null],
    ['notConfirmed', '0.9', '1', null],
    [null, '0.9', '1', null],
  ] as const)('%s, %s of %s: %s', (fault, amount, minimum, missed) => {
    expect(missedMinimum({ fault, amount }, minimum)).toBe(missed);
  });
});

describe('the shown status of a withdrawal (HISTORY-10)', () => {
  it.each([
    ['CREATED', 'created', 'waiting'],
    ['pending', 'pending', 'waiting'],
    ['Completed', 'completed', 'good'],
    ['FAILED', 'failed', 'bad'],
    ['CANCELLED', 'cancelled', 'stopped'],
    ['CANCELED', 'unsuccessful', 'bad'],
    ['REJECTED', 'unsuccessful', 'bad'],
    ['unsuccessful', 'unsuccessful', 'bad'],
    ['', 'pending', 'waiting'],
    [null, 'pending', 'waiting'],
  ])('%j: %s, %s', (state, shown, tone) => {
    expect(withdrawalStatus(state)).toBe(shown);
    expect(withdrawalTone(withdrawalStatus(state))).toBe(tone);
  });
});

describe('confirmations (HISTORY-13)', () => {
  it.each([
    ['BTC', 6],
    ['GRIN', 30],
    ['XMR', 30],
    ['WOW', 10],
    ['AVAX', 20],
    ['USDT', 6],
    ['KAS', null],
    ['constructor', null],
  ])('%s needs %j', (coin, blocks) => {
    expect(requiredConfirmations(coin)).toBe(blocks);
  });

  it.each([
    [0, '0'],
    [6, '6'],
    [10_000, '10000'],
    [10_001, '10k'],
    [10_099, '10k'],
    [10_100, '10.1k'],
    [12_399, '12.3k'],
    [999_999, '999.9k'],
    [1_000_000, '1M'],
    [1_250_000, '1.2M'],
    [3_000_000_000, '3B'],
    [4_560_000_000_000, '4.5T'],
  ])('%i is written %s (FORMAT-06)', (count, text) => {
    expect(formatConfirmations(count)).toBe(text);
  });
});
