import type { Conversation } from '../../domain/conversation.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { TicketComment } from '../../domain/ticket.ts';
import type { ReconcileWriteOutput } from '../reconcileWrite/index.ts';
import type { Toast } from '../shared/emitted.ts';

export interface TicketInput {
  readonly ticketId: string;
}

/** A reply on its way. */
export interface Reply {
  readonly text: string;
  /** The last comment that was known when it was sent; null when there was none. */
  readonly after: string | null;
  /** The idempotency key: the same when the same reply is sent again. */
  readonly idempotencyKey: string;
  /** Whether it is sent again, by the user's press, after its answer was lost. */
  readonly isAgain: boolean;
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
  /** Why the last reply was refused, or what was heard instead of its answer. */
  readonly refusal: Failure | null;
  /** The last reply, where its answer was lost and reading did not find it in the ticket. */
  readonly absent: Reply | null;
}

export type TicketEvent =
  | { readonly type: 'user.refresh' }
  | { readonly type: 'user.showEarlier' }
  | { readonly type: 'user.hideEarlier' }
  /** @param idempotencyKey a fresh UUID. */
  | { readonly type: 'user.reply'; readonly text: string; readonly idempotencyKey: string }
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
  readonly reply: Reply | null;
}
/** What a lost reply is looked for with. */
export interface LostReply {
  readonly conversation: Conversation | null;
  readonly reply: Reply | null;
}

export type ReadTicketOutput = Result<Conversation>;
export type ReadEarlierOutput = Result<readonly TicketComment[]>;
export type SendReplyOutput = Result<null>;
/** What the comments show of a reply whose answer was lost. */
export type ReplySearch = ReconcileWriteOutput<true>;
