import type { ReactNode } from 'react';
import classes from './MessagePage.module.css';

interface Props {
  readonly title: string;
  readonly text: string;
  /** What the user can do. */
  readonly children: ReactNode;
}

/** A page that says one thing. */
export function MessagePage({ title, text, children }: Props) {
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
