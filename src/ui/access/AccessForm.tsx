import { Button } from '@mantine/core';
import type { ReactNode, SubmitEventHandler } from 'react';
import { useTranslation } from 'react-i18next';
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
      <form className={classes.card} onSubmit={onSubmit} noValidate aria-label={title}>
        <div>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.lead}>{lead}</p>
        </div>
        {notice && (
          <p className={classes.notice} role="status">
            {notice}
          </p>
        )}
        {refusal && (
          <p className={classes.refusal} role="alert">
            {refusal}
          </p>
        )}
        {children}
        <p className={classes.other}>{other}</p>
      </form>
    </div>
  );
}

interface SubmitProps {
  readonly label: string;
  readonly isHeld: boolean;
  /** What goes on meanwhile, where that can be stopped: the browser works (LOGIN-21), or asks for a passkey. */
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
        <div className={classes.working}>
          <p className={classes.lead} role="status">
            {note}
          </p>
          <Button variant="default" size="xs" onClick={onCancel}>
            {t('work.cancel')}
          </Button>
        </div>
      )}
    </>
  );
}
