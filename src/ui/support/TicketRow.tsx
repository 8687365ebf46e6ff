import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isoText, momentText } from '../../domain/dates.ts';
import { changedAt, type Ticket } from '../../domain/ticket.ts';
import { useCurrentLanguage } from '../kit/useLanguage.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { useCategoryName } from './useTicketList.ts';
import classes from './Support.module.css';

/** The subject is untrusted text: isolated from its neighbours. */
export function TicketRow({ ticket, isCurrent }: { readonly ticket: Ticket; readonly isCurrent: boolean }) {
  const { t } = useTranslation('support');
  const language = useCurrentLanguage();
  const nameOf = useCategoryName();
  const changed = changedAt(ticket);
  return (
    <li>
      <Link
        to={`/support/${encodeURIComponent(ticket.id)}`}
        className={classes.row}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <span className={classes.subject} dir="auto">
          {ticket.subject}
        </span>
        <StatusBadge status={ticket.status} />
        {ticket.status === 'pending' && <span className={classes.facts}>{t('ticket.turn.user')}</span>}
        <span className={classes.facts}>
          <span>{nameOf(ticket.category)}</span>
          <time dateTime={isoText(changed) ?? undefined}>
            {t('list.changed', { time: momentText(changed, language) ?? '' })}
          </time>
        </span>
      </Link>
    </li>
  );
}
