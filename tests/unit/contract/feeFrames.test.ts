import { describe, expect, it } from 'vitest';
import { readServerFrame } from '../../../src/services/contract/index.ts';

const fees = { XMR: { priorities: { medium: { fee: '0.0001' } } }, BTC: { calculated: '0.00002' } };

const REPLACING = ['fees', 'fees_data', 'fees_snapshot', 'fee_snapshot'];
const MERGING = ['fees_update', 'fee_batch_update', 'fee_update'];
const WRAPPINGS: readonly (readonly [string, object])[] = [
  ['bare', fees],
  ['under fees', { fees }],
  ['under data', { data: fees }],
  ['under data and fees', { data: { fees } }],
  ['under fees and data', { fees: { data: fees } }],
];

describe.each([
  ...REPLACING.map((name) => [name, 'replace'] as const),
  ...MERGING.map((name) => [name, 'merge'] as const),
])('fee frames (FEES-07): %s', (name, mode) => {
  it.each(WRAPPINGS)('%s, named by type or by event, with a time beside it', (_how, payload) => {
    const expected = { kind: 'fees', mode, fees };
    const beside = { timestamp: 1_763_700_000, success: true, message: 'ok' };
    expect(readServerFrame(JSON.stringify({ type: name, ...beside, ...payload }))).toEqual(expected);
    expect(readServerFrame(JSON.stringify({ event: name, ...payload }))).toEqual(expected);
  });

  it('of no coin is still a frame', () => {
    expect(readServerFrame(JSON.stringify({ type: name, data: {} }))).toEqual({
      kind: 'fees',
      mode,
      fees: {},
    });
  });
});

it.each([
  [{ code: 'FEE_DATA_NOT_AVAILABLE', message: 'No fees.' }],
  [{ data: { code: 'FEE_DATA_NOT_AVAILABLE', message: 'No fees.' } }],
])('an error of the feed (FEES-05): %o', (payload) => {
  expect(readServerFrame(JSON.stringify({ type: 'error', ...payload }))).toEqual({
    kind: 'error',
    code: 'FEE_DATA_NOT_AVAILABLE',
    message: 'No fees.',
  });
});
