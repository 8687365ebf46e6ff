import { use, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useApp } from './app.tsx';
import { PageHeadContext, type PageMeta } from './pageHead.ts';

const DESCRIPTION = 'meta[name="description"]';
const CANONICAL = 'link[rel="canonical"]';
/** What the router calls the entry with which the product was opened. */
const FIRST = 'default';

/**
 * Gives the page its title, description and canonical link (spec 1 §2), and the focus to its heading, so that a screen
 * reader says where the user came to.
 */
export function usePage(meta: PageMeta): void {
  const { title, description, canonicalPath } = meta;
  const { config } = useApp();
  use(PageHeadContext)?.(meta);
  const { pathname, key } = useLocation();
  const isFirst = key === FIRST;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    const element = document.querySelector<HTMLMetaElement>(DESCRIPTION);
    if (element) element.content = description ?? '';
    const link = document.querySelector<HTMLLinkElement>(CANONICAL);
    if (link)
      link.href = (config.brand.canonicalOrigin ?? globalThis.location.origin) + (canonicalPath ?? pathname);
  }, [config, description, canonicalPath, pathname]);
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
