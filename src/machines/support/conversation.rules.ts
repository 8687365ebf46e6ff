import { isSameText, type Ticket, type TicketComment } from '../../domain/ticket.ts';

/** How many of the last messages are shown at first (SUPPORT-05). */
export const LAST_SHOWN = 20;
/** How many earlier ones are fetched at a time. */
export const EARLIER_STEP = 100;

/** A ticket and the end of its conversation: known comments are consecutive, up to the last. */
export interface Conversation {
  readonly ticket: Ticket;
  /** Oldest first. */
  readonly comments: readonly TicketComment[];
  /** How many comments come before the first of `comments`. */
  readonly hidden: number;
}

/**
 * The known comments after the end was read again: earlier ones on the screen stay. Comments are only ever added at the
 * end, so an index is the same comment for good.
 */
export function renewed(known: Conversation | null, fresh: Conversation): Conversation {
  if (known === null || known.hidden >= fresh.hidden) return fresh;
  const kept = known.comments.slice(0, fresh.hidden - known.hidden);
  // So much was added that what lies between is not known.
  if (kept.length < fresh.hidden - known.hidden) return fresh;
  return { ...fresh, comments: [...kept, ...fresh.comments], hidden: known.hidden };
}

/** Where the last messages start if there are no new ones. */
export const lastOffset = ({ hidden, comments }: Conversation): number =>
  Math.max(0, hidden + comments.length - LAST_SHOWN);

/** Where the next earlier comments lie: `limit` of them from `offset` on. */
export function earlierSlice({ hidden }: Conversation): { readonly offset: number; readonly limit: number } {
  const limit = Math.min(hidden, EARLIER_STEP);
  return { limit, offset: hidden - limit };
}

/** With the comments that come right before the known ones. */
export function extended(known: Conversation, earlier: readonly TicketComment[]): Conversation {
  return {
    ...known,
    comments: [...earlier, ...known.comments],
    // A server that gives nothing has nothing.
    hidden: earlier.length === 0 ? 0 : Math.max(0, known.hidden - earlier.length),
  };
}

/** Only the last messages again. */
export function shortened(known: Conversation): Conversation {
  const comments = known.comments.slice(-LAST_SHOWN);
  return { ...known, comments, hidden: known.hidden + known.comments.length - comments.length };
}

/**
 * Whether a reply is in the conversation: one of the user's own, after the last comment that was known when it was
 * sent, with the same words.
 * @param after id of that comment; null when there was none.
 */
export function holdsReply(comments: readonly TicketComment[], text: string, after: string | null): boolean {
  const place = comments.findIndex(({ id }) => id === after);
  return comments.slice(place + 1).some(({ isOwn, content }) => isOwn && isSameText(content, text));
}

/** Whose turn it is: who did not write last. A ticket without messages waits for the support. */
export const turnOf = ({ comments }: Conversation): 'user' | 'support' =>
  (comments.at(-1)?.isOwn ?? true) ? 'support' : 'user';
