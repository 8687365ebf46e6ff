import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { TicketDraft } from '../../domain/ticket.ts';
import type { TicketFilters, TicketPageSize } from '../../domain/ticketList.ts';
import type { ReconcileWriteOutput } from '../reconcileWrite/index.ts';
import type { Navigation, Toast } from '../shared/emitted.ts';

/** A new ticket on its way. */
export interface SendingTicket {
  readonly draft: TicketDraft;
  /** The idempotency key: the same when the same ticket is sent again. */
  readonly idempotencyKey: string;
  /** Whether it is sent again, by the user's press, after its answer was lost. */
  readonly isAgain: boolean;
}

export interface TicketListContext {
  readonly filters: TicketFilters;
  /** As typed; it looks through the loaded page. */
  readonly search: string;
  /** From 1. */
  readonly page: number;
  readonly size: TicketPageSize;
  /** The new ticket whose answer is awaited or was lost. */
  readonly sending: SendingTicket | null;
  /** Why the last try was refused. */
  readonly failure: Failure | null;
}

export type TicketListEvent =
  | { readonly type: 'filter.changed'; readonly change: Partial<TicketFilters> }
  | { readonly type: 'filter.cleared' }
  | { readonly type: 'search.changed'; readonly text: string }
  | { readonly type: 'page.chosen'; readonly page: number }
  | { readonly type: 'size.chosen'; readonly size: TicketPageSize }
  | { readonly type: 'user.compose' }
  | { readonly type: 'user.cancel' }
  /** @param idempotencyKey a fresh UUID. */
  | { readonly type: 'user.create'; readonly draft: TicketDraft; readonly idempotencyKey: string }
  /** The form was edited: what was said about the last try is no longer about what stands there. */
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.checkAgain' }
  | { readonly type: 'user.leave' }
  /** The address names a ticket now. */
  | { readonly type: 'ticket.opened' };

export type TicketListEmitted = Toast | Navigation;

export interface CreateInput {
  readonly sending: SendingTicket | null;
}

/** The id where the server tells it. */
export type CreateOutput = Result<{ readonly id: string | null }>;
/** What the list shows of a ticket whose answer was lost. */
export type TicketSearch = ReconcileWriteOutput<{ readonly id: string }>;
