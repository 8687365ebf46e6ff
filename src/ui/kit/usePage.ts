import { createContext, use, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useApp } from './app.tsx';
import { useSpokenLanguage } from './useLanguage.ts';

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

const DESCRIPTION = 'meta[name="description"]';
/** The canonical link and, on public pages, those to the same page in each language. */
const ADDRESSES = 'link[rel="canonical"], link[hreflang]';
/** What search engines know the page in a language by; whoever asks for none of the others gets English. */
const parameterOf = (language: string): string =>
  language === 'en' || language === 'x-default' ? '' : `?lng=${language}`;
/** What the router calls the entry with which the product was opened. */
const FIRST = 'default';

/**
 * Gives the page its title, description and canonical link (PUBLIC-06), and the focus to its heading, so that a screen
 * reader says where the user came to.
 */
export function usePage(meta: PageMeta): void {
  const { title, description, canonicalPath } = meta;
  const { config } = useApp();
  use(PageHeadContext)?.(meta);
  const { pathname, key } = useLocation();
  const language = useSpokenLanguage();
  const isFirst = key === FIRST;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    const element = document.querySelector<HTMLMetaElement>(DESCRIPTION);
    if (element) element.content = description ?? '';
    const origin = config.brand.canonicalOrigin ?? globalThis.location.origin;
    for (const link of document.querySelectorAll<HTMLLinkElement>(ADDRESSES)) {
      // Pages that are not listed have one address for all languages.
      const spoken = description === undefined ? '' : parameterOf(link.hreflang || language);
      link.href = origin + (canonicalPath ?? pathname) + spoken;
    }
  }, [config, description, canonicalPath, pathname, language]);
  const arrivedAt = useRef<string | null>(null);
  useEffect(() => {
    if (isFirst || arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [isFirst, pathname]);
}
