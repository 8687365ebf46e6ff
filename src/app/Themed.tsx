import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';

/** Mantine as every page has it: always dark (PUBLIC-04), in the browser and rendered ahead. */
export function Themed({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme="dark"
      // The stylesheet made at build time holds both; an inline <style> would break the policy.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
