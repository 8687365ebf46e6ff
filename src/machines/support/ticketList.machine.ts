import { assign, emit, setup, type SnapshotFrom } from 'xstate';
import type { Failure } from '../../domain/failure.ts';
import { type TicketDraft, isBlank } from '../../domain/ticket.ts';
import { type TicketFilters, type TicketPageSize, NO_FILTERS } from '../../domain/ticketList.ts';
import { effect, type Navigation, type Toast } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';

export interface SendingTicket {
  readonly draft: TicketDraft;
  /** The same when the ticket is sent again. */
  readonly idempotencyKey: string;
  /** The user sends it again after its answer was lost. */
  readonly isAgain: boolean;
}

/** Its id is null where the server does not send it. */
export interface CreatedTicket {
  readonly id: string | null;
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
  | { readonly type: 'ticket.opened' }
  | WriteEvent<'create', CreatedTicket>;

const ticketPath = ({ id }: CreatedTicket): string =>
  id === null ? '/support' : `/support/${encodeURIComponent(id)}`;

/** The support tickets of the user (SUPPORT-01). A lost ticket is looked for before another one is taken. */
export const ticketListMachine = setup({
  types: {
    context: {} as TicketListContext,
    events: {} as TicketListEvent,
    emitted: {} as Toast | Navigation,
    tags: {} as 'sending' | 'unknown',
  },
  actors: { create: createWrite<SendingTicket, CreatedTicket>() },
  actions: {
    dropSending: assign({ sending: null, failure: null }),
    goToList: emit({ type: 'navigate', to: '/support' }),
    forgetTexts: effect(),
    invalidateLists: effect(),
  },
  guards: {
    isPage: (_, { page }: { readonly page: number }) => Number.isInteger(page) && page >= 1,
    isWhole: (_, { subject, description }: TicketDraft) => !isBlank(subject) && !isBlank(description),
  },
}).createMachine({
  id: 'ticketList',
  description: 'How the support tickets are looked at, and a new one is made.',
  context: { filters: NO_FILTERS, search: '', page: 1, size: 5, sending: null, failure: null },
  initial: 'browsing',
  on: {
    'filter.changed': {
      actions: assign({
        filters: ({ context, event }) => ({ ...context.filters, ...event.change }),
        page: 1,
      }),
    },
    'filter.cleared': { actions: assign({ filters: NO_FILTERS, search: '', page: 1 }) },
    'search.changed': { actions: assign({ search: ({ event }) => event.text }) },
    'page.chosen': {
      guard: { type: 'isPage', params: ({ event }) => event },
      actions: assign({ page: ({ event }) => event.page }),
    },
    'size.chosen': { actions: assign({ size: ({ event }) => event.size, page: 1 }) },
    // The form is on the page of the list.
    'user.compose': { actions: 'goToList' },
  },
  states: {
    browsing: {
      description: 'The list is looked at; no form is open.',
      on: { 'user.compose': { target: 'composing', actions: 'goToList' } },
    },
    composing: {
      description: 'A new ticket is written and sent.',
      initial: 'taking',
      states: {
        taking: {
          description: 'The form takes a subject, a category and a message.',
          initial: 'writing',
          on: {
            'user.create': {
              guard: { type: 'isWhole', params: ({ event }) => event.draft },
              target: 'creating',
              actions: assign({
                failure: null,
                // One that was sent before is unchanged, because an edit would have dropped it.
                sending: ({ context: { sending }, event: { draft, idempotencyKey } }) =>
                  sending ? { ...sending, isAgain: true } : { draft, idempotencyKey, isAgain: false },
              }),
            },
            'user.edit': { target: '.writing', actions: 'dropSending' },
            'user.cancel': { target: '#ticketList.browsing', actions: 'dropSending' },
            'ticket.opened': { target: '#ticketList.browsing', actions: 'dropSending' },
          },
          states: {
            writing: { description: 'The user writes.' },
            refused: { description: 'The server said no; what was typed can be changed.' },
            absent: {
              description: 'No answer had come, and the ticket is not in the list: it may be sent again.',
            },
          },
        },
        creating: {
          description: 'The ticket is on its way, once; after a lost answer it is looked for in the list.',
          invoke: {
            id: 'create',
            src: 'create',
            input: ({ context: { sending }, event }) => ({
              subject: requireSending(sending),
              begin: event.type === 'user.checkAgain' ? 'look' : 'send',
              isAgain: event.type === 'user.checkAgain' || requireSending(sending).isAgain,
            }),
          },
          on: {
            'create.done': {
              target: '#ticketList.browsing',
              actions: [
                // The new ticket is the first of the whole list.
                assign({ sending: null, failure: null, filters: NO_FILTERS, search: '', page: 1 }),
                emit({ type: 'toast', kind: 'success', key: 'support:toast.created' }),
                'forgetTexts',
                'invalidateLists',
                emit(({ event }) => ({ type: 'navigate', to: ticketPath(event.value) })),
              ],
            },
            'create.refused': {
              target: 'taking.refused',
              actions: assign({ failure: ({ event }) => event.failure, sending: null }),
            },
            'create.lost': { target: '.looking', actions: assign({ failure: ({ event }) => event.failure }) },
            'create.absent': { target: 'taking.absent', actions: assign({ failure: null }) },
            'create.unknown': 'unresolved',
          },
          initial: 'sending',
          states: {
            sending: { description: 'It is on its way.', tags: ['sending'] },
            looking: {
              description: 'The newest tickets are read, with growing pauses. Nothing is sent.',
              tags: ['unknown'],
              on: {
                'user.leave': {
                  target: '#ticketList.composing.taking',
                  actions: ['dropSending', 'invalidateLists'],
                },
              },
            },
          },
        },
        unresolved: {
          description: 'The list could not be read. The user looks again, or leaves it at that.',
          tags: ['unknown'],
          on: {
            'user.checkAgain': 'creating.looking',
            'user.leave': { target: 'taking', actions: ['dropSending', 'invalidateLists'] },
          },
        },
      },
    },
  },
});

function requireSending(sending: SendingTicket | null): SendingTicket {
  if (!sending) throw new Error('No ticket is being sent.');
  return sending;
}

type TicketListSnapshot = SnapshotFrom<typeof ticketListMachine>;

/** `looking`: its answer was lost. `absent`, `unresolved`: reading did not find it, or did not tell. */
export function selectCompose(snapshot: TicketListSnapshot) {
  if (snapshot.matches('browsing')) return 'closed';
  if (snapshot.hasTag('sending')) return 'sending';
  if (snapshot.matches({ composing: 'unresolved' })) return 'unresolved';
  if (snapshot.hasTag('unknown')) return 'looking';
  return snapshot.matches({ composing: { taking: 'absent' } }) ? 'absent' : 'writing';
}
