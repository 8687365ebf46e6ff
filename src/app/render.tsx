import { startTransition, StrictMode, Suspense, useEffect } from 'react';
import { createRoot, type Root, type RootOptions } from 'react-dom/client';
import { waitFor } from 'xstate';
import { hasTexts, lacksTexts } from '../machines/app/app.machine.ts';
import type { App } from '../machines/app/app.ts';
import { AppProvider } from '../ui/kit/app.tsx';
import { createScreens, Router, type Screens } from './router.tsx';
import { Themed } from './Themed.tsx';

/** Errors go to the log, which prints only their names; in development React prints everything. */
const reporting = ({ report }: App): RootOptions =>
  import.meta.env.DEV
    ? {}
    : {
        // The boundary has reported it.
        onCaughtError: () => undefined,
        onUncaughtError: (error) => report('page', error),
        onRecoverableError: (error) => report('page', error),
      };

/** Renders once texts and screen are loaded, so that prerendered HTML is replaced without a flicker. @returns what was rendered */
export async function renderApp(app: App, element: HTMLElement): Promise<Root> {
  const { root } = app;
  const screens = createScreens();
  const prerendered = element.dataset.screen;
  const [snapshot] = await Promise.all([
    waitFor(root, (one) => hasTexts(one) || lacksTexts(one)),
    // The page reports a failure once it is shown.
    prerendered !== undefined && prerendered in screens
      ? screens[prerendered as keyof Screens].preload().catch(() => undefined)
      : null,
  ]);
  if (lacksTexts(snapshot)) throw new Error('there are no words to show');
  // While this mark is there, the page is not interactive yet.
  const isShown = (): void => {
    delete element.dataset.screen;
    element.ownerDocument.querySelector('#late')?.remove();
  };
  const page = createRoot(element, reporting(app));
  // In slices, so that input is not held up.
  startTransition(() => {
    page.render(
      <StrictMode>
        <Themed>
          <AppProvider app={app}>
            <Suspense>
              <Router screens={screens} />
              <Shown onShown={isShown} />
            </Suspense>
          </AppProvider>
        </Themed>
      </StrictMode>,
    );
  });
  return page;
}

function Shown({ onShown }: { readonly onShown: () => void }): null {
  useEffect(onShown, [onShown]);
  return null;
}
