import { startTransition, StrictMode, Suspense, useEffect } from 'react';
import { createRoot, type RootOptions } from 'react-dom/client';
import { waitFor } from 'xstate';
import { isSpoken, isWordless, type App } from '../machines/app/index.ts';
import { AppProvider } from '../ui/kit/app.tsx';
import { createScreens, Router, type Screens } from './router.tsx';
import { Themed } from './Themed.tsx';

/** Errors go to the log, which prints no more than their names; while developing React tells everything. */
const reporting = ({ report }: App): RootOptions =>
  import.meta.env.DEV
    ? {}
    : {
        // The boundary that caught it has reported it.
        onCaughtError: () => undefined,
        onUncaughtError: (error) => report('page', error),
        onRecoverableError: (error) => report('page', error),
      };

/**
 * Shows the application as soon as there are words for it. A prerendered page is left in place until its screen
 * is there too: one takes the place of the other, and nothing flickers.
 */
export async function renderApp(app: App, element: HTMLElement): Promise<void> {
  const { root } = app;
  const screens = createScreens();
  const prerendered = element.dataset.screen;
  const [snapshot] = await Promise.all([
    waitFor(root, (one) => isSpoken(one) || isWordless(one)),
    // One that cannot be loaded is told of by the page, once there is one.
    prerendered !== undefined && prerendered in screens
      ? screens[prerendered as keyof Screens].bring().catch(() => undefined)
      : null,
  ]);
  if (isWordless(snapshot)) throw new Error('there are no words to show');
  // Marks a prerendered page: as long as it is there, nothing listens.
  const isShown = (): void => void delete element.dataset.screen;
  const page = createRoot(element, reporting(app));
  // In slices: whatever is pressed meanwhile is not held up.
  startTransition(() => {
    page.render(
      <StrictMode>
        <Themed>
          <AppProvider app={app}>
            <Suspense>
              <Router screens={screens} />
              <Shown tell={isShown} />
            </Suspense>
          </AppProvider>
        </Themed>
      </StrictMode>,
    );
  });
}

/** Tells when the screen has its place in the page. */
function Shown({ tell }: { readonly tell: () => void }): null {
  useEffect(tell, [tell]);
  return null;
}
