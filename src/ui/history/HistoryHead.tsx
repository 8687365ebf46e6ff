import { Button, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { HistoryName } from '../../domain/history/types.ts';
import type { TicketCategory } from '../../domain/ticket.ts';
import classes from './History.module.css';

const CATEGORIES: Readonly<Record<HistoryName, TicketCategory>> = {
  trades: 'trading',
  deposits: 'deposit',
  withdrawals: 'withdrawal',
  orders: 'trading',
  orderHistory: 'trading',
};

/** Back, what the screen is, and where help is (HISTORY-01). */
export function HistoryHead({ list }: { readonly list: HistoryName }) {
  const { t } = useTranslation('history');
  const navigate = useNavigate();
  const { key } = useLocation();
  // A screen that was opened by its address has no page before it.
  const goBack = () => (key === 'default' ? navigate('/dashboard') : navigate(-1));
  return (
    <div className={classes.head}>
      <Button variant="default" size="xs" onClick={() => void goBack()}>
        {t('back')}
      </Button>
      <div>
        <Title>{t(`list.${list}.title`)}</Title>
        <p className={classes.lead}>{t(`list.${list}.lead`)}</p>
      </div>
      <p className={classes.support}>
        {t('support')} <Link to={`/support?new=${CATEGORIES[list]}`}>{t('supportLink')}</Link>
      </p>
    </div>
  );
}
