import type { ReactNode } from 'react';
import classes from './PageFrame.module.css';

interface PageFrameProps {
  /** The heading of the page, perhaps with an icon before it. */
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Stands at the other end of the heading: links, a figure. */
  readonly aside?: ReactNode;
  /** Pages with one task are narrower than those with tables. */
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}

/** What pages have in common: their width, their distance from the edges, their heading. */
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
  /** What the links have in common, for readers who do not see where they stand. */
  readonly name: string;
  readonly children: ReactNode;
}

/** Links beside the heading of a page. */
export function PageLinks({ name, children }: PageLinksProps) {
  return (
    <nav className={classes.links} aria-label={name}>
      {children}
    </nav>
  );
}
