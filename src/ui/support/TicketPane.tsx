import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isoText, momentText } from '../../domain/dates.ts';
import { shortId } from '../../domain/account.ts';
import { turnOf, type Conversation } from '../../machines/support/conversation.rules.ts';
import { CopyButton } from '../kit/CopyButton.tsx';
import { Message } from '../kit/Message.tsx';
import { useDrafts, useTicket, type TicketPart } from './useTicket.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import { useCurrentLanguage } from '../kit/useLanguage.ts';
import { useNoteSeen } from '../layout/useSeenTickets.ts';
import { Messages } from './Messages.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import classes from './Support.module.css';
import { useCategoryName } from './useTicketList.ts';

/** One ticket with its reply form (SUPPORT-01). */
export function TicketPane({ ticketId }: { readonly ticketId: string }) {
  const { t } = useTranslation('support');
  const draft = useDrafts()(`reply.${ticketId}`);
  const form = useForm({
    initialValues: { reply: draft.read() },
    onValuesChange: ({ reply }) => draft.write(reply),
  });
  const part = useTicket(ticketId, () => form.setFieldValue('reply', ''));
  useNoteSeen(part.conversation?.ticket ?? null);
  return (
    <article>
      <Text
        component={Link}
        to="/support"
        hiddenFrom="sm"
        display="block"
        size="sm"
        px="lg"
        pt="md"
        className={classes.back ?? ''}
      >
        <span aria-hidden="true">‹ </span>
        {t('ticket.back')}
      </Text>
      {part.conversation ? (
        <>
          <Head conversation={part.conversation} part={part} />
          <Messages part={part} conversation={part.conversation} />
          <ReplyForm
            part={part}
            isClosed={part.conversation.ticket.status === 'closed'}
            text={form.values.reply}
            onText={(reply) => {
              form.setFieldValue('reply', reply);
              part.send({ type: 'user.edit' });
            }}
          />
        </>
      ) : (
        <Nothing part={part} />
      )}
    </article>
  );
}

function Nothing({ part }: { readonly part: TicketPart }) {
  const { t } = useTranslation('support');
  const sayFailure = useFailureText();
  if (part.view !== 'failed')
    return <p className={classes.none}>{t(part.view === 'missing' ? 'ticket.missing' : 'ticket.loading')}</p>;
  return (
    <Stack gap="sm" align="flex-start" p="lg">
      <Message kind="failure">
        <p>{t('ticket.failed')}</p>
        {part.failure && <p>{sayFailure(part.failure)}</p>}
      </Message>
      <Button variant="default" onClick={() => part.send({ type: 'user.refresh' })}>
        {t('word.retry')}
      </Button>
    </Stack>
  );
}

interface HeadProps {
  readonly conversation: Conversation;
  readonly part: TicketPart;
}

function Head({ conversation, part }: HeadProps) {
  const { t } = useTranslation('support');
  const language = useCurrentLanguage();
  const nameOf = useCategoryName();
  const { ticket } = conversation;
  // Announces only refreshes by the user: the page itself reads every few seconds.
  const [isAsked, setAsked] = useState(false);
  if (isAsked && !part.isReading) setAsked(false);
  return (
    <header className={classes.head}>
      <h2 className={classes.subject} dir="auto">
        {ticket.subject}
      </h2>
      <StatusBadge status={ticket.status} />
      {ticket.status !== 'closed' && <span>{t(`ticket.turn.${turnOf(conversation)}`)}</span>}
      <div className={classes.facts}>
        <span>{nameOf(ticket.category)}</span>
        <time dateTime={isoText(ticket.createdAt) ?? undefined}>
          {t('ticket.opened', { time: momentText(ticket.createdAt, language) ?? '' })}
        </time>
        <Group component="span" gap="xs">
          {t('ticket.id')}{' '}
          <code translate="no" title={ticket.id}>
            {shortId(ticket.id)}
          </code>
          <CopyButton text={ticket.id} label={t('ticket.copyId')} />
        </Group>
        <Button
          variant="default"
          size="xs"
          className={classes.refresh ?? ''}
          disabled={isAsked || part.isExtending || part.replyState !== 'ready'}
          onClick={() => {
            setAsked(true);
            part.send({ type: 'user.refresh' });
          }}
        >
          {t(isAsked ? 'ticket.refreshing' : 'ticket.refresh')}
        </Button>
      </div>
    </header>
  );
}
