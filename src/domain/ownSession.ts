/** One of the account's own sessions (SESSION-15). Times are epoch milliseconds. */
export interface OwnSession {
  readonly id: string;
  readonly beganAt: number;
  /** A minute old at most. */
  readonly usedAt: number;
  /** When it ends if it is not used any more. */
  readonly endsAt: number;
  /** The one that asks. */
  readonly isOwn: boolean;
  /** As the user typed it; null for none. */
  readonly name: string | null;
}

export const LONGEST_SESSION_NAME = 40;

/** The effect of one press on the list (SESSION-16). */
export type SessionChange =
  | { readonly kind: 'end'; readonly id: string }
  | { readonly kind: 'endOthers' }
  /** The new name of the session that asks; empty for none. */
  | { readonly kind: 'rename'; readonly name: string };

/** Whether the list shows that a change was made, whose answer was lost. */
export function showsChange(list: readonly OwnSession[], change: SessionChange): boolean {
  if (change.kind === 'end') return list.every(({ id }) => id !== change.id);
  if (change.kind === 'endOthers') return list.every(({ isOwn }) => isOwn);
  return list.some(({ isOwn, name }) => isOwn && (name ?? '') === change.name);
}
