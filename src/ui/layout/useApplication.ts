import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { Ticket } from '../../domain/ticket.ts';
import { selectToasts, isAskingService } from '../../machines/app/index.ts';
import { selectUserId } from '../../machines/session/index.ts';
import { useApp } from '../kit/app.tsx';
import { usePageState } from '../kit/pageState.ts';
import { useRead } from '../kit/useRead.ts';

export function useToasts() {
  const { notices } = useApp();
  return {
    toasts: useSelector(notices, selectToasts),
    close: useCallback((id: number) => notices.send({ type: 'toast.closed', id }), [notices]),
  };
}

export function useMaintenance() {
  const { root, config } = useApp();
  const { from } = usePageState();
  useEffect(() => {
    root.send({ type: 'maintenance.entered', back: from ?? '/' });
    return () => root.send({ type: 'maintenance.left' });
  }, [root, from]);
  return {
    isAsking: useSelector(root, isAskingService),
    socialLink: config.brand.socialLink,
    retry: () => root.send({ type: 'user.retry' }),
  };
}

/** Ids of tickets that support answered and the user has not opened since (SUPPORT-06). */
export function useUnreadTickets(): readonly string[] {
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
  return ids === '' ? [] : ids.split('\n');
}

/** Marks the ticket as seen. @param ticket null while none is shown. */
export function useNoteSeen(ticket: Ticket | null): void {
  const { seenTickets, session } = useApp();
  const userId = useSelector(session, selectUserId);
  useEffect(() => {
    if (userId !== null && ticket !== null) seenTickets.note(userId, ticket);
  }, [seenTickets, userId, ticket]);
}
