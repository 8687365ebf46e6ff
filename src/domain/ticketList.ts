import type { PageOf } from './marketList.ts';
import { TICKET_CATEGORIES, type Ticket, type TicketCategory, type TicketStatus } from './ticket.ts';

/** The offered page sizes; "5" asks for 5 (SUPPORT-05). */
export const TICKET_PAGE_SIZES = [5, 20, 50, 100] as const;
export type TicketPageSize = (typeof TICKET_PAGE_SIZES)[number];

/** Names under which the browser keeps what is typed into the form of a new ticket. */
export const NEW_TICKET_DRAFTS = ['ticket.subject', 'ticket.category', 'ticket.description'] as const;

/** A record that a new ticket is about. */
export interface AskedRecord {
  readonly category: TicketCategory;
  readonly id: string;
}

/** What the address asks for with `?new=`: a new ticket of a category; null where it asks for none. */
export function askedCategory(wish: string | null): TicketCategory | null {
  return wish === null ? null : (TICKET_CATEGORIES.find((category) => category === wish) ?? 'general');
}

/** The record that came along in the page's state, which may be anything. */
export function askedRecord(state: unknown): AskedRecord | null {
  if (typeof state !== 'object' || state === null || !('record' in state)) return null;
  const { record } = state;
  if (typeof record !== 'object' || record === null || !('category' in record && 'id' in record)) return null;
  const category = TICKET_CATEGORIES.find((known) => known === record.category);
  return category !== undefined && typeof record.id === 'string' && record.id.length <= 200
    ? { category, id: record.id }
    : null;
}

/** What a list is narrowed to by the server. Null and empty: not narrowed. */
export interface TicketFilters {
  readonly status: TicketStatus | null;
  readonly category: TicketCategory | null;
  /** First and last day, `2026-01-31`, UTC. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILTERS: TicketFilters = { status: null, category: null, from: '', to: '' };

export const isFiltered = ({ status, category, from, to }: TicketFilters): boolean =>
  status !== null || category !== null || from !== '' || to !== '';

/** What the server is asked. */
export interface TicketListRequest {
  readonly status?: TicketStatus;
  readonly category?: TicketCategory;
  /** ISO times: the first day from its beginning, the last one to its end, so that no server reads them otherwise. */
  readonly created_from?: string;
  readonly created_to?: string;
  readonly limit: number;
  readonly offset: number;
}

/** Null when the first day lies after the last one: nothing can be asked then. */
export function ticketListRequest(
  { status, category, from, to }: TicketFilters,
  page: number,
  size: number,
): TicketListRequest | null {
  // Both are ISO dates, which sort as text.
  if (from !== '' && to !== '' && from > to) return null;
  return {
    ...(status === null ? {} : { status }),
    ...(category === null ? {} : { category }),
    ...(from === '' ? {} : { created_from: `${from}T00:00:00.000Z` }),
    ...(to === '' ? {} : { created_to: `${to}T23:59:59.999Z` }),
    limit: size,
    offset: (page - 1) * size,
  };
}

/**
 * The tickets of a loaded page whose subject, first message or id holds the searched text; case does not matter.
 * An empty search finds all.
 */
export function searchTickets(tickets: readonly Ticket[], search: string): readonly Ticket[] {
  const wanted = folded(search.trim());
  if (wanted === '') return tickets;
  return tickets.filter(({ id, subject, description }) =>
    [subject, description, id].some((text) => folded(text).includes(wanted)),
  );
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Where a page of a list stands in the whole. */
export type ListPlace = Omit<PageOf<unknown>, 'rows'>;

/**
 * @param rows on this page.
 * @param count of all, as the server tells it; null: a full page is followed by another one (SUPPORT-05).
 */
export function listPlace(page: number, size: number, rows: number, count: number | null): ListPlace {
  const before = (page - 1) * size;
  const known = before + rows;
  const all = count ?? known + (rows >= size ? 1 : 0);
  return {
    page,
    pages: Math.max(page, Math.ceil(all / size), 1),
    from: rows === 0 ? 0 : before + 1,
    to: rows === 0 ? 0 : known,
    total: count ?? known,
  };
}
