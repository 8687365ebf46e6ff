import type { ReactNode } from 'react';
import classes from './Message.module.css';

interface Props {
  readonly kind: 'success' | 'warning' | 'failure' | 'info';
  readonly children: ReactNode;
}

/** What the page has to say where it happened. Failures interrupt a screen reader, the rest waits its turn. */
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
