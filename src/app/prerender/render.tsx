import { MantineProvider } from '@mantine/core';
import i18n, { type Resource } from 'i18next';
import { prerender } from 'react-dom/static';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { StaticRouter } from 'react-router-dom';
import { AppProvider } from '../../ui/hooks/app.tsx';
import { PageHeadContext, type PageMeta } from '../../ui/hooks/pageHead.ts';
import { readConfig } from '../config.ts';
import { AppRoutes, createScreens, type Screens } from '../router.tsx';
import { theme } from '../theme.ts';
import { createStaticApp } from './staticApp.ts';

export { LANGUAGES } from '../../domain/languages.ts';
export { PRIVATE_PATHS } from '../../domain/privatePaths.ts';
export { STATIC_PAGES } from './pages.ts';

export interface RenderedPage extends PageMeta {
  /** What stands in `#root`. No script, no inline style. */
  readonly html: string;
  /** For readers without JavaScript. */
  readonly noScript: string;
  /** Namespaces of words that the page uses. */
  readonly namespaces: readonly string[];
}

export interface RenderRequest {
  readonly path: string;
  readonly screen: keyof Screens;
  readonly language: string;
  /** Words of that language and of English, by language and namespace. */
  readonly words: Resource;
  /** The configuration block of index.html. */
  readonly configuration: unknown;
}

/** Renders a public page as it looks before anything is known of its reader, or of the markets. */
export async function renderPage(request: RenderRequest): Promise<RenderedPage> {
  const { path, language, words } = request;
  const speech = i18n.createInstance();
  await speech.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: words,
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  });
  const config = readConfig(request.configuration, { origin: 'http://localhost' });
  const app = createStaticApp(config);
  const screens = createScreens(app.parts);
  await screens[request.screen].bring();
  let meta: PageMeta | null = null;
  const { prelude } = await prerender(
    <PageHeadContext
      value={(told) => {
        meta = told;
      }}
    >
      <MantineProvider
        theme={theme}
        forceColorScheme="dark"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <I18nextProvider i18n={speech}>
          <AppProvider app={app}>
            <StaticRouter location={path}>
              <AppRoutes screens={screens} />
            </StaticRouter>
          </AppProvider>
        </I18nextProvider>
      </MantineProvider>
    </PageHeadContext>,
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  const html = await new Response(prelude).text();
  if (meta === null) throw new Error(`${path}: the page did not say its title`);
  const { reportNamespaces } = speech as unknown as {
    reportNamespaces?: { getUsedNamespaces(): string[] };
  };
  return {
    ...(meta as PageMeta),
    // Set from a script such a style is allowed, in the page's text it is not; the script sets it again.
    html: html.replaceAll(/ style="[^"]*"/g, ''),
    noScript: speech.t('shell.noScript'),
    namespaces: reportNamespaces?.getUsedNamespaces() ?? [],
  };
}
