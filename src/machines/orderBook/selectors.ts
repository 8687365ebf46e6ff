import type { SnapshotFrom } from 'xstate';
import type { orderBookMachine } from './orderBook.machine.ts';

export type OrderBookSnapshot = SnapshotFrom<typeof orderBookMachine>;

export type BookStatus = 'waiting' | 'live' | 'empty' | 'stale' | 'disconnected' | 'failed';

export function bookStatus(snapshot: OrderBookSnapshot): BookStatus {
  const { health } = snapshot.value;
  return typeof health === 'string' ? health : (Object.keys(health)[0] as BookStatus);
}

/** Whether the rows may be acted on: a stale book fills no form. */
export const mayPick = (snapshot: OrderBookSnapshot): boolean => snapshot.hasTag('fresh');

/** Why nothing more happens by itself; null while something does. */
export function bookFailure(snapshot: OrderBookSnapshot): 'unreachable' | 'refused' | null {
  if (snapshot.matches({ health: { failed: 'unreachable' } })) return 'unreachable';
  return snapshot.matches({ health: { failed: 'refused' } }) ? 'refused' : null;
}

/** Epoch milliseconds until which rows that are not fresh are known to have been right; null when unknown. */
export const trustedUntil = (snapshot: OrderBookSnapshot): number | null =>
  mayPick(snapshot) ? null : snapshot.context.trustedUntil;
