import i18n from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { languageFor, LANGUAGES } from '../domain/languages.ts';
import type { OwnTextName } from '../domain/ownText.ts';
import type { Clock } from '../services/clock.ts';
import type { Log } from '../services/log.ts';
import type { Storage } from '../services/storage.ts';
import { countsInWords, I18N_OPTIONS } from './i18nOptions.ts';
import type { Words } from '../machines/app/app.actors.ts';

const KEY = 'i18nextLng';
/** Query parameter that asks for a language. */
const PARAMETER = 'lng';
const FALLBACK = 'en';
/** Milliseconds in which available texts have nearly always arrived: they are requested before the scripts. */
const PATIENCE = 1000;
/** Seconds: a year. */
const COOKIE_LIFE = 31_536_000;

export interface WordsDependencies {
  readonly window: Window;
  readonly storage: Pick<Storage, 'read' | 'write'>;
  readonly log: Pick<Log, 'warning'>;
  readonly clock: Pick<Clock, 'setTimeout'>;
  readonly ownTexts: readonly OwnTextName[];
  readonly missing: (namespace: string) => void;
  readonly chosenElsewhere: (language: string) => void;
}

/** Texts of a prerendered page are loaded before it is shown: index.html and `scripts/pages.ts`. */
function namespacesOf(document: Document): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][href*="/locales/"]');
  const named = [...links].map(({ href }) => href.replace(/^.*\/|\.json$/g, ''));
  return [...new Set(['common', ...named])];
}

/** Starts i18next without texts (NAV-04). Namespaces other than the first are loaded with their screens. */
function start(): Promise<unknown> {
  return i18n
    .use(HttpBackend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .use(countsInWords)
    .init({
      ...I18N_OPTIONS,
      // Languages are complete (tests/architecture/translations.test.ts); English stands in for unknown ones only.
      fallbackLng: (code) => (code !== undefined && languageFor(code, LANGUAGES) ? [] : [FALLBACK]),
      supportedLngs: LANGUAGES,
      load: 'languageOnly',
      ns: [],
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: PARAMETER,
        lookupCookie: KEY,
        lookupLocalStorage: KEY,
        lookupSessionStorage: KEY,
        // `remember` stores it once the texts are loaded.
        caches: [],
        convertDetectedLanguage: (tag) => languageFor(tag, LANGUAGES) ?? tag,
      },
      react: { useSuspense: true },
    });
}

/** Nothing can be shown until `load` is done. */
export function createI18n({
  window,
  storage,
  log,
  clock,
  ownTexts,
  missing,
  chosenElsewhere,
}: WordsDependencies): Words {
  const { document, location, navigator } = window;
  /** The language chosen last; one that loads late is not shown. */
  let wanted = '';

  function show(): string {
    const language = i18n.resolvedLanguage ?? FALLBACK;
    document.documentElement.lang = language;
    document.documentElement.dir = i18n.dir(language);
    return language;
  }

  /** Stores the language (NAV-04), for the server in a cookie where the browser asks for another. */
  function remember(language: string): void {
    storage.write(KEY, language);
    const asked = navigator.languages.map((tag) => languageFor(tag, LANGUAGES)).find((one) => one !== null);
    const life = (asked ?? FALLBACK) === language ? 0 : COOKIE_LIFE;
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = `${KEY}=${language}; Path=/; Max-Age=${life}; SameSite=Lax${secure}`;
  }

  /** Removes the language from the address: a reload must not undo the user's choice. */
  function forgetAsked(): void {
    const url = new URL(location.href);
    if (!url.searchParams.has(PARAMETER)) return;
    url.searchParams.delete(PARAMETER);
    const { history } = window;
    history.replaceState(history.state, '', url);
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }

  /** Namespaces of shown screens that a language lacks. */
  const lacking = (language: string): string[] =>
    [i18n.options.ns ?? []].flat().filter((namespace) => !i18n.hasResourceBundle(language, namespace));

  /** Loads texts that are missing or failed before. @throws Error when they are still missing. */
  async function loadLanguage(language: string): Promise<void> {
    // A screen that appears in the meantime brings more of them.
    for (let asked = lacking(language); asked.length > 0; asked = lacking(language)) {
      await i18n.reloadResources([language], asked);
      if (asked.some((namespace) => !i18n.hasResourceBundle(language, namespace)))
        throw new Error(`the words of ${language} could not be loaded`);
    }
  }

  // Fires in the other tabs. Reads storage anew, so that tabs that choose at the same time end with one language.
  window.addEventListener('storage', ({ key }) => {
    const kept = key === KEY ? languageFor(storage.read(KEY) ?? '', LANGUAGES) : null;
    if (kept !== null && kept !== wanted) chosenElsewhere(kept);
  });

  return {
    async load() {
      // NAV-07 fixes the form of this message.
      i18n.on('failedLoading', (_language, _namespace, reason) => log.warning(reason));
      await start();
      const { language } = i18n;
      wanted = language;
      const first = namespacesOf(document);
      await Promise.race([
        i18n.loadNamespaces(first),
        new Promise<void>((resolve) => void clock.setTimeout(() => resolve(), PATIENCE)),
      ]);
      const isThere = (): boolean => first.every((name) => i18n.hasResourceBundle(language, name));
      if (isThere()) {
        await i18n.changeLanguage(language);
        remember(language);
      } else {
        // i18next continues without texts, but a page of keys helps nobody.
        const { speakEnglish } = await import('./english.ts');
        await speakEnglish({
          isThere,
          isWanted: () => wanted === language && i18n.resolvedLanguage !== language,
          come: () => chosenElsewhere(language),
          ownTexts,
        });
      }
      i18n.on('failedLoading', (failed: string, namespace: string) => {
        // For another language the user gets a message on choosing it.
        if (failed === i18n.resolvedLanguage) missing(namespace);
      });
      return show();
    },
    async choose(language) {
      wanted = language;
      try {
        await loadLanguage(language);
      } catch (error) {
        // Otherwise the same choice of another tab would be ignored as known.
        if (wanted === language) wanted = i18n.resolvedLanguage ?? FALLBACK;
        throw error;
      }
      if (wanted !== language) return show();
      await i18n.changeLanguage(language);
      remember(language);
      forgetAsked();
      return show();
    },
  };
}
