import type { Page } from '@playwright/test';

/** Like a link, without loading a page. @param state what the link hands to the screen */
export const goInPage = (
  page: Page,
  path: string,
  state: Readonly<Record<string, unknown>> | null = null,
): Promise<void> =>
  page.evaluate(
    ([to, usr]) => {
      history.pushState({ usr, key: 'walk', idx: 9 }, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    },
    [path, state] as const,
  );
