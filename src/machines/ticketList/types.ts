import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { TicketDraft } from '../../domain/ticket.ts';
import type { TicketFilters, TicketPageSize } from '../../domain/ticketList.ts';
import type { Navigation, Toast } from '../shared/emitted.ts';

export interface TicketListContext {
  readonly filters: TicketFilters;
  /** As typed; it looks through the loaded page. */
  readonly search: string;
  /** From 1. */
  readonly page: number;
  readonly size: TicketPageSize;
  /** The new ticket whose answer is awaited or was lost. */
  readonly sending: TicketDraft | null;
  /** Why the last try was refused. */
  readonly failure: Failure | null;
  /** How often a lost ticket was looked for. */
  readonly looks: number;
}

export type TicketListEvent =
  | { readonly type: 'filter.changed'; readonly change: Partial<TicketFilters> }
  | { readonly type: 'filter.cleared' }
  | { readonly type: 'search.changed'; readonly text: string }
  | { readonly type: 'page.chosen'; readonly page: number }
  | { readonly type: 'size.chosen'; readonly size: TicketPageSize }
  | { readonly type: 'user.compose' }
  | { readonly type: 'user.cancel' }
  | { readonly type: 'user.create'; readonly draft: TicketDraft }
  /** The form was edited: what was said about the last try is no longer about what stands there. */
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.checkAgain' }
  | { readonly type: 'user.leave' }
  /** The address names a ticket now. */
  | { readonly type: 'ticket.opened' };

export type TicketListEmitted = Toast | Navigation;

export interface CreateInput {
  readonly draft: TicketDraft | null;
}

/** The id where the server tells it. */
export type CreateOutput = Result<{ readonly id: string | null }>;
/** `value` null: the list does not hold it. */
export type FindOutput = Result<{ readonly id: string } | null>;
