import type { Page } from '@playwright/test';

/** The tab is put behind others, or comes to the front again. */
export const turnPage = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    Object.defineProperty(document, 'hidden', { value: value === 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/** The browser says that there is a network, or none. */
export const sayNetwork = (page: Page, state: 'online' | 'offline'): Promise<void> =>
  page.evaluate((type) => {
    Object.defineProperty(navigator, 'onLine', { value: type === 'online', configurable: true });
    dispatchEvent(new Event(type));
  }, state);

/** The page is left, and kept by the browser; or comes back from there. */
export const keepPage = (page: Page, state: 'pagehide' | 'pageshow'): Promise<void> =>
  page.evaluate((type) => {
    dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  }, state);
