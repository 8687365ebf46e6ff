import { LAST_SHOWN, type Conversation } from '../conversation.rules.ts';
import { failureOf } from '../../../domain/failure.ts';
import { conversationIn, earlierIn, failureIn, ticketSetup, type TicketEvent } from '../ticket.setup.ts';

type Press = Extract<TicketEvent, { type: 'user.reply' }>;

const replying = {
  'user.reply': {
    guard: { type: 'mayReply', params: ({ event }: { event: Press }) => event },
    target: 'sending',
    actions: { type: 'keepReply', params: ({ event }: { event: Press }) => event },
  },
} as const;

export const idle = ticketSetup.createStateConfig({
  description: 'The user reads, and may write.',
  after: { freshFor: { target: 'refreshing' } },
  on: {
    ...replying,
    'user.refresh': { target: 'refreshing' },
    'user.showEarlier': { guard: { type: 'hasEarlier' }, target: 'extending' },
    'user.hideEarlier': { guard: { type: 'showsEarlier' }, actions: { type: 'hideEarlier' } },
  },
});

export const refreshing = ticketSetup.createStateConfig({
  description: 'What was added meanwhile is read; what is on the screen stays.',
  tags: ['reading'],
  invoke: {
    id: 'readTicket',
    src: 'readTicket',
    input: ({ context }) => ({ ticketId: context.ticketId, guess: guessOf(context.conversation) }),
    onDone: [
      {
        guard: { type: 'isChanged', params: ({ event }) => event.output },
        target: 'idle',
        actions: [
          { type: 'keepConversation', params: ({ event }) => conversationIn(event.output) },
          { type: 'outdateLists' },
        ],
      },
      {
        guard: { type: 'isAnswered', params: ({ event }) => event.output },
        target: 'idle',
        actions: { type: 'keepConversation', params: ({ event }) => conversationIn(event.output) },
      },
      { guard: { type: 'isMissing', params: ({ event }) => event.output }, target: '#ticket.missing' },
      {
        target: 'idle',
        actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
      },
    ],
    onError: {
      target: 'idle',
      actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
    },
  },
  on: replying,
});

export const extending = ticketSetup.createStateConfig({
  description: 'Earlier messages are read.',
  tags: ['reading'],
  invoke: {
    id: 'readEarlier',
    src: 'readEarlier',
    input: ({ context }) => ({ conversation: context.conversation }),
    onDone: [
      {
        guard: { type: 'isAnswered', params: ({ event }) => event.output },
        target: 'idle',
        actions: { type: 'keepEarlier', params: ({ event }) => earlierIn(event.output) },
      },
      {
        target: 'idle',
        actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
      },
    ],
    onError: {
      target: 'idle',
      actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
    },
  },
  on: replying,
});

/** Where the last messages begin if there are no new ones. */
function guessOf(known: Conversation | null): number {
  return known ? Math.max(0, known.hidden + known.comments.length - LAST_SHOWN) : 0;
}
