import { useTranslation } from 'react-i18next';
import type { TicketStatus } from '../../domain/ticket.ts';
import classes from './StatusBadge.module.css';

/** Open, pending or closed (SUPPORT-02), in a word and in a colour. */
export function StatusBadge({ status }: { readonly status: TicketStatus }) {
  const { t } = useTranslation('support');
  return (
    <span className={classes.badge} data-status={status}>
      {t(`status.${status}`)}
    </span>
  );
}
