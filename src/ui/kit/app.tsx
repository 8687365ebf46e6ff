import { createContext, use, type ReactNode } from 'react';
import type { App, Capabilities } from '../../machines/app/app.ts';

const AppContext = createContext<App | null>(null);

export function AppProvider({ app, children }: { readonly app: App; readonly children: ReactNode }) {
  return <AppContext value={app}>{children}</AppContext>;
}

export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('useApp needs an AppProvider around it');
  return app;
}

/** The server's capabilities beyond the documented calls. */
export const useCapabilities = (): Capabilities => useApp().config.capabilities;
