import { type Ticket, changedAt } from '../domain/ticket.ts';
import type { Drafts } from './drafts.ts';

/** Tickets that the user opened since they last changed; dropped with the session. */
export interface SeenTickets {
  isSeen(userId: string, ticket: Ticket): boolean;
  note(userId: string, ticket: Ticket): void;
  /** Called after every `note`. */
  readonly listen: (listener: () => void) => () => void;
}

const nameOf = (id: string): string => `seen ${id}`;

export function createSeenTickets(drafts: Pick<Drafts, 'read' | 'write'>): SeenTickets {
  const listeners = new Set<() => void>();
  return {
    isSeen: (userId, ticket) => changedAt(ticket) <= Number(drafts.read(userId, nameOf(ticket.id))),
    note(userId, ticket) {
      drafts.write(userId, nameOf(ticket.id), String(changedAt(ticket)));
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
