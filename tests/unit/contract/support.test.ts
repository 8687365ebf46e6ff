import { describe, expect, it } from 'vitest';
import { calls } from '../../../src/services/contract/index.ts';

const TICKET = { id: 7, subject: 's', created_date: '2026-01-05T12:00:00' };

describe('support on the wire (SUPPORT-07)', () => {
  it.each<[what: string, raw: unknown, count: number | null]>([
    ['the documented form', { items: [TICKET], total: 12 }, 12],
    ['a bare list', [TICKET], null],
    ['under data', { data: [TICKET] }, null],
    ['a total that is none', { items: [TICKET], total: 'many' }, null],
  ])('a list: %s', (_what, raw, count) => {
    expect(calls.tickets.decode(raw)).toMatchObject({ ok: true, value: { items: [{ id: '7' }], count } });
  });

  it('a ticket that cannot be read is left out, the rest is shown', () => {
    const read = calls.tickets.decode({ items: [TICKET, { id: 8 }], total: 2 });
    expect(read).toMatchObject({ ok: true, value: { items: [{ id: '7' }], count: 2 }, leftOut: 1 });
    expect(read.faults.map(({ path }) => path)).toEqual(expect.arrayContaining(['1.subject']));
  });

  it('missing values have a meaning, and other words for a state still allow a reply', () => {
    expect(calls.ticket.decode({ ...TICKET, status: 'Resolved?', category: 'Deposit' })).toMatchObject({
      ok: true,
      value: { status: 'open', category: 'deposit', description: '', modifiedAt: null, owner: '' },
    });
    expect(calls.ticket.decode({ ticket: { ...TICKET, status: 'CLOSED' } })).toMatchObject({
      value: { status: 'closed', createdAt: Date.UTC(2026, 0, 5, 12) },
    });
  });

  it('a new ticket may be answered with itself, with its id, or with nothing', () => {
    for (const [raw, id] of [
      [{ id: 'a' }, 'a'],
      [{ ticket: { id: 9 } }, '9'],
      [{ message: 'Created' }, null],
      [undefined, null],
    ] as const) {
      expect(calls.createTicket.decode(raw)).toMatchObject({ ok: true, value: { id } });
    }
  });
});
