/** Support tickets as the client knows them (SUPPORT-02). */

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
  /** As the server names it: one of `TICKET_CATEGORIES`, or a word that this client does not know. */
  readonly category: string;
  /** The message that opened it. */
  readonly description: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds; null when the server does not tell. */
  readonly modifiedAt: number | null;
  readonly owner: string;
}

/** When it last changed, as far as the server tells; epoch milliseconds. */
export const changedAt = ({ modifiedAt, createdAt }: Ticket): number => modifiedAt ?? createdAt;

export interface TicketComment {
  readonly id: string;
  readonly content: string;
  readonly author: string;
  /** Whether the one who asked wrote it; false: the support did. */
  readonly isOwn: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** One page of a list, and how many there are in all. */
export interface PageOfList<T> {
  readonly items: readonly T[];
  /** Null when the server does not tell. */
  readonly count: number | null;
}

/** What a new ticket is made of. */
export interface TicketDraft {
  readonly subject: string;
  readonly description: string;
  readonly category: TicketCategory;
}

/**
 * Whether nothing of the text can be seen (SUPPORT-03): spaces, control characters, and signs that
 * only steer others (joiners, direction marks).
 */
export const isBlank = (text: string): boolean =>
  !/[^\s\p{Cc}\p{Cf}\u2800\u3164\u115f\u1160\uffa0]/u.test(text);

/** The same words, however they travelled: servers may trim a text or change its line ends. */
export const isSameText = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (text: string): string => text.replaceAll(/\r\n?/g, '\n').normalize('NFC').trim();

/** Whether a ticket of a list is the one that was to be made; a closed one is an older affair. */
export const isSameTicket = (ticket: Ticket, draft: TicketDraft): boolean =>
  ticket.status !== 'closed' &&
  ticket.category === draft.category &&
  isSameText(ticket.subject, draft.subject) &&
  isSameText(ticket.description, draft.description);
