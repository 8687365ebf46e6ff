import type { ReactNode, SubmitEventHandler } from 'react';
import classes from './AccessForm.module.css';

interface Props {
  readonly title: string;
  readonly lead: string;
  /** Good news above the fields. */
  readonly notice?: string | null;
  /** Why the server said no, when it is about no single field. */
  readonly refusal?: string | null;
  /** Leads to the other form. */
  readonly other: ReactNode;
  readonly onSubmit: SubmitEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
}

/** The frame that login and registration share. */
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
