/** Support tickets (SUPPORT-02). Times are epoch milliseconds. */

export const TICKET_STATUSES = ['open', 'pending', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

export const TICKET_CATEGORIES = [
  'general',
  'deposit',
  'withdrawal',
  'trading',
  'security',
  'other',
] as const;
export type TicketCategory = (typeof TICKET_CATEGORIES)[number];

export interface Ticket {
  readonly id: string;
  readonly subject: string;
  readonly status: TicketStatus;
  /** One of `TICKET_CATEGORIES`, or a word that this client does not know. */
  readonly category: string;
  /** The message that opened it. */
  readonly description: string;
  readonly createdAt: number;
  /** Null when unknown. */
  readonly modifiedAt: number | null;
  readonly owner: string;
}

export const changedAt = ({ modifiedAt, createdAt }: Ticket): number => modifiedAt ?? createdAt;

export interface TicketComment {
  readonly id: string;
  readonly content: string;
  readonly author: string;
  /** False: written by the support. */
  readonly isOwn: boolean;
  readonly at: number;
}

export interface PageOfList<T> {
  readonly items: readonly T[];
  /** Number of entries on all pages; null when unknown. */
  readonly count: number | null;
}

export interface TicketDraft {
  readonly subject: string;
  readonly description: string;
  readonly category: TicketCategory;
}

/** Whether nothing of the text is visible (SUPPORT-03): spaces, control characters, joiners, direction marks. */
export const isBlank = (text: string): boolean =>
  !/[^\s\p{Cc}\p{Cf}\u2800\u3164\u115f\u1160\uffa0]/u.test(text);

/** Servers may trim a text or change its line ends. */
export const isSameText = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (text: string): string => text.replaceAll(/\r\n?/g, '\n').normalize('NFC').trim();

/** A closed ticket is an older one. */
export const isSameTicket = (ticket: Ticket, draft: TicketDraft): boolean =>
  ticket.status !== 'closed' &&
  ticket.category === draft.category &&
  isSameText(ticket.subject, draft.subject) &&
  isSameText(ticket.description, draft.description);
