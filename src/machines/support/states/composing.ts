import { failureOf } from '../../../domain/failure.ts';
import { reconcileInput } from '../../reconcileWrite/index.ts';
import { failureIn, foundIdIn, idIn, ticketListSetup } from '../ticketList.setup.ts';

const arrived = [
  { type: 'announceCreated' },
  { type: 'forgetTexts' },
  { type: 'dropSending' },
  { type: 'showNewest' },
  { type: 'outdateLists' },
] as const;

const leave = {
  target: '#ticketList.composing.taking',
  actions: [{ type: 'dropSending' }, { type: 'outdateLists' }],
} as const;

const taking = ticketListSetup.createStateConfig({
  description: 'The form takes a subject, a category and a message.',
  initial: 'writing',
  on: {
    'user.create': {
      guard: { type: 'isWhole', params: ({ event }) => event.draft },
      target: 'creating',
      actions: { type: 'keepSending', params: ({ event }) => event },
    },
    'user.edit': { target: '.writing', actions: { type: 'dropSending' } },
    'user.cancel': { target: '#ticketList.browsing', actions: { type: 'dropSending' } },
    'ticket.opened': { target: '#ticketList.browsing', actions: { type: 'dropSending' } },
  },
  exit: { type: 'forgetFailure' },
  states: {
    writing: {
      description: 'The user writes.',
      entry: { type: 'forgetFailure' },
    },
    refused: { description: 'The server said no; what was typed stands there still, to be changed.' },
    absent: {
      description: 'No answer had come, and the ticket is not in the list: it may be sent again.',
    },
  },
});

const creating = ticketListSetup.createStateConfig({
  description: 'The ticket is on its way.',
  tags: ['sending'],
  invoke: {
    id: 'createTicket',
    src: 'createTicket',
    input: ({ context }) => ({ sending: context.sending }),
    onDone: [
      {
        guard: { type: 'isAnswered', params: ({ event }) => event.output },
        target: '#ticketList.browsing',
        actions: [...arrived, { type: 'goToTicket', params: ({ event }) => idIn(event.output) }],
      },
      {
        guard: { type: 'leavesFirstOpen', params: ({ event }) => event.output },
        target: 'lost',
        actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
      },
      {
        target: 'taking.refused',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'dropSending' },
        ],
      },
    ],
    // The request may have arrived.
    onError: {
      target: 'lost',
      actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
    },
  },
});

const lost = ticketListSetup.createStateConfig({
  description: 'No answer came. The ticket is looked for in the list before another one is taken.',
  tags: ['unknown'],
  initial: 'looking',
  states: {
    looking: {
      description: 'The newest tickets are read, with growing pauses. Nothing is sent.',
      invoke: {
        id: 'reconcileWrite',
        src: 'reconcileWrite',
        input: ({ context, event }) =>
          reconcileInput(context.sending, event.type === 'user.checkAgain', context.failure),
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => event.output },
            target: '#ticketList.browsing',
            actions: [...arrived, { type: 'goToTicket', params: ({ event }) => foundIdIn(event.output) }],
          },
          {
            guard: { type: 'isAbsent', params: ({ event }) => event.output },
            target: '#ticketList.composing.taking.absent',
          },
          { target: 'unresolved' },
        ],
        onError: { target: 'unresolved' },
      },
      on: { 'user.leave': leave },
    },
    unresolved: {
      description: 'The list could not be read. The user looks again, or leaves it at that.',
      on: {
        'user.checkAgain': { target: 'looking' },
        'user.leave': leave,
      },
    },
  },
  exit: { type: 'forgetFailure' },
});

export const composing = ticketListSetup.createStateConfig({
  description: 'A new ticket is written and sent.',
  initial: 'taking',
  states: { taking, creating, lost },
});
