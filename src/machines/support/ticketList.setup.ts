import { assign, emit, fromPromise, setup } from 'xstate';
import { type Failure, leavesFirstOpen } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { type TicketDraft, isBlank } from '../../domain/ticket.ts';
import { type TicketFilters, type TicketPageSize, NO_FILTERS } from '../../domain/ticketList.ts';
import { type ReconcileWriteOutput, reconcileWriteOf } from '../reconcileWrite/index.ts';
import { type Navigation, type Toast, unwired, unwiredAction } from '../shared/index.ts';

export interface SendingTicket {
  readonly draft: TicketDraft;
  /** The same when the ticket is sent again. */
  readonly idempotencyKey: string;
  /** The user sends it again after its answer was lost. */
  readonly isAgain: boolean;
}

export interface TicketListContext {
  readonly filters: TicketFilters;
  /** Searches the loaded page. */
  readonly search: string;
  /** From 1. */
  readonly page: number;
  readonly size: TicketPageSize;
  /** Its answer is awaited or was lost. */
  readonly sending: SendingTicket | null;
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
  | { readonly type: 'user.create'; readonly draft: TicketDraft; readonly idempotencyKey: string }
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.checkAgain' }
  | { readonly type: 'user.leave' }
  | { readonly type: 'ticket.opened' };

export type TicketListEmitted = Toast | Navigation;

export interface CreateInput {
  readonly sending: SendingTicket | null;
}

/** Null where the server does not send the ID. */
export type CreateOutput = Result<{ readonly id: string | null }>;
export type TicketSearch = ReconcileWriteOutput<{ readonly id: string }>;

const ticketPath = (id: string | null): string =>
  id === null ? '/support' : `/support/${encodeURIComponent(id)}`;

export const ticketListSetup = setup({
  types: {
    context: {} as TicketListContext,
    events: {} as TicketListEvent,
    emitted: {} as TicketListEmitted,
    tags: {} as 'sending' | 'unknown',
  },
  actors: {
    createTicket: fromPromise<CreateOutput, CreateInput>(unwired('ticketList.createTicket')),
    reconcileWrite: reconcileWriteOf<SendingTicket | null, { readonly id: string }>(),
  },
  actions: {
    keepFilters: assign({
      filters: ({ context }, change: Partial<TicketFilters>) => ({ ...context.filters, ...change }),
      page: 1,
    }),
    clearFilters: assign({ filters: NO_FILTERS, search: '', page: 1 }),
    keepSearch: assign({ search: (_, { text }: { text: string }) => text }),
    keepPage: assign({ page: (_, { page }: { page: number }) => page }),
    keepSize: assign({ size: (_, { size }: { size: TicketPageSize }) => size, page: 1 }),
    /** The new ticket is the first of the whole list. */
    showNewest: assign({ filters: NO_FILTERS, search: '', page: 1 }),
    /** A ticket that was sent before is unchanged, because an edit would have dropped it. */
    keepSending: assign({
      sending: ({ context }, { draft, idempotencyKey }: Omit<SendingTicket, 'isAgain'>) =>
        context.sending ? { ...context.sending, isAgain: true } : { draft, idempotencyKey, isAgain: false },
    }),
    dropSending: assign({ sending: null }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    forgetFailure: assign({ failure: null }),
    announceCreated: emit({ type: 'toast', kind: 'success', key: 'support:toast.created' }),
    goToList: emit({ type: 'navigate', to: '/support' }),
    goToTicket: emit((_, { id }: { id: string | null }) => ({
      type: 'navigate' as const,
      to: ticketPath(id),
    })),
    forgetTexts: unwiredAction<undefined>('ticketList.forgetTexts'),
    outdateLists: unwiredAction<undefined>('ticketList.outdateLists'),
  },
  guards: {
    isPage: (_, { page }: { page: number }) => Number.isInteger(page) && page >= 1,
    isWhole: (_, { subject, description }: TicketDraft) => !isBlank(subject) && !isBlank(description),
    isAnswered: (_, result: Result<unknown>) => result.ok,
    /** The ticket was sent twice, and this answer is only about the second time. */
    leavesFirstOpen: ({ context }, result: CreateOutput) =>
      context.sending?.isAgain === true && !result.ok && leavesFirstOpen(result.failure),
    isFound: (_, { kind }: TicketSearch) => kind === 'found',
    isAbsent: (_, { kind }: TicketSearch) => kind === 'absent',
  },
});

const DEFECT: Failure = { code: 'internal', retryable: false };

// Each is called behind a guard on the output.
export const failureIn = (result: Result<unknown>): Failure => (result.ok ? DEFECT : result.failure);
export const idIn = (result: CreateOutput): { id: string | null } => ({
  id: result.ok ? result.value.id : null,
});
export const foundIdIn = (search: TicketSearch): { id: string | null } => ({
  id: search.kind === 'found' ? search.value.id : null,
});
