import i18n, { type i18n as I18n, type Resource } from 'i18next';
import { prerender } from 'react-dom/static';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { StaticRouter } from 'react-router-dom';
import { AppProvider } from '../../ui/kit/app.tsx';
import { lazyScreen } from '../../ui/kit/lazyPart.tsx';
import { PageHeadContext, type PageMeta } from '../../ui/kit/usePage.ts';
import { readConfig } from '../config.ts';
import { AppRoutes, createScreens, type Screens } from '../router.tsx';
import { countsInWords, I18N_OPTIONS } from '../i18nOptions.ts';
import { Themed } from '../Themed.tsx';
import { createStaticApp } from './staticApp.ts';

export { LANGUAGES } from '../../domain/languages.ts';
export { PRIVATE_PATHS } from '../../domain/paths.ts';
export { SCRIPTED_PAGES, STATIC_PAGES } from './pages.ts';

export interface PlainTexts {
  readonly noScript: string;
  /** Shown when scripts failed to load; `<again>` encloses the retry link. */
  readonly unavailable: string;
  /** Shown while scripts are awaited for long, with the same link. */
  readonly late: string;
}

export interface RenderedPage extends PageMeta, PlainTexts {
  /** Content of `#root`, without scripts and inline styles. */
  readonly html: string;
  readonly namespaces: readonly string[];
}

export interface LanguageTexts {
  readonly language: string;
  /** By language and namespace. */
  readonly words: Resource;
}

export interface RenderRequest extends LanguageTexts {
  readonly path: string;
  readonly screen: keyof Screens;
  readonly configuration: unknown;
}

async function createTexts({ language, words }: LanguageTexts): Promise<I18n> {
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

/** Texts of a page that only scripts can fill. */
export async function textsWithoutPage(request: LanguageTexts): Promise<PlainTexts> {
  const { t } = await createTexts(request);
  return { noScript: t('shell.needsScript'), unavailable: t('shell.unavailable'), late: t('shell.late') };
}

/** Placeholder for a screen that cannot be rendered ahead of time. */
const OUTLINES = { Trade: lazyScreen(() => import('../../ui/trade/TradeOutline.tsx'), 'TradeOutline') };

/** Renders a public page, or the outline of a screen, for an unknown reader and without market data. */
export async function renderPage(request: RenderRequest): Promise<RenderedPage> {
  const { path } = request;
  const instance = await createTexts(request);
  const config = readConfig(request.configuration, { origin: 'http://localhost' });
  const app = createStaticApp(config);
  const screens = { ...createScreens(), ...OUTLINES };
  await screens[request.screen].preload();
  let meta: PageMeta | null = null;
  const { prelude } = await prerender(
    <PageHeadContext
      value={(given) => {
        meta = given;
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
  // Before the calls of `t` below add to it.
  const namespaces = namespacesOf(instance);
  return {
    ...(meta as PageMeta),
    // The content policy forbids inline styles in HTML; scripts set them again.
    html: html.replaceAll(/ style="[^"]*"/g, ''),
    noScript: instance.t('shell.noScript'),
    unavailable: instance.t('shell.unavailable'),
    late: instance.t('shell.late'),
    namespaces,
  };
}

/** As react-i18next records them. */
function namespacesOf(instance: I18n): readonly string[] {
  const { reportNamespaces } = instance as unknown as {
    reportNamespaces?: { getUsedNamespaces(): string[] };
  };
  return reportNamespaces?.getUsedNamespaces() ?? [];
}
