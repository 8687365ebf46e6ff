import { changedAt } from '../../domain/ticket.ts';
import type { Drafts } from '../drafts/port.ts';
import type { SeenTickets } from './port.ts';

const nameOf = (id: string): string => `seen ${id}`;

/** @param drafts keep them by user in the tab, and are forgotten with the session. */
export function createSeenTickets(drafts: Pick<Drafts, 'read' | 'write'>): SeenTickets {
  const listeners = new Set<() => void>();
  return {
    isSeen: (userId, ticket) => changedAt(ticket) <= Number(drafts.read(userId, nameOf(ticket.id))),
    note(userId, ticket) {
      drafts.write(userId, nameOf(ticket.id), String(changedAt(ticket)));
      for (const hear of listeners) hear();
    },
    listen(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
}
