/** What a narrow screen shows one at a time. */
export const TABS = ['chart', 'book', 'trades', 'orders'] as const;
export type Tab = (typeof TABS)[number];

/** Narrow, as in the stylesheets: one panel at a time, forms as a sheet. */
export const NARROW = '(max-width: 767px)';

/** The id of what a tab shows. */
export const panelOf = (tab: Tab): string => `trade-${tab}`;
