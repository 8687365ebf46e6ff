import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { changedAt } from '../../domain/ticket.ts';
import { selectUserId } from '../../machines/session/session.machine.ts';
import { useApp } from '../kit/app.tsx';
import { useUnreadTickets } from './useSeenTickets.ts';

export interface News {
  readonly id: string;
  readonly text: string;
  /** The page that it leads to. */
  readonly path: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly isRead: boolean;
  readonly read: () => void;
}

/** What was told to the user in this tab, and unread answers of support, newest first (NOTICE-01, NOTICE-02). */
export function useNews(): readonly News[] {
  const { t } = useTranslation();
  const { notices, seenTickets, session } = useApp();
  const userId = useSelector(session, selectUserId);
  const told = useSelector(notices, ({ context }) => context.news);
  const tickets = useUnreadTickets();
  const news = told.map(({ id, key, values, path, at, isRead }) => ({
    id: String(id),
    // Machines do not know the namespaces of screens.
    text: (t as (key: string, values?: object) => string)(key, values),
    path,
    at,
    isRead,
    read: () => notices.send({ type: 'news.read', id }),
  }));
  const answers = tickets.map((ticket) => ({
    id: `ticket ${ticket.id}`,
    text: t('news.answered', { subject: ticket.subject }),
    path: `/support/${encodeURIComponent(ticket.id)}`,
    at: changedAt(ticket),
    isRead: false,
    read: () => userId !== null && seenTickets.note(userId, ticket),
  }));
  return [...news, ...answers].toSorted((a, b) => b.at - a.at);
}
