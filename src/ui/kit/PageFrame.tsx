import type { ReactNode } from 'react';
import classes from './PageFrame.module.css';

interface PageFrameProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Links or a figure at the end of the heading's line. */
  readonly aside?: ReactNode;
  /** For pages with one task. */
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}

export function PageFrame({ title, lead, aside, isNarrow = false, children }: PageFrameProps) {
  return (
    <div className={classes.page} data-narrow={isNarrow}>
      <div className={classes.head}>
        <div>
          <h1 className={classes.title}>{title}</h1>
          {lead !== undefined && <p className={classes.lead}>{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </div>
  );
}

interface PageLinksProps {
  /** For screen readers. */
  readonly name: string;
  readonly children: ReactNode;
}

export function PageLinks({ name, children }: PageLinksProps) {
  return (
    <nav className={classes.links} aria-label={name}>
      {children}
    </nav>
  );
}
