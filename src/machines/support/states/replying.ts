import { failureOf } from '../../../domain/failure.ts';
import { reconcileInput } from '../../reconcileWrite/index.ts';
import { failureIn, ticketSetup } from '../ticket.setup.ts';

export const sending = ticketSetup.createStateConfig({
  description: 'The reply is on its way; its text stays in the box until it has arrived.',
  tags: ['sending'],
  entry: { type: 'forgetRefusal' },
  invoke: {
    id: 'sendReply',
    src: 'sendReply',
    input: ({ context: { ticketId, reply } }) => ({ ticketId, reply }),
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
        // The reply stays as a draft.
        guard: { type: 'isClosedMeanwhile', params: ({ event }) => event.output },
        target: 'refreshing',
        actions: [
          { type: 'keepRefusal', params: ({ event }) => failureIn(event.output) },
          { type: 'dropReply' },
        ],
      },
      {
        guard: { type: 'leavesFirstOpen', params: ({ event }) => event.output },
        target: 'lost',
        actions: { type: 'keepRefusal', params: ({ event }) => failureIn(event.output) },
      },
      {
        target: 'idle',
        actions: [
          { type: 'keepRefusal', params: ({ event }) => failureIn(event.output) },
          { type: 'dropReply' },
        ],
      },
    ],
    // The request may have arrived.
    onError: {
      target: 'lost',
      actions: { type: 'keepRefusal', params: ({ event }) => failureOf(event.error) },
    },
  },
});

const leave = { target: '#ticket.shown.refreshing', actions: { type: 'dropReply' } } as const;

export const lost = ticketSetup.createStateConfig({
  description: 'No answer came. The reply is looked for among the comments before another one is taken.',
  tags: ['unknown'],
  initial: 'looking',
  exit: { type: 'forgetRefusal' },
  states: {
    looking: {
      description: 'The comments are read, with growing pauses. Nothing is sent.',
      invoke: {
        id: 'reconcileWrite',
        src: 'reconcileWrite',
        input: ({ context: { conversation, reply, refusal }, event }) =>
          reconcileInput({ conversation, reply }, event.type === 'user.checkAgain', refusal),
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
            guard: { type: 'isAbsent', params: ({ event }) => event.output },
            target: '#ticket.shown.refreshing',
            actions: [{ type: 'keepAbsent' }, { type: 'dropReply' }],
          },
          { target: 'unresolved' },
        ],
        onError: { target: 'unresolved' },
      },
      on: { 'user.leave': leave },
    },
    unresolved: {
      description: 'The comments could not be read. The user looks again, or leaves it at that.',
      on: {
        'user.checkAgain': { target: 'looking' },
        'user.leave': leave,
      },
    },
  },
});
