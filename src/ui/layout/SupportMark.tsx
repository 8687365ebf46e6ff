import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import icon from '../kit/IconButton.module.css';
import classes from './Header.module.css';
import { useUnreadTickets } from './useSeenTickets.ts';

export interface SupportMarkProps {
  readonly onFollow: () => void;
}

/** Links to a ticket that support has answered (SUPPORT-06). */
export default function SupportMark({ onFollow }: SupportMarkProps) {
  const { t } = useTranslation();
  const unread = useUnreadTickets();
  const [first] = unread;
  if (first === undefined) return null;
  const name = t('shell.replies', { count: unread.length });
  return (
    <Link
      to={unread.length === 1 ? `/support/${encodeURIComponent(first.id)}` : '/support'}
      className={`${icon.icon} ${classes.replies}`}
      aria-label={name}
      title={name}
      onClick={onFollow}
    >
      <svg className="drawn" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M4 5h16v11H11l-4 4v-4H4z" />
        <circle cx="20" cy="5" r="4" />
      </svg>
    </Link>
  );
}
