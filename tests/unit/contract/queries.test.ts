import { describe, expect, it } from 'vitest';
import { ticketListQuery } from '../../../src/services/contract/support.ts';
import { wholeNumber } from '../../../src/services/contract/values.ts';

describe('a whole number of a query', () => {
  const schema = wholeNumber(10, 1, 200);

  it.each([
    ['1', 1],
    ['200', 200],
    [7, 7],
    [undefined, 10],
  ])('%j is read as %j', (raw, read) => {
    expect(schema.parse(raw)).toBe(read);
  });

  it.each(['0', '201', '-1', '1.5', '1e2', ' 7', 'x', '0x10', '', '1234567890'])('%j is refused', (raw) => {
    expect(schema.safeParse(raw).success).toBe(false);
  });

  it('documents which numbers it takes', () => {
    expect(schema.safeParse('0').error?.issues[0]?.message).toBe('must be a whole number from 1 to 200');
  });
});

describe('the days of a list of tickets', () => {
  it('a bare day is the whole of it, UTC', () => {
    const read = ticketListQuery.parse({ created_from: '2026-01-31', created_to: '2026-01-31' });
    expect(read.created_from).toBe(Date.UTC(2026, 0, 31));
    expect(read.created_to).toBe(Date.UTC(2026, 1, 1) - 1);
  });

  it('a time is that time, at both ends', () => {
    const time = '2026-01-31T12:00:00Z';
    const read = ticketListQuery.parse({ created_from: time, created_to: time });
    expect([read.created_from, read.created_to]).toEqual([
      Date.UTC(2026, 0, 31, 12),
      Date.UTC(2026, 0, 31, 12),
    ]);
  });

  it.each(['1767225600', '31.01.2026', '2026-02-30', 'x2026-01-31', ' 2026-01-31', ''])(
    '%j is refused in words',
    (raw) => {
      const read = ticketListQuery.safeParse({ created_from: raw });
      expect(read.error?.issues[0]?.message).toBe('must be an ISO date like 2026-01-31');
    },
  );
});
