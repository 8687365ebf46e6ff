import type { SnapshotFrom } from 'xstate';
import { LAST_SHOWN } from '../../domain/conversation.ts';
import type { ticketMachine } from './ticket.machine.ts';

type TicketSnapshot = SnapshotFrom<typeof ticketMachine>;

/** What the pane shows. */
export type TicketView = 'loading' | 'failed' | 'missing' | 'shown';

export function selectView(snapshot: TicketSnapshot): TicketView {
  if (snapshot.matches('failed')) return 'failed';
  if (snapshot.matches('missing')) return 'missing';
  return snapshot.matches('shown') ? 'shown' : 'loading';
}

/** What has become of the reply: none is on its way, one is, its answer was lost, or nobody can tell. */
export type ReplyState = 'ready' | 'sending' | 'looking' | 'unresolved';

export function selectReplyState(snapshot: TicketSnapshot): ReplyState {
  if (snapshot.hasTag('sending')) return 'sending';
  if (!snapshot.hasTag('unknown')) return 'ready';
  return snapshot.matches({ shown: { lost: 'unresolved' } }) ? 'unresolved' : 'looking';
}

export const isReading = (snapshot: TicketSnapshot): boolean => snapshot.hasTag('reading');
export const isExtending = (snapshot: TicketSnapshot): boolean => snapshot.matches({ shown: 'extending' });
export const selectConversation = (snapshot: TicketSnapshot) => snapshot.context.conversation;
export const showsEarlier = (snapshot: TicketSnapshot): boolean =>
  (snapshot.context.conversation?.comments.length ?? 0) > LAST_SHOWN;
export const selectFailure = (snapshot: TicketSnapshot) => snapshot.context.failure;
export const selectRefusal = (snapshot: TicketSnapshot) => snapshot.context.refusal;
export const isReplyAbsent = (snapshot: TicketSnapshot): boolean => snapshot.context.absent !== null;
