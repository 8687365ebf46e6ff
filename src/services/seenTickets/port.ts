import type { Ticket } from '../../domain/ticket.ts';

/** Which tickets the user has opened since they last changed. Known in this tab, and forgotten with the session. */
export interface SeenTickets {
  isSeen(userId: string, ticket: Ticket): boolean;
  note(userId: string, ticket: Ticket): void;
  /** Told after every `note`. @returns a function that stops listening. */
  listen(hear: () => void): () => void;
}
