import type { Conversation } from '../../domain/conversation.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { TicketComment } from '../../domain/ticket.ts';
import type { Toast } from '../shared/emitted.ts';

export interface TicketInput {
  readonly ticketId: string;
}

/** A reply on its way. */
export interface Reply {
  readonly text: string;
  /** The last comment that was known when it was sent; null when there was none. */
  readonly after: string | null;
}

export interface TicketContext extends TicketInput {
  /** Null until it was read. */
  readonly conversation: Conversation | null;
  /** Why the last read failed; null after one that did not. */
  readonly failure: Failure | null;
  /** Failed tries of the read that runs. */
  readonly attempt: number;
  /** The reply whose answer is awaited or was lost. */
  readonly reply: Reply | null;
  /** Why the last reply was refused. */
  readonly refusal: Failure | null;
  /** Whether the last reply, whose answer was lost, is not in the ticket. */
  readonly isReplyAbsent: boolean;
  /** How often a lost reply was looked for. */
  readonly looks: number;
}

export type TicketEvent =
  | { readonly type: 'user.refresh' }
  | { readonly type: 'user.showEarlier' }
  | { readonly type: 'user.hideEarlier' }
  | { readonly type: 'user.reply'; readonly text: string }
  /** The reply was edited: what was said about the last one is no longer about what stands there. */
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.checkAgain' }
  | { readonly type: 'user.leave' };

/** `reply.sent`: the reply is in the ticket, and its draft is not needed any more. */
export type TicketEmitted = Toast | { readonly type: 'reply.sent' };

export interface ReadTicketInput {
  readonly ticketId: string;
  /** Where the last messages began a moment ago, for a first guess. */
  readonly guess: number;
}
export interface ReadEarlierInput {
  readonly conversation: Conversation | null;
}
export interface SendReplyInput {
  readonly ticketId: string;
  readonly text: string;
}
export interface LookInput {
  readonly conversation: Conversation | null;
  readonly reply: Reply | null;
}

export type ReadTicketOutput = Result<Conversation>;
export type ReadEarlierOutput = Result<readonly TicketComment[]>;
export type SendReplyOutput = Result<null>;
/** Whether the reply was found. */
export type LookOutput = Result<boolean>;
