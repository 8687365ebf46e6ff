import { Box, Button, Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useEffect, useRef } from 'react';
import { useLocation, useMatch, useNavigate } from 'react-router-dom';
import { isBlank } from '../../domain/ticket.ts';
import { askedCategory, askedRecord } from '../../domain/ticketList.ts';
import { useApp } from '../kit/app.tsx';
import { PageFrame } from '../kit/PageFrame.tsx';
import { useDrafts } from './useTicket.ts';
import { usePage } from '../kit/usePage.ts';
import { useSession } from '../kit/useSession.ts';
import { useTicketList, type TicketListPart } from './useTicketList.ts';
import { TicketPane } from './TicketPane.tsx';
import { NewTicket } from './NewTicket.tsx';
import classes from './Support.module.css';
import { TicketList } from './TicketList.tsx';

/** Support tickets (SUPPORT-01). */
export function SupportScreen() {
  // Includes the texts of later parts (pager, copying): loading them then would blank the page.
  const { t } = useTranslation(['support', 'account', 'markets']);
  const { config } = useApp();
  usePage({ title: t('title.page', { page: t('title'), name: config.brand.name }) });
  const { user } = useSession();
  const ticketId = useMatch('/support/:ticketId')?.params.ticketId ?? null;
  if (!user) return null;
  // Another user in this browser starts with a new state.
  return <SupportContent key={user.id} ticketId={ticketId} />;
}

function SupportContent({ ticketId }: { readonly ticketId: string | null }) {
  const { t } = useTranslation('support');
  const part = useTicketList(ticketId);
  useAskedTicket(part);
  const isComposing = ticketId === null && part.compose !== 'closed';
  const isDetail = ticketId !== null || isComposing;
  return (
    <PageFrame
      title={t('title')}
      lead={
        <Box component="span" {...(isDetail && { visibleFrom: 'sm' })}>
          {t('lead')}
        </Box>
      }
      aside={
        <Button disabled={isComposing} onClick={() => part.send({ type: 'user.compose' })}>
          {t('new')}
        </Button>
      }
    >
      <div className={classes.panes} data-pane={isDetail ? 'detail' : 'list'}>
        <Paper component="section" className={classes.list ?? ''} aria-label={t('list.region')}>
          <TicketList part={part} ticketId={ticketId} />
        </Paper>
        <Paper className={classes.pane ?? ''}>
          {ticketId !== null && <TicketPane key={ticketId} ticketId={ticketId} />}
          {isComposing && <NewTicket part={part} />}
          {ticketId === null && !isComposing && <p className={classes.none}>{t('ticket.none')}</p>}
        </Paper>
      </div>
    </PageFrame>
  );
}

/** Opens the form that the address asks for, then removes the query, so that a reload does not repeat it. */
function useAskedTicket({ send }: TicketListPart): void {
  const { t } = useTranslation('support');
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const draft = useDrafts();
  const category = askedCategory(new URLSearchParams(search).get('new'));
  const isAsked = useRef(false);
  // The address is the browser's, and is made plain again.
  useEffect(() => {
    if (category === null) {
      // The address is plain again: opening now adds no history entry.
      if (isAsked.current) send({ type: 'user.compose' });
      isAsked.current = false;
      return;
    }
    isAsked.current = true;
    const [subject, message] = [draft('ticket.subject'), draft('ticket.description')];
    if (isBlank(subject.read()) && isBlank(message.read())) {
      const record = askedRecord(state);
      draft('ticket.category').write(category === 'general' ? '' : category);
      if (record)
        subject.write(t('compose.about', { category: t(`category.${record.category}`), id: record.id }));
    }
    void navigate('/support', { replace: true });
    // Once for each request in the address.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [category]);
}
