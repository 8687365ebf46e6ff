import type { PageOf } from './marketList.ts';
import { TICKET_CATEGORIES, type Ticket, type TicketCategory, type TicketStatus } from './ticket.ts';

/** Offered page sizes (SUPPORT-05). */
export const TICKET_PAGE_SIZES = [5, 20, 50, 100] as const;
export type TicketPageSize = (typeof TICKET_PAGE_SIZES)[number];

/** Keys of the drafts that the browser keeps. */
export const NEW_TICKET_DRAFTS = ['ticket.subject', 'ticket.category', 'ticket.description'] as const;

export interface AskedRecord {
  readonly category: TicketCategory;
  readonly id: string;
}

/** The category of `?new=` in the address, or null. */
export function askedCategory(wish: string | null): TicketCategory | null {
  return wish === null ? null : (TICKET_CATEGORIES.find((category) => category === wish) ?? 'general');
}

/** From the page's state, which may hold anything. */
export function askedRecord(state: unknown): AskedRecord | null {
  if (typeof state !== 'object' || state === null || !('record' in state)) return null;
  const { record } = state;
  if (typeof record !== 'object' || record === null || !('category' in record && 'id' in record)) return null;
  const category = TICKET_CATEGORIES.find((known) => known === record.category);
  return category !== undefined && typeof record.id === 'string' && record.id.length <= 200
    ? { category, id: record.id }
    : null;
}

/** Applied by the server; null and empty: no filter. */
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

export interface TicketListRequest {
  readonly status?: TicketStatus;
  readonly category?: TicketCategory;
  /** ISO times, from the start of the first day to the end of the last, so that all servers read them alike. */
  readonly created_from?: string;
  readonly created_to?: string;
  readonly limit: number;
  readonly offset: number;
}

/** Null when the first day is after the last. */
export function ticketListRequest(
  { status, category, from, to }: TicketFilters,
  page: number,
  size: number,
): TicketListRequest | null {
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

/** Searches subject, first message and id of a loaded page; case does not matter, and an empty search finds all. */
export function searchTickets(tickets: readonly Ticket[], search: string): readonly Ticket[] {
  const wanted = folded(search.trim());
  if (wanted === '') return tickets;
  return tickets.filter(({ id, subject, description }) =>
    [subject, description, id].some((text) => folded(text).includes(wanted)),
  );
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

export type ListPlace = Omit<PageOf<unknown>, 'rows'>;

/** @param count of all; without it a full page is followed by another one (SUPPORT-05). */
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
