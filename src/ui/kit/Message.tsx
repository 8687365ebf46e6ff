import type { ReactNode } from 'react';
import classes from './Message.module.css';

interface Props {
  readonly kind: 'success' | 'warning' | 'failure' | 'info';
  readonly children: ReactNode;
}

/** Failures interrupt a screen reader; other messages do not. */
export function Message({ kind, children }: Props) {
  return (
    <div
      className={classes.message}
      data-kind={kind}
      role={kind === 'failure' || kind === 'warning' ? 'alert' : 'status'}
    >
      {children}
    </div>
  );
}
