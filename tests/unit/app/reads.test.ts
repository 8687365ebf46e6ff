import { describe, expect, it } from 'vitest';
import {
  readData,
  readRules,
  privateReads,
  type ReadName,
} from '../../../src/machines/resource/resource.reads.ts';
import type { Http } from '../../../src/services/http/port.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const policyOf = (name: keyof typeof readRules) => readRules[name].policy;

describe('how often each figure of the trading screen is read (CALL-15)', () => {
  it.each([
    ['markets', MINUTE],
    ['btcPrice', MINUTE],
    ['trades', 10 * SECOND],
    ['balances', 30 * SECOND],
  ] as const)(
    '%s again every %i ms while they are shown (MARKET-04, MARKET-08, TRADE-03, WALLET-06)',
    (name, every) => {
      expect(policyOf(name)).toMatchObject({ isPolled: true, staleAfter: every });
    },
  );

  it.each(['orders', 'executions'] as const)(
    '%s are read every 15 seconds, and kept for 5 minutes (TRADE-05)',
    (name) => {
      expect(policyOf(name)).toMatchObject({ staleAfter: 15 * SECOND, discardAfter: 5 * MINUTE });
    },
  );

  it('balances are kept for 2 minutes', () => {
    expect(policyOf('balances').discardAfter).toBe(2 * MINUTE);
  });

  it('coins are asked for by ticker, rising', async () => {
    const asked: unknown[] = [];
    const send = (_call: unknown, request: unknown) => {
      asked.push(request);
      return Promise.resolve({ ok: true, value: [] });
    };
    const options = { signal: new AbortController().signal };
    await readData({ send } as unknown as Http, 'coins', { page: 1, limit: 50 }, options);
    expect(asked).toEqual([{ query: { page: 1, limit: 50, sort_by: 'ticker', order: 'asc' } }]);
  });

  it.each([
    [50, 2],
    [49, 1],
    [120, 3],
    [100, 3],
  ])('of %i coins all are read, in %i calls (WALLET-11)', async (count, calls) => {
    const all = Array.from({ length: count }, (_, index) => ({ ticker: `C${index}` }));
    const asked: number[] = [];
    const send = (_call: unknown, { query }: { query: { page: number; limit: number } }) => {
      asked.push(query.page);
      const start = (query.page - 1) * query.limit;
      return Promise.resolve({ ok: true, value: all.slice(start, start + query.limit) });
    };
    const options = { signal: new AbortController().signal };
    const read = await readData({ send } as unknown as Http, 'coins', { page: 1, limit: 50 }, options);
    expect(read.data).toHaveLength(count);
    expect(asked).toHaveLength(calls);
  });

  it('a server that knows no pages is asked once more, and its coins are listed once (WALLET-11)', async () => {
    const all = Array.from({ length: 60 }, (_, index) => ({ ticker: `C${index}` }));
    let asked = 0;
    const send = () => {
      asked += 1;
      return Promise.resolve({ ok: true, value: all });
    };
    const options = { signal: new AbortController().signal };
    const read = await readData({ send } as unknown as Http, 'coins', { page: 1, limit: 50 }, options);
    expect([read.data.length, asked]).toEqual([60, 2]);
  });

  it('refund addresses are requested of all coins where a screen wants all (REFUND-05)', async () => {
    const asked: unknown[] = [];
    const send = (_call: unknown, request: unknown) => {
      asked.push(request);
      return Promise.resolve({ ok: true, value: [] });
    };
    const options = { signal: new AbortController().signal };
    await readData({ send } as unknown as Http, 'refundAddresses', { tradingEnabledOnly: false }, options);
    expect(asked).toEqual([{ query: { trading_enabled_only: 'false' } }]);
  });

  it('the rules of a pair are taken for right for 5 minutes (ORDER-11)', () => {
    expect(policyOf('pairSettings')).toMatchObject({ isPolled: false, staleAfter: 5 * MINUTE });
  });

  it('market data is tried once more and not read again on return, everything else three times (MARKET-10, LOST-06)', () => {
    for (const name of ['markets', 'trades', 'btcPrice'] as const)
      expect(policyOf(name)).toMatchObject({ retries: 1, refreshesOnReturn: false });
    for (const name of ['balances', 'orders', 'executions', 'pairSettings'] as const)
      expect(policyOf(name)).toMatchObject({ retries: 3, refreshesOnReturn: true });
  });
});

describe('how long account data is fresh and kept (docs/architecture.md)', () => {
  it.each([
    ['balances', 30 * SECOND, 2 * MINUTE],
    ['coins', 5 * MINUTE, 10 * MINUTE],
    ['refundAddresses', 30 * SECOND, 2 * MINUTE],
    ['deposits', 15 * SECOND, 2 * MINUTE],
    ['withdrawals', 30 * SECOND, 2 * MINUTE],
    ['movements', MINUTE, 2 * MINUTE],
    ['account', 2 * MINUTE, 5 * MINUTE],
    ['recoveryCodes', 5 * MINUTE, 5 * MINUTE],
    ['sessions', MINUTE, 5 * MINUTE],
    ['apiKeys', MINUTE, 5 * MINUTE],
    ['supportTickets', 5 * MINUTE, 5 * MINUTE],
    ['answeredTickets', 5 * MINUTE, 5 * MINUTE],
    ['orders', 15 * SECOND, 5 * MINUTE],
    ['executions', 15 * SECOND, 5 * MINUTE],
    ['depositStatus', 15 * SECOND, 2 * MINUTE],
  ] as const)('%s: fresh for %i ms, kept for %i', (name, staleAfter, discardAfter) => {
    expect(policyOf(name)).toMatchObject({ staleAfter, discardAfter });
  });

  it('a deposit that has come is on the page of its address within 15 s (DEPOSIT-08)', () => {
    expect(policyOf('deposits')).toMatchObject({ staleAfter: 15 * SECOND, isPolled: true });
  });

  it('a tab that is shown again reads what is stale, except refund addresses', () => {
    const names = Object.keys(readRules).filter((name) => privateReads.has(name as ReadName)) as ReadName[];
    const unread = names.filter((name) => !policyOf(name).isPolled && !policyOf(name).refreshesOnReturn);
    expect(unread).toEqual(['refundAddresses', 'historyRange']);
  });
});

describe('the reads of the signed-in user', () => {
  const params = { pair: 'XMR-BTC', skip: 0, offset: 0, limit: 10, list: 'orders', from: 0, to: 1 };

  /** From a call that is refused. */
  async function needsSession(name: ReadName): Promise<boolean[]> {
    const sent: boolean[] = [];
    const send = (call: { readonly isPrivate: boolean }) => {
      sent.push(call.isPrivate);
      return Promise.resolve({ ok: false, failure: { code: 'refused', retryable: false } });
    };
    const options = { signal: new AbortController().signal };
    const reading = readData({ send } as unknown as Http, name, params as never, options);
    // Only the requests matter.
    await Promise.allSettled([reading]);
    return sent;
  }

  it.each(Object.keys(readRules) as ReadName[])(
    '%s is one exactly when its calls need a session',
    async (name) => {
      expect(new Set(await needsSession(name))).toEqual(new Set([privateReads.has(name)]));
    },
  );
});
