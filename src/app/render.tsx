import { MantineProvider } from '@mantine/core';
import { StrictMode, Suspense } from 'react';
import { createRoot, type RootOptions } from 'react-dom/client';
import { waitFor } from 'xstate';
import { isSpoken, isWordless } from '../machines/app/index.ts';
import { AppProvider, type App } from '../ui/hooks/app.tsx';
import { createScreens, Router } from './router.tsx';
import { theme } from './theme.ts';

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

/** Shows the application as soon as there are words for it. */
export async function renderApp(app: App, element: Element): Promise<void> {
  const { root } = app;
  const snapshot = await waitFor(root, (one) => isSpoken(one) || isWordless(one));
  if (isWordless(snapshot)) throw new Error('there are no words to show');
  const screens = createScreens(app.parts);
  createRoot(element, reporting(app)).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        forceColorScheme="dark"
        // The stylesheet made at build time holds both; an inline <style> would break the policy.
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <AppProvider app={app}>
          <Suspense>
            <Router screens={screens} />
          </Suspense>
        </AppProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
