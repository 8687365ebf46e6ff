import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isBlank, TICKET_CATEGORIES, type TicketCategory } from '../../domain/ticket.ts';
import { Choice } from '../kit/Choice.tsx';
import { LostAnswer } from '../kit/LostAnswer.tsx';
import { Message } from '../kit/Message.tsx';
import { useCapabilities } from '../kit/app.tsx';
import { useDrafts, useLength } from './useTicket.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import type { TicketListPart } from './useTicketList.ts';
import classes from '../kit/Section.module.css';

/** The form of a new ticket (SUPPORT-03, SUPPORT-08). */
export function NewTicket({ part }: { readonly part: TicketListPart }) {
  const { t } = useTranslation('support');
  const sayFailure = useFailureText();
  const title = useId();
  const draft = useDrafts();
  const { idempotencyKeys } = useCapabilities();
  const { compose, failure } = part;
  const [isIncomplete, setIncomplete] = useState(false);
  const form = useForm({
    initialValues: {
      subject: draft('ticket.subject').read(),
      category: categoryOf(draft('ticket.category').read()),
      description: draft('ticket.description').read(),
    },
    validate: { subject: isBlank, description: isBlank },
    onValuesChange: ({ subject, category, description }) => {
      draft('ticket.subject').write(subject);
      draft('ticket.category').write(category === 'general' ? '' : category);
      draft('ticket.description').write(description);
      setIncomplete(false);
      part.send({ type: 'user.edit' });
    },
  });
  const length = useLength(form.values.description);
  const isBusy = compose !== 'writing' && compose !== 'absent';
  return (
    <Stack component="section" p="lg" aria-labelledby={title}>
      <h2 id={title}>{t('new')}</h2>
      <p className={classes.text}>{t('compose.lead')}</p>
      <form
        className={classes.section}
        noValidate
        onSubmit={form.onSubmit(
          (draft) => {
            if (length.fault === null) part.create(draft);
          },
          (faults) => {
            setIncomplete(true);
            const [first] = Object.keys(faults);
            if (first !== undefined) form.getInputNode(first)?.focus();
          },
        )}
      >
        <fieldset className={classes.section} disabled={isBusy}>
          <TextInput label={t('field.subject')} autoComplete="off" {...form.getInputProps('subject')} />
          <Choice
            label={t('list.category')}
            value={form.values.category}
            options={TICKET_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
            onChoose={(category) => form.setFieldValue('category', category)}
          />
          <Textarea
            label={t('compose.message')}
            rows={8}
            autoComplete="off"
            {...form.getInputProps('description')}
            description={length.note}
            error={length.fault ?? form.errors.description}
          />
        </fieldset>
        {isIncomplete && <Message kind="failure">{t('compose.fillAllFields')}</Message>}
        {failure && !isBusy && <Message kind="failure">{sayFailure(failure)}</Message>}
        {compose === 'absent' && (
          <Message kind="warning">{t(idempotencyKeys ? 'compose.absentOnce' : 'compose.absent')}</Message>
        )}
        {(compose === 'looking' || compose === 'unresolved') && (
          <LostAnswer
            isLooking={compose === 'looking'}
            looking={t('compose.looking')}
            unresolved={t('compose.unresolved')}
            checkAgain={t('word.checkAgain')}
            leave={t('compose.leave')}
            stop={{ label: t('compose.leave'), press: () => part.send({ type: 'user.leave' }) }}
            onCheckAgain={() => part.send({ type: 'user.checkAgain' })}
            onLeave={() => part.send({ type: 'user.leave' })}
          />
        )}
        <div className={classes.buttons}>
          <Button type="submit" disabled={isBusy}>
            {t(compose === 'sending' ? 'compose.submitting' : 'compose.submit')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => part.send({ type: 'user.cancel' })}>
            {t('word.cancel')}
          </Button>
        </div>
        <p className={classes.minor}>{t('compose.kept')}</p>
      </form>
    </Stack>
  );
}

const categoryOf = (text: string): TicketCategory =>
  TICKET_CATEGORIES.find((one) => one === text) ?? 'general';
