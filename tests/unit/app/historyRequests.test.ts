import { describe, expect, it } from 'vitest';
import { readHistoryPage, readHistoryRange } from '../../../src/services/historyPages.ts';
import type { HistoryName } from '../../../src/domain/history/types.ts';
import { EVER } from '../../../src/domain/history/rules.ts';
import { succeeded } from '../../../src/domain/result.ts';
import type { Call } from '../../../src/services/contract/calls/call.ts';

async function asked(list: HistoryName, pair?: string): Promise<unknown[]> {
  const seen: unknown[] = [];
  const send = async (call: Call, { query }: { query: unknown }) => {
    seen.push(call.name, query);
    return succeeded([]);
  };
  await readHistoryPage({ send: send as never }, list, 200, pair, {});
  return seen;
}

describe('a long page of a history', () => {
  it('is requested by its own call, from where the last one ended (CALL-16, HISTORY-24)', async () => {
    expect(await asked('trades')).toEqual(['executions', { skip: 200, limit: 100 }]);
    expect(await asked('orders')).toEqual([
      'orders',
      { state: 'OPENED,PARTIALLY_FILLED', skip: 200, limit: 100 },
    ]);
    expect(await asked('orderHistory')).toEqual(['orders', { skip: 200, limit: 100 }]);
    expect(await asked('deposits')).toEqual(['deposits', { limit: 100, offset: 200 }]);
    expect(await asked('withdrawals')).toEqual(['withdrawals', { limit: 100, offset: 200 }]);
  });

  it('names the pair that was chosen (HISTORY-33)', async () => {
    const page = { skip: 200, limit: 100, pair: 'BTC-USDT' };
    expect(await asked('trades', 'BTC-USDT')).toEqual(['executions', page]);
    expect(await asked('orders', 'BTC-USDT')).toEqual([
      'orders',
      { state: 'OPENED,PARTIALLY_FILLED', ...page },
    ]);
  });
});

it('a read of all pages counts the records of every page that could not be read (RESULT-05)', async () => {
  const pages = [succeeded([{ id: 'a', createdAt: 1 }], 2), succeeded([{ id: 'b', createdAt: 2 }], 1)];
  const send = async () => pages.shift() ?? succeeded([]);
  const range = { list: 'trades', ...EVER } as const;
  const read = await readHistoryRange({ send: send as never }, 'trades', range, {});
  expect(read).toMatchObject({ ok: true, value: [{ id: 'a' }, { id: 'b' }], leftOut: 3 });
});
