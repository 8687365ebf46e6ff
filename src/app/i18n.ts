import i18n from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { languageFor, LANGUAGES } from '../domain/languages.ts';
import type { Log } from '../services/log.ts';
import type { Storage } from '../services/storage.ts';
import { countsInWords, I18N_OPTIONS } from './i18nOptions.ts';
import type { Words } from '../machines/app/index.ts';

const KEY = 'i18nextLng';
/** Of an address that asks for a language. */
const PARAMETER = 'lng';
const FALLBACK = 'en';
/** Seconds: a year. */
const COOKIE_LIFE = 31_536_000;

export interface WordsDependencies {
  readonly window: Window;
  readonly storage: Pick<Storage, 'read' | 'write'>;
  readonly log: Pick<Log, 'warning'>;
  /** Told when words of a screen could not be loaded. */
  readonly missing: () => void;
  /** Told when another language was chosen in another tab. */
  readonly chosenElsewhere: (language: string) => void;
}

/** The words of the page that came as text are loaded before it is shown: index.html, and `scripts/pages.ts`. */
function namespacesOf(document: Document): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][href*="/locales/"]');
  const named = [...links].map(({ href }) => href.replace(/^.*\/|\.json$/g, ''));
  return [...new Set(['common', ...named])];
}

/** Starts i18next (NAV-04). Other namespaces are loaded with their screens. */
function start(document: Document): Promise<unknown> {
  return i18n
    .use(HttpBackend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .use(countsInWords)
    .init({
      ...I18N_OPTIONS,
      // Complete languages need no other (tests/architecture/translations.test.ts); what is none of them is English.
      fallbackLng: (code) => (code !== undefined && languageFor(code, LANGUAGES) ? [] : [FALLBACK]),
      supportedLngs: LANGUAGES,
      load: 'languageOnly',
      ns: namespacesOf(document),
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: PARAMETER,
        lookupCookie: KEY,
        lookupLocalStorage: KEY,
        lookupSessionStorage: KEY,
        // Kept by `remember`, once the words are there.
        caches: [],
        convertDetectedLanguage: (tag) => languageFor(tag, LANGUAGES) ?? tag,
      },
      react: { useSuspense: true },
    });
}

/** The words of the product. Until `load` is done nothing can be shown. */
export function createI18n({ window, storage, log, missing, chosenElsewhere }: WordsDependencies): Words {
  const { document, location, navigator } = window;
  /** The language that was wanted last: one that comes late is not spoken any more. */
  let wanted = '';

  function show(): string {
    const language = i18n.resolvedLanguage ?? FALLBACK;
    document.documentElement.lang = language;
    document.documentElement.dir = i18n.dir(language);
    return language;
  }

  /**
   * Keeps the language (NAV-04). The server, which sends pages as text, learns of it by a cookie, and only where the
   * browser asks for another.
   */
  function remember(language: string): void {
    storage.write(KEY, language);
    const asked = navigator.languages.map((tag) => languageFor(tag, LANGUAGES)).find((one) => one !== null);
    const life = (asked ?? FALLBACK) === language ? 0 : COOKIE_LIFE;
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = `${KEY}=${language}; Path=/; Max-Age=${life}; SameSite=Lax${secure}`;
  }

  /** What was chosen holds from now on: a link that named another language is not obeyed again at the next reload. */
  function forgetAsked(): void {
    const url = new URL(location.href);
    if (!url.searchParams.has(PARAMETER)) return;
    url.searchParams.delete(PARAMETER);
    const { history } = window;
    history.replaceState(history.state, '', url);
    // The router learns of it as of any other step.
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }

  /** Namespaces of the screens that were shown, of which a language has no words. */
  const lacking = (language: string): string[] =>
    [i18n.options.ns ?? []].flat().filter((namespace) => !i18n.hasResourceBundle(language, namespace));

  /** Loads what is lacking, also what failed before. @throws Error when it is lacking still. */
  async function bring(language: string): Promise<void> {
    await i18n.reloadResources([language], lacking(language));
    if (lacking(language).length > 0) throw new Error(`the words of ${language} could not be loaded`);
  }

  // Said in every tab but the one that wrote. What is kept by now counts, and not what was written then: tabs that choose
  // at the same time end with one language.
  window.addEventListener('storage', ({ key }) => {
    const kept = key === KEY ? languageFor(storage.read(KEY) ?? '', LANGUAGES) : null;
    if (kept !== null && kept !== wanted) chosenElsewhere(kept);
  });

  return {
    async load() {
      // The loader's own words have the form that NAV-07 fixes.
      i18n.on('failedLoading', (_language, _namespace, reason) => log.warning(reason));
      await start(document);
      const language = i18n.resolvedLanguage ?? i18n.language;
      wanted = language;
      // i18next goes on without words when none could be loaded; a page of keys helps nobody.
      if (lacking(language).length === 0) {
        remember(language);
      } else {
        await bring(FALLBACK);
        await i18n.changeLanguage(FALLBACK);
      }
      i18n.on('failedLoading', (failed: string) => {
        // Of another language the user is told when they choose it.
        if (failed === i18n.resolvedLanguage) missing();
      });
      return show();
    },
    async choose(language) {
      wanted = language;
      await bring(language);
      if (wanted !== language) return show();
      await i18n.changeLanguage(language);
      remember(language);
      forgetAsked();
      return show();
    },
  };
}
