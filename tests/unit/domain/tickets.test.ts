import { describe, expect, it } from 'vitest';
import { isBlank, isSameTicket, type Ticket, type TicketDraft } from '../../../src/domain/ticket.ts';
import {
  askedRecord,
  isFiltered,
  listPlace,
  NO_FILTERS,
  searchTickets,
  TICKET_PAGE_SIZES,
  ticketListRequest,
} from '../../../src/domain/ticketList.ts';

const ticket = (part: Partial<Ticket> = {}): Ticket => ({
  id: 'f00d-cafe',
  subject: 'Where is it?',
  status: 'open',
  category: 'deposit',
  description: 'I sent ½ XMR.',
  createdAt: 0,
  modifiedAt: null,
  owner: 'anna',
  ...part,
});

describe('requests to the server (SUPPORT-07)', () => {
  it.each(TICKET_PAGE_SIZES)('%i per page asks for that many', (size) => {
    expect(ticketListRequest(NO_FILTERS, 1, size)).toEqual({ limit: size, offset: 0 });
    expect(ticketListRequest(NO_FILTERS, 3, size)).toEqual({ limit: size, offset: 2 * size });
  });

  it('days are whole days, UTC', () => {
    const filters = { status: 'open', category: 'trading', from: '2026-01-05', to: '2026-01-05' } as const;
    expect(ticketListRequest(filters, 1, 5)).toEqual({
      status: 'open',
      category: 'trading',
      created_from: '2026-01-05T00:00:00.000Z',
      created_to: '2026-01-05T23:59:59.999Z',
      limit: 5,
      offset: 0,
    });
    expect(isFiltered(filters)).toBe(true);
    expect(isFiltered(NO_FILTERS)).toBe(false);
  });

  it('nothing is asked when the first day is after the last', () => {
    expect(ticketListRequest({ ...NO_FILTERS, from: '2026-01-06', to: '2026-01-05' }, 1, 5)).toBeNull();
  });
});

describe('the search through a page', () => {
  const list = [ticket(), ticket({ id: 'beef', subject: 'OTHER', description: 'Ａ full-width word' })];
  it.each<[search: string, found: number]>([
    ['', 2],
    ['  ', 2],
    ['where', 1],
    ['other', 1],
    ['½', 1],
    ['a full', 1],
    ['CAFE', 1],
    ['nothing like it', 0],
  ])('"%s" finds %i', (search, found) => {
    expect(searchTickets(list, search)).toHaveLength(found);
  });
});

describe('position of a page', () => {
  it.each<[page: number, size: number, count: number, total: number | null, expected: object]>([
    [1, 5, 0, 0, { page: 1, pages: 1, from: 0, to: 0, total: 0 }],
    [1, 5, 5, 12, { page: 1, pages: 3, from: 1, to: 5, total: 12 }],
    [3, 5, 2, 12, { page: 3, pages: 3, from: 11, to: 12, total: 12 }],
    // The page is beyond the last one.
    [4, 5, 0, 12, { page: 4, pages: 4, from: 0, to: 0, total: 12 }],
    // Without a total another page may follow.
    [1, 5, 5, null, { page: 1, pages: 2, from: 1, to: 5, total: 5 }],
    [2, 5, 3, null, { page: 2, pages: 2, from: 6, to: 8, total: 8 }],
  ])('page %i of %i rows, %i of %s', (page, size, count, total, expected) => {
    expect(listPlace(page, size, count, total)).toEqual(expected);
  });
});

describe('blank texts (SUPPORT-08)', () => {
  it.each(['', ' ', '\n\t', '\u00a0\u3000', '\u200b\u200d\ufeff', '\u202e\u2066', '\u2800', '\u0000\u0007'])(
    '%j',
    (text) => {
      expect(isBlank(text)).toBe(true);
    },
  );
  it.each(['a', ' . ', '🦊', '語', '\u202ea', '́', '0'])('%j is not', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('a lost ticket', () => {
  const draft: TicketDraft = { subject: 'Where is it?', description: 'I sent ½ XMR.', category: 'deposit' };
  it.each<[what: string, part: Partial<Ticket>, isSame: boolean]>([
    ['the same', {}, true],
    ['trimmed by the server', { subject: 'Where is it? ' }, true],
    ['answered already', { status: 'pending' }, true],
    ['closed: an older affair', { status: 'closed' }, false],
    ['another subject', { subject: 'Where?' }, false],
    ['another message', { description: 'I sent 1 XMR.' }, false],
    ['another category', { category: 'other' }, false],
  ])('%s', (_what, part, isSame) => {
    expect(isSameTicket(ticket(part), draft)).toBe(isSame);
  });
});

describe('the record that a page asks about', () => {
  const record = { category: 'deposit', id: 'd1' };
  it.each<[state: unknown, asked: object | null]>([
    [{ record }, record],
    [{ record: { ...record, id: 'd'.repeat(200), more: 1 } }, { ...record, id: 'd'.repeat(200) }],
    [{ record: { ...record, id: 'd'.repeat(201) } }, null],
    [{ record: { ...record, id: 7 } }, null],
    [{ record: { ...record, category: 'none' } }, null],
    [{ record: { category: 'deposit' } }, null],
    [{ record: { id: 'd1' } }, null],
    [{ record: null }, null],
    [{ record: 'd1' }, null],
    [{}, null],
    [null, null],
    ['record', null],
  ])('in %j is %j', (state, asked) => expect(askedRecord(state)).toEqual(asked));
});
