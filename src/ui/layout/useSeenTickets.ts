import { useSelector } from '@xstate/react';
import { useEffect, useSyncExternalStore } from 'react';
import type { Ticket } from '../../domain/ticket.ts';
import { selectUserId } from '../../machines/session/session.machine.ts';
import { useApp } from '../kit/app.tsx';
import { useRead } from '../kit/useRead.ts';

/** Tickets that support answered and the user has not opened since (SUPPORT-06). */
export function useUnreadTickets(): readonly Ticket[] {
  const { seenTickets, session } = useApp();
  const userId = useSelector(session, selectUserId);
  const { data } = useRead('answeredTickets');
  // As one string: a new array would count as a change every time.
  const ids = useSyncExternalStore(seenTickets.listen, () =>
    (data?.items ?? [])
      .filter((ticket) => userId !== null && !seenTickets.isSeen(userId, ticket))
      .map(({ id }) => id)
      .join('\n'),
  );
  const unread = new Set(ids.split('\n'));
  return (data?.items ?? []).filter(({ id }) => unread.has(id));
}

/** Marks the ticket as seen. @param ticket null while none is shown. */
export function useNoteSeen(ticket: Ticket | null): void {
  const { seenTickets, session } = useApp();
  const userId = useSelector(session, selectUserId);
  // It is stored, which is no part of a drawing.
  useEffect(() => {
    if (userId !== null && ticket !== null) seenTickets.note(userId, ticket);
  }, [seenTickets, userId, ticket]);
}
