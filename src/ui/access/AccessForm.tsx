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
  readonly isBusy: boolean;
  readonly isHeld?: boolean;
  /** The browser works off what the server asked for (LOGIN-21). */
  readonly isWorking: boolean;
  readonly onCancel: () => void;
}

export function SubmitButton({ label, isBusy, isHeld = false, isWorking, onCancel }: SubmitProps) {
  const { t } = useTranslation('auth');
  return (
    <>
      <Button type="submit" color="up" disabled={isBusy || isWorking || isHeld} fullWidth>
        {label}
      </Button>
      {isWorking && (
        <div className={classes.working}>
          <p className={classes.lead} role="status">
            {t('work.note')}
          </p>
          <Button variant="default" size="xs" onClick={onCancel}>
            {t('work.cancel')}
          </Button>
        </div>
      )}
    </>
  );
}
