import { createContext, use, useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { useApp } from './app.tsx';
import { useCurrentLanguage } from './useLanguage.ts';

export interface PageMeta {
  /** Tab title with the brand. */
  readonly title: string;
  /** Public pages only. */
  readonly description?: string;
  /** For pages with several paths. */
  readonly canonicalPath?: string;
}

/** Receives the meta data during prerendering; null in the browser, where effects set it. */
export const PageHeadContext = createContext<((meta: PageMeta) => void) | null>(null);

const DESCRIPTION = 'meta[name="description"]';
const ADDRESSES = 'link[rel="canonical"], link[hreflang]';
/** Query of a language's address; English is the default. */
const parameterOf = (language: string): string =>
  language === 'en' || language === 'x-default' ? '' : `?lng=${language}`;
/** React Router's key of the first history entry. */
const FIRST = 'default';

/** Sets title, description and links (PUBLIC-06), and focuses the heading for screen readers. */
export function usePage(meta: PageMeta): void {
  const { title, description, canonicalPath } = meta;
  const { config } = useApp();
  use(PageHeadContext)?.(meta);
  const { pathname, key } = useLocation();
  const language = useCurrentLanguage();
  const isFirst = key === FIRST;
  // The title and the links are outside of what React draws.
  useEffect(() => {
    document.title = title;
  }, [title]);
  // As above.
  useEffect(() => {
    const element = document.querySelector<HTMLMetaElement>(DESCRIPTION);
    if (element) element.content = description ?? '';
    const origin = config.brand.canonicalOrigin ?? globalThis.location.origin;
    for (const link of document.querySelectorAll<HTMLLinkElement>(ADDRESSES)) {
      // Private pages have one address for all languages.
      const spoken = description === undefined ? '' : parameterOf(link.hreflang || language);
      link.href = origin + (canonicalPath ?? pathname) + spoken;
    }
  }, [config, description, canonicalPath, pathname, language]);
  const arrivedAt = useRef<string | null>(null);
  // Only the document knows the new page's heading.
  useEffect(() => {
    // A step of the same page keeps the focus where it is.
    const isThere = arrivedAt.current === pathname;
    arrivedAt.current = pathname;
    if (isFirst || isThere) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [isFirst, pathname]);
}

/** A `ref` of what takes the focus as it comes: the button that brought it is gone. */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus();

/**
 * Scrolls to an element that came with the page, once that is painted: to its middle, or to where a high one begins.
 * In the frame in which it comes, all that is below it would count as moved (NAV-16).
 */
export function useScrollTo(element: RefObject<Element | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        // The middle of one that is higher than the window is not where it begins.
        const isHigh = (element.current?.clientHeight ?? 0) > window.innerHeight;
        element.current?.scrollIntoView({ block: isHigh ? 'start' : 'center' });
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [element, isWanted]);
}
