import { describe, expect, it } from 'vitest';
import { readHistoryRange } from '../../../src/services/historyPages.ts';
import type { TimeRange } from '../../../src/domain/history/types.ts';
import type { Execution } from '../../../src/domain/order.ts';
import { refused, succeeded } from '../../../src/domain/result.ts';
import type { Http } from '../../../src/services/http/port.ts';

interface Server {
  readonly http: Pick<Http, 'send'>;
  readonly asked: number[];
}

const trade = (time: number): Execution => ({ id: `t${time}`, createdAt: time }) as Execution;

function serverOf(read: (skip: number) => readonly Execution[] | 'refused'): Server {
  const asked: number[] = [];
  const send = async (_call: never, { query }: { query: { skip: number } }) => {
    asked.push(query.skip);
    const page = read(query.skip);
    return page === 'refused' ? refused({ code: 'refused', retryable: false }) : succeeded(page);
  };
  return { http: { send: send as never }, asked };
}

async function timesIn({ http }: Server, range: TimeRange): Promise<number[] | string> {
  const answer = await readHistoryRange(http, 'trades', range, {});
  return answer.ok ? answer.value.map((row) => row.createdAt ?? 0) : answer.failure.code;
}

const ALL: TimeRange = { from: null, to: null };
const newestFirst = Array.from({ length: 10 }, (_, index) => trade(100 - index * 10));

describe('all records of a range', () => {
  it('are read page by page, whatever the size of the pages that come', async () => {
    const server = serverOf((skip) => newestFirst.slice(skip, skip + 3));
    expect(await timesIn(server, ALL)).toEqual([100, 90, 80, 70, 60, 50, 40, 30, 20, 10]);
    expect(server.asked).toEqual([0, 3, 6, 9, 10]);
  });

  it('include both ends, and reading ends where the range starts', async () => {
    const server = serverOf((skip) => newestFirst.slice(skip, skip + 3));
    expect(await timesIn(server, { from: 60, to: 80 })).toEqual([80, 70, 60]);
    expect(server.asked).toEqual([0, 3]);
  });

  it('are read to the end where the server sends another order', async () => {
    const oldestFirst = newestFirst.toReversed();
    const server = serverOf((skip) => oldestFirst.slice(skip, skip + 4));
    expect(await timesIn(server, { from: 60, to: 80 })).toEqual([60, 70, 80]);
    expect(server.asked.at(-1)).toBe(10);
  });

  it('are each listed once although a new one came in front', async () => {
    const server = serverOf((skip) => [trade(110), ...newestFirst].slice(skip === 0 ? 1 : skip, skip + 4));
    expect(await timesIn(server, ALL)).toEqual([100, 90, 80, 70, 60, 50, 40, 30, 20, 10]);
  });

  it('end with a server that sends the same page again and again', async () => {
    const server = serverOf(() => newestFirst.slice(0, 3));
    expect(await timesIn(server, ALL)).toEqual([100, 90, 80]);
    expect(server.asked).toHaveLength(2);
  });

  it('are refused as a whole', async () => {
    const server = serverOf((skip) => (skip === 0 ? newestFirst.slice(0, 3) : 'refused'));
    expect(await timesIn(server, ALL)).toBe('refused');
  });
});
