import type { Page } from '@playwright/test';

export const turnPage = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    Object.defineProperty(document, 'hidden', { value: value === 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

export const sayNetwork = (page: Page, state: 'online' | 'offline'): Promise<void> =>
  page.evaluate((type) => {
    Object.defineProperty(navigator, 'onLine', { value: type === 'online', configurable: true });
    dispatchEvent(new Event(type));
  }, state);

/** The page enters the back/forward cache, or returns. */
export const keepPage = (page: Page, state: 'pagehide' | 'pageshow'): Promise<void> =>
  page.evaluate((type) => {
    dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  }, state);
