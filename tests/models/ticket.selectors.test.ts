import type { Conversation } from '../../src/machines/support/conversation.rules.ts';
import * as selectors from '../../src/machines/support/ticket.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { ticketModel } from './ticket.model.ts';

testSelectors(
  ticketModel,
  selectors,
  {
    selectView: [
      [/^loading/, 'loading'],
      [/^failed/, 'failed'],
      [/^missing/, 'missing'],
      [/^shown/, 'shown'],
    ],
    selectReplyState: [
      [/sending/, 'sending'],
      [/lost\.unresolved/, 'unresolved'],
      [/lost/, 'looking'],
      [/./, 'ready'],
    ],
    isReading: /^loading|refreshing|extending/,
    isExtending: /extending/,
    selectConversation: { context: 'conversation' },
    showsEarlier: ({ conversation }: { conversation: Conversation | null }) =>
      conversation !== null && conversation.comments.length > 20,
    selectFailure: { context: 'failure' },
    selectRefusal: { context: 'refusal' },
    isReplyAbsent: ({ absent }: { absent: unknown }) => absent !== null,
  },
  {
    reading: /^loading|refreshing|extending/,
    sending: /^shown\.sending/,
    unknown: /lost/,
  },
);
