import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';

/** Mantine for every page, always dark (PUBLIC-04). */
export function Themed({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme="dark"
      // The built stylesheet holds both; an inline <style> would break the content policy.
      withCssVariables={false}
      withGlobalClasses={false}
      // Under Vitest no transition lasts, and nothing is shown outside the screen.
      env={import.meta.env.MODE === 'test' ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  );
}
