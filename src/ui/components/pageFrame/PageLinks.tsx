import type { ReactNode } from 'react';
import classes from './PageFrame.module.css';

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
