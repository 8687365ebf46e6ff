import { failureIn, ticketSetup } from '../setup.ts';

export const sending = ticketSetup.createStateConfig({
  description: 'The reply is on its way; its text stays in the box until it has arrived.',
  tags: ['sending'],
  entry: { type: 'forgetRefusal' },
  invoke: {
    id: 'sendReply',
    src: 'sendReply',
    input: ({ context }) => ({ ticketId: context.ticketId, text: context.reply?.text ?? '' }),
    onDone: [
      {
        guard: { type: 'isAnswered', params: ({ event }) => event.output },
        target: 'refreshing',
        actions: [
          { type: 'announceSent' },
          { type: 'tellSent' },
          { type: 'dropReply' },
          { type: 'outdateLists' },
        ],
      },
      {
        // The box goes away; what stood in it stays a draft.
        guard: { type: 'isClosedMeanwhile', params: ({ event }) => event.output },
        target: 'refreshing',
        actions: [
          { type: 'keepRefusal', params: ({ event }) => failureIn(event.output) },
          { type: 'dropReply' },
        ],
      },
      {
        target: 'idle',
        actions: [
          { type: 'keepRefusal', params: ({ event }) => failureIn(event.output) },
          { type: 'dropReply' },
        ],
      },
    ],
    // Whatever went wrong, it may have arrived.
    onError: { target: 'lost' },
  },
});

/** No answer came, and the reply may be in the ticket or not: the comments tell. */
export const lost = ticketSetup.createStateConfig({
  description: 'No answer came. The reply is looked for among the comments before another one is taken.',
  tags: ['unknown'],
  initial: 'waiting',
  exit: { type: 'clearLooks' },
  states: {
    waiting: {
      description: 'A moment passes: the reply may still be on its way.',
      after: { lookPause: { target: 'looking' } },
    },
    looking: {
      description: 'The comments are read.',
      entry: { type: 'countLook' },
      invoke: {
        id: 'lookForReply',
        src: 'lookForReply',
        input: ({ context }) => ({ conversation: context.conversation, reply: context.reply }),
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => event.output },
            target: '#ticket.shown.refreshing',
            actions: [
              { type: 'announceSent' },
              { type: 'tellSent' },
              { type: 'dropReply' },
              { type: 'outdateLists' },
            ],
          },
          {
            guard: { type: 'isAbsentAtLastLook', params: ({ event }) => event.output },
            target: '#ticket.shown.refreshing',
            actions: [{ type: 'noteAbsent' }, { type: 'dropReply' }],
          },
          { guard: { type: 'isLastLook' }, target: 'unresolved' },
          { target: 'waiting' },
        ],
        onError: [{ guard: { type: 'isLastLook' }, target: 'unresolved' }, { target: 'waiting' }],
      },
    },
    unresolved: {
      description: 'The comments could not be read. The user looks again, or leaves it at that.',
      entry: { type: 'clearLooks' },
      on: {
        'user.checkAgain': { target: 'looking' },
        'user.leave': { target: '#ticket.shown.refreshing', actions: { type: 'dropReply' } },
      },
    },
  },
});
