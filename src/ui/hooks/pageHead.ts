import { createContext } from 'react';
import type { PageMeta } from './usePage.ts';

/** Told what a page says of itself while it is rendered ahead of time; null in the browser, where effects say it. */
export const PageHeadContext = createContext<((meta: PageMeta) => void) | null>(null);
