import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { HistoryName } from '../../domain/history/types.ts';
import type { TicketCategory } from '../../domain/ticket.ts';

const CATEGORIES: Readonly<Record<HistoryName, TicketCategory>> = {
  trades: 'trading',
  deposits: 'deposit',
  withdrawals: 'withdrawal',
  orders: 'trading',
  orderHistory: 'trading',
};

/** Where help is, and one step back (HISTORY-01, HISTORY-15). */
export function HistoryLinks({ list }: { readonly list: HistoryName }) {
  const { t } = useTranslation('history');
  const navigate = useNavigate();
  const { key } = useLocation();
  // A screen that was opened by its address has no page before it.
  const goBack = () => (key === 'default' ? navigate('/dashboard') : navigate(-1));
  return (
    <Group gap="md" wrap="nowrap">
      <Text size="sm" c="dimmed">
        {t('support')} <Link to={`/support?new=${CATEGORIES[list]}`}>{t('supportLink')}</Link>
      </Text>
      <Button variant="default" size="xs" flex="none" onClick={() => void goBack()}>
        {t('back')}
      </Button>
    </Group>
  );
}
