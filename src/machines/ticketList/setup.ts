import { assign, emit, fromPromise, setup } from 'xstate';
import { leavesFirstOpen, type Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { isBlank, type TicketDraft } from '../../domain/ticket.ts';
import { NO_FILTERS, type TicketFilters, type TicketPageSize } from '../../domain/ticketList.ts';
import { reconcileWriteOf } from '../reconcileWrite/index.ts';
import { unwired, unwiredAction } from '../shared/unwired.ts';
import type {
  CreateInput,
  CreateOutput,
  SendingTicket,
  TicketListContext,
  TicketListEmitted,
  TicketListEvent,
  TicketSearch,
} from './types.ts';

/** Where a ticket's conversation is shown. */
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
    /** Looks for the ticket among the newest ones, and sends nothing. */
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
    /** What was sent before stands there unchanged, or it would have been dropped. */
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
    /** The typed texts are in the ticket now: the browser need not keep them. */
    forgetTexts: unwiredAction<undefined>('ticketList.forgetTexts'),
    outdateLists: unwiredAction<undefined>('ticketList.outdateLists'),
  },
  guards: {
    isPage: (_, { page }: { page: number }) => Number.isInteger(page) && page >= 1,
    isWhole: (_, { subject, description }: TicketDraft) => !isBlank(subject) && !isBlank(description),
    isAnswered: (_, result: Result<unknown>) => result.ok,
    /** The ticket was sent again, and this answer says nothing of the first time. */
    leavesFirstOpen: ({ context }, result: CreateOutput) =>
      context.sending?.isAgain === true && !result.ok && leavesFirstOpen(result.failure),
    isFound: (_, { kind }: TicketSearch) => kind === 'found',
    isAbsent: (_, { kind }: TicketSearch) => kind === 'absent',
  },
});

const DEFECT: Failure = { code: 'internal', retryable: false };

// Each is reached after a guard has looked at the output; the compiler cannot know.
export const failureIn = (result: Result<unknown>): Failure => (result.ok ? DEFECT : result.failure);
export const idIn = (result: CreateOutput): { id: string | null } => ({
  id: result.ok ? result.value.id : null,
});
export const foundIdIn = (search: TicketSearch): { id: string | null } => ({
  id: search.kind === 'found' ? search.value.id : null,
});
