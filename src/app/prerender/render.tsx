import i18n, { type i18n as I18n, type Resource } from 'i18next';
import { prerender } from 'react-dom/static';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { StaticRouter } from 'react-router-dom';
import { AppProvider } from '../../ui/kit/app.tsx';
import { PageHeadContext, type PageMeta } from '../../ui/kit/usePage.ts';
import { readConfig } from '../config.ts';
import { AppRoutes, createScreens, type Screens } from '../router.tsx';
import { countsInWords, I18N_OPTIONS } from '../i18nOptions.ts';
import { Themed } from '../Themed.tsx';
import { createStaticApp } from './staticApp.ts';

export { LANGUAGES } from '../../domain/languages.ts';
export { PRIVATE_PATHS } from '../../domain/paths.ts';
export { SCRIPTED_PAGES, STATIC_PAGES } from './pages.ts';

/** What the page says before, and without, any script. Texts, but for the one named element. */
export interface PlainWords {
  /** For readers without JavaScript. */
  readonly noScript: string;
  /** Shown when the scripts could not be loaded; `<again>` stands around the words that try it again. */
  readonly unavailable: string;
}

export interface RenderedPage extends PageMeta, PlainWords {
  /** What stands in `#root`. No script, no inline style. */
  readonly html: string;
  /** Namespaces of words that the page uses. */
  readonly namespaces: readonly string[];
}

export interface Speech {
  readonly language: string;
  /** Words of that language, by language and namespace. */
  readonly words: Resource;
}

export interface RenderRequest extends Speech {
  readonly path: string;
  readonly screen: keyof Screens;
  /** The configuration block of index.html. */
  readonly configuration: unknown;
}

async function speak({ language, words }: Speech): Promise<I18n> {
  const instance = i18n.createInstance();
  await instance
    .use(initReactI18next)
    .use(countsInWords)
    .init({
      ...I18N_OPTIONS,
      lng: language,
      fallbackLng: false,
      resources: words,
      react: { useSuspense: false },
    });
  return instance;
}

/** The words of the page that only scripts can fill. */
export async function wordsWithoutPage(request: Speech): Promise<PlainWords> {
  const { t } = await speak(request);
  return { noScript: t('shell.needsScript'), unavailable: t('shell.unavailable') };
}

/** Renders a public page as it looks before anything is known of its reader, or of the markets. */
export async function renderPage(request: RenderRequest): Promise<RenderedPage> {
  const { path } = request;
  const instance = await speak(request);
  const config = readConfig(request.configuration, { origin: 'http://localhost' });
  const app = createStaticApp(config);
  const screens = createScreens();
  await screens[request.screen].bring();
  let meta: PageMeta | null = null;
  const { prelude } = await prerender(
    <PageHeadContext
      value={(told) => {
        meta = told;
      }}
    >
      <Themed>
        <I18nextProvider i18n={instance}>
          <AppProvider app={app}>
            <StaticRouter location={path}>
              <AppRoutes screens={screens} />
            </StaticRouter>
          </AppProvider>
        </I18nextProvider>
      </Themed>
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
  // Before anything else is said with it.
  const namespaces = namespacesOf(instance);
  return {
    ...(meta as PageMeta),
    // Set from a script such a style is allowed, in the page's text it is not; the script sets it again.
    html: html.replaceAll(/ style="[^"]*"/g, ''),
    noScript: instance.t('shell.noScript'),
    unavailable: instance.t('shell.unavailable'),
    namespaces,
  };
}

/** Those that were asked for, as react-i18next notes them. */
function namespacesOf(instance: I18n): readonly string[] {
  const { reportNamespaces } = instance as unknown as {
    reportNamespaces?: { getUsedNamespaces(): string[] };
  };
  return reportNamespaces?.getUsedNamespaces() ?? [];
}
