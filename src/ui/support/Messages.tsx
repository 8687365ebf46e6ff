import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '../../machines/support/conversation.rules.ts';
import { isoText, momentText } from '../../domain/dates.ts';
import { Message } from '../kit/Message.tsx';
import { useCurrentLanguage } from '../kit/useLanguage.ts';
import type { TicketPart } from './useTicket.ts';
import classes from './Support.module.css';

interface Props {
  readonly part: TicketPart;
  readonly conversation: Conversation;
}

/** The opening message, then the last 20, earlier ones on demand (SUPPORT-05). Texts never become markup. */
export function Messages({ part, conversation }: Props) {
  const { t } = useTranslation('support');
  const { ticket, comments, hidden } = conversation;
  return (
    <Stack gap="sm" p="lg" role="log" aria-label={t('ticket.messages')} aria-busy={part.isReading}>
      <MessageItem isOwn text={ticket.description} at={ticket.createdAt} />
      {(hidden > 0 || part.showsEarlier) && (
        <Group justify="center" gap="sm" fz="xs" c="dimmed">
          {hidden > 0 && (
            <>
              <span>{t('ticket.hidden', { count: hidden })}</span>
              <Button
                variant="default"
                size="xs"
                disabled={part.isReading}
                onClick={() => part.send({ type: 'user.showEarlier' })}
              >
                {t('ticket.showEarlier')}
              </Button>
            </>
          )}
          {part.showsEarlier && (
            <Button
              variant="default"
              size="xs"
              disabled={part.isReading}
              onClick={() => part.send({ type: 'user.hideEarlier' })}
            >
              {t('ticket.hideEarlier')}
            </Button>
          )}
        </Group>
      )}
      {comments.map(({ id, isOwn, content, at }) => (
        <MessageItem key={id} isOwn={isOwn} text={content} at={at} />
      ))}
      {part.failure && <Message kind="warning">{t('ticket.stale')}</Message>}
    </Stack>
  );
}

interface MessageItemProps {
  readonly isOwn: boolean;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

function MessageItem({ isOwn, text, at }: MessageItemProps) {
  const { t } = useTranslation('support');
  const language = useCurrentLanguage();
  return (
    <div className={classes.message} data-own={isOwn}>
      <Group component="p" justify="space-between" gap="0 16px" fz="xs" lh="16px" c="dimmed">
        <Text component="strong" inherit c="var(--text)">
          {t(isOwn ? 'ticket.you' : 'ticket.support')}
        </Text>
        <time dateTime={isoText(at) ?? undefined}>
          {t('ticket.at', { time: momentText(at, language) ?? '' })}
        </time>
      </Group>
      <p className={classes.text} dir="auto">
        {text}
      </p>
    </div>
  );
}
