import { failureIn, idIn, ticketListSetup } from '../setup.ts';

/** What follows when the ticket is there, however that became known. */
const arrived = [
  { type: 'announceCreated' },
  { type: 'forgetTexts' },
  { type: 'dropDraft' },
  { type: 'showNewest' },
  { type: 'outdateLists' },
] as const;

const taking = ticketListSetup.createStateConfig({
  description: 'The form takes a subject, a category and a message.',
  initial: 'writing',
  on: {
    'user.create': {
      guard: { type: 'isWhole', params: ({ event }) => event.draft },
      target: 'creating',
      actions: { type: 'keepDraft', params: ({ event }) => event.draft },
    },
    'user.edit': { target: '.writing' },
    'user.cancel': { target: '#ticketList.browsing' },
    'ticket.opened': { target: '#ticketList.browsing' },
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
    input: ({ context }) => ({ draft: context.sending }),
    onDone: [
      {
        guard: { type: 'isAnswered', params: ({ event }) => event.output },
        target: '#ticketList.browsing',
        actions: [...arrived, { type: 'goToTicket', params: ({ event }) => idIn(event.output) }],
      },
      {
        target: 'taking.refused',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'dropDraft' },
        ],
      },
    ],
    // Whatever went wrong, it may have arrived.
    onError: { target: 'lost' },
  },
});

const lost = ticketListSetup.createStateConfig({
  description: 'No answer came. The ticket is looked for in the list before another one is taken.',
  tags: ['unknown'],
  initial: 'waiting',
  exit: { type: 'clearLooks' },
  states: {
    waiting: {
      description: 'A moment passes: the ticket may still be on its way.',
      after: { lookPause: { target: 'looking' } },
    },
    looking: {
      description: 'The newest tickets are read.',
      entry: { type: 'countLook' },
      invoke: {
        id: 'lookForTicket',
        src: 'lookForTicket',
        input: ({ context }) => ({ draft: context.sending }),
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => event.output },
            target: '#ticketList.browsing',
            actions: [...arrived, { type: 'goToTicket', params: ({ event }) => idIn(event.output) }],
          },
          {
            guard: { type: 'isAbsentAtLastLook', params: ({ event }) => event.output },
            target: '#ticketList.composing.taking.absent',
            actions: { type: 'dropDraft' },
          },
          { guard: { type: 'isLastLook' }, target: 'unresolved' },
          { target: 'waiting' },
        ],
        onError: [{ guard: { type: 'isLastLook' }, target: 'unresolved' }, { target: 'waiting' }],
      },
    },
    unresolved: {
      description: 'The list could not be read. The user looks again, or leaves it at that.',
      entry: { type: 'clearLooks' },
      on: {
        'user.checkAgain': { target: 'looking' },
        'user.leave': {
          target: '#ticketList.composing.taking',
          actions: [{ type: 'dropDraft' }, { type: 'outdateLists' }],
        },
      },
    },
  },
});

export const composing = ticketListSetup.createStateConfig({
  description: 'A new ticket is written and sent.',
  initial: 'taking',
  states: { taking, creating, lost },
});
