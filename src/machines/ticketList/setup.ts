import { assign, emit, fromPromise, setup } from 'xstate';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { isBlank, type TicketDraft } from '../../domain/ticket.ts';
import { NO_FILTERS, type TicketFilters, type TicketPageSize } from '../../domain/ticketList.ts';
import { unwired, unwiredAction } from '../shared/unwired.ts';
import type {
  CreateInput,
  CreateOutput,
  FindOutput,
  TicketListContext,
  TicketListEmitted,
  TicketListEvent,
} from './types.ts';

/** A lost ticket is looked for so often, each time after a pause: it may still be on its way. */
export const LOOKS = 3;
const LOOK_PAUSE = 2000;

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
    /** Reads the newest tickets and says which of them is the one that was to be made. */
    lookForTicket: fromPromise<FindOutput, CreateInput>(unwired('ticketList.lookForTicket')),
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
    keepDraft: assign({ sending: (_, draft: TicketDraft) => draft }),
    dropDraft: assign({ sending: null }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    forgetFailure: assign({ failure: null }),
    countLook: assign({ looks: ({ context }) => context.looks + 1 }),
    clearLooks: assign({ looks: 0 }),
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
    isFound: (_, result: FindOutput) => result.ok && result.value !== null,
    isAbsentAtLastLook: ({ context }, result: FindOutput) =>
      result.ok && result.value === null && context.looks >= LOOKS,
    isLastLook: ({ context }) => context.looks >= LOOKS,
  },
  delays: { lookPause: LOOK_PAUSE },
});

const DEFECT: Failure = { code: 'internal', retryable: false };

// Each is reached after a guard has looked at the output; the compiler cannot know.
export const failureIn = (result: Result<unknown>): Failure => (result.ok ? DEFECT : result.failure);
export const idIn = (result: CreateOutput | FindOutput): { id: string | null } => ({
  id: result.ok ? (result.value?.id ?? null) : null,
});
