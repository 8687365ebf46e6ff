import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isBlank } from '../../domain/ticket.ts';
import { LostAnswer } from '../kit/LostAnswer.tsx';
import { Message } from '../kit/Message.tsx';
import { useCapabilities } from '../kit/app.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import { type TicketPart, useLength } from './useTicket.ts';
import classes from './Support.module.css';

interface Props {
  readonly part: TicketPart;
  readonly isClosed: boolean;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** The text stays until it has certainly arrived. */
export function ReplyForm({ part, isClosed, text, onText }: Props) {
  const { t } = useTranslation('support');
  const sayFailure = useFailureText();
  const { idempotencyKeys } = useCapabilities();
  const [isMissing, setMissing] = useState(false);
  const { replyState, refusal } = part;
  const length = useLength(text);
  const isBusy = replyState !== 'ready';
  const isOver = isClosed && !isBusy;
  return (
    <form
      className={classes.below}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(isBlank(text));
        if (length.fault === null) part.reply(text);
      }}
    >
      <Stack gap="md" p="md">
        {isOver && <Message kind="info">{t('ticket.closed')}</Message>}
        {(!isOver || text !== '') && (
          <Textarea
            label={t('ticket.reply')}
            description={isOver ? t('ticket.unsent') : length.note}
            rows={5}
            autoComplete="off"
            value={text}
            readOnly={isBusy || isOver}
            error={isMissing && isBlank(text) ? t('ticket.blank') : length.fault}
            onChange={({ currentTarget }) => onText(currentTarget.value)}
          />
        )}
        {refusal && !isOver && !isBusy && <Message kind="failure">{sayFailure(refusal)}</Message>}
        {part.isReplyAbsent && (
          <Message kind="warning">{t(idempotencyKeys ? 'ticket.absentOnce' : 'ticket.absent')}</Message>
        )}
        {(replyState === 'looking' || replyState === 'unresolved') && (
          <LostAnswer
            isLooking={replyState === 'looking'}
            looking={t('ticket.looking')}
            unresolved={t('ticket.unresolved')}
            checkAgain={t('word.checkAgain')}
            leave={t('ticket.leave')}
            stop={{ label: t('ticket.leave'), press: () => part.send({ type: 'user.leave' }) }}
            onCheckAgain={() => part.send({ type: 'user.checkAgain' })}
            onLeave={() => part.send({ type: 'user.leave' })}
          />
        )}
        {!isOver && (
          <Button type="submit" disabled={isBusy} style={{ alignSelf: 'flex-start' }}>
            {t(replyState === 'sending' ? 'ticket.sending' : 'ticket.send')}
          </Button>
        )}
      </Stack>
    </form>
  );
}
