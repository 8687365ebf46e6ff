import { Button, Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode, SubmitEventHandler } from 'react';
import { useTranslation } from 'react-i18next';
import { Message } from '../kit/Message.tsx';
import classes from './AccessForm.module.css';

interface Props {
  readonly title: string;
  readonly lead: string;
  readonly notice?: string | null;
  /** The server's refusal, where it concerns no single field. */
  readonly refusal?: string | null;
  readonly other: ReactNode;
  readonly onSubmit: SubmitEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
}

export function AccessForm({ title, lead, notice, refusal, other, onSubmit, children }: Props) {
  return (
    <div className={classes.page}>
      <Paper
        component="form"
        className={classes.card ?? ''}
        onSubmit={onSubmit}
        noValidate
        aria-label={title}
      >
        <div>
          <Title fz="xl" lh="28px" mb={4}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {lead}
          </Text>
        </div>
        {notice && <Message kind="success">{notice}</Message>}
        {refusal && <Message kind="failure">{refusal}</Message>}
        {children}
        <Text size="sm" c="dimmed">
          {other}
        </Text>
      </Paper>
    </div>
  );
}

interface SubmitProps {
  readonly label: string;
  readonly isHeld: boolean;
  /** Work in progress, where that can be stopped: the browser solves a challenge (LOGIN-21), or asks for a passkey. */
  readonly note: string | null;
  readonly onCancel: () => void;
}

export function SubmitButton({ label, isHeld, note, onCancel }: SubmitProps) {
  const { t } = useTranslation('auth');
  return (
    <>
      <Button type="submit" disabled={isHeld} fullWidth>
        {label}
      </Button>
      {note !== null && (
        <Group gap="lg" justify="space-between" wrap="nowrap">
          <Text size="sm" c="dimmed" role="status">
            {note}
          </Text>
          <Button variant="default" size="xs" flex="none" onClick={onCancel}>
            {t('word.cancel')}
          </Button>
        </Group>
      )}
    </>
  );
}
