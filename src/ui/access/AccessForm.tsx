import type { ReactNode, SubmitEventHandler } from 'react';
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
