import { createContext } from 'react';

/** What a page says of itself. */
export interface PageMeta {
  /** Whole title of the tab, brand included. */
  readonly title: string;
  /** For public pages; private ones have none and are not listed. */
  readonly description?: string;
  /** The path under which the page is to be known, where it has several. */
  readonly canonicalPath?: string;
}

/** Told what a page says of itself while it is rendered ahead of time; null in the browser, where effects say it. */
export const PageHeadContext = createContext<((meta: PageMeta) => void) | null>(null);
