import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TicketStatus } from '../../domain/ticket.ts';

const COLOURS: Readonly<Record<TicketStatus, string>> = { open: 'info', pending: 'warning', closed: 'dark' };

/** Open, pending or closed (SUPPORT-02), in a word and in a colour. */
export function StatusBadge({ status }: { readonly status: TicketStatus }) {
  const { t } = useTranslation('support');
  return (
    <Badge color={COLOURS[status]} data-status={status}>
      {t(`status.${status}`)}
    </Badge>
  );
}
