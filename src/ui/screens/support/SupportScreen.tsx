import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMatch } from 'react-router-dom';
import { useApp } from '../../hooks/app.tsx';
import { usePage } from '../../hooks/usePage.ts';
import { useSession } from '../../hooks/useSession.ts';
import { useTicketList } from '../../hooks/useTicketList.ts';
import { TicketPane } from '../ticket/TicketPane.tsx';
import { NewTicket } from './NewTicket.tsx';
import classes from './Support.module.css';
import { TicketList } from './TicketList.tsx';

/** Support tickets (spec 2 §2.8): the list beside the ticket, or on a phone one of them at a time. */
export function SupportScreen() {
  // The words of what comes later (pager, copying) too: fetched then, they would blank the page.
  const { t } = useTranslation(['support', 'common', 'account', 'markets']);
  const { config } = useApp();
  usePage({ title: t('common:title.page', { page: t('title'), name: config.brand.name }) });
  const { user } = useSession();
  const ticketId = useMatch('/support/:ticketId')?.params.ticketId ?? null;
  if (!user) return null;
  // Another user in this browser starts afresh.
  return <Desk key={user.id} ticketId={ticketId} />;
}

function Desk({ ticketId }: { readonly ticketId: string | null }) {
  const { t } = useTranslation('support');
  const part = useTicketList(ticketId);
  const isComposing = ticketId === null && part.compose !== 'closed';
  return (
    <div className={classes['page']} data-pane={ticketId !== null || isComposing ? 'detail' : 'list'}>
      <header className={classes['header']}>
        <h1 className={classes['title']}>{t('title')}</h1>
        <Button disabled={isComposing} onClick={part.open}>
          {t('new')}
        </Button>
        <p className={classes['lead']}>{t('lead')}</p>
      </header>
      <div className={classes['panes']}>
        <section className={classes['list']} aria-label={t('list.region')}>
          <TicketList part={part} ticketId={ticketId} />
        </section>
        <div className={classes['detail']}>
          {ticketId !== null && <TicketPane key={ticketId} ticketId={ticketId} />}
          {isComposing && <NewTicket part={part} />}
          {ticketId === null && !isComposing && <p className={classes['none']}>{t('ticket.none')}</p>}
        </div>
      </div>
    </div>
  );
}
