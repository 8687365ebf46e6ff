import i18n, { type i18n as I18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { LANGUAGES } from '../domain/languages.ts';
import type { Words } from './wiring/app.ts';

const KEY = 'i18nextLng';

/** The words of the page that came as text are loaded before it is shown: index.html, and `scripts/pages.mjs`. */
function namespacesOf(document: Document): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][href*="/locales/"]');
  const named = [...links].map(({ href }) => href.replace(/^.*\/|\.json$/g, ''));
  return [...new Set(['common', ...named])];
}

/** Starts i18next (spec 1 §9: detection order, cache). Other namespaces are loaded with their screens. */
function start(document: Document): Promise<unknown> {
  return i18n
    .use(HttpBackend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      fallbackLng: 'en',
      supportedLngs: LANGUAGES,
      load: 'languageOnly',
      ns: namespacesOf(document),
      defaultNS: 'common',
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        lookupCookie: KEY,
        lookupLocalStorage: KEY,
        lookupSessionStorage: KEY,
        caches: ['localStorage'],
      },
      // React escapes by itself.
      interpolation: { escapeValue: false },
      returnNull: false,
      react: { useSuspense: true },
    });
}

function show(instance: I18n, document: Document): string {
  const language = instance.resolvedLanguage ?? 'en';
  document.documentElement.lang = language;
  document.documentElement.dir = instance.dir(language);
  return language;
}

/**
 * The words of the product. Until `load` is done nothing can be shown.
 * @param missing told when words of a screen could not be loaded.
 */
export function createWords(document: Document, missing: () => void): Words {
  return {
    async load() {
      await start(document);
      // i18next goes on without words when none could be loaded; a page of keys helps nobody.
      if (!i18n.exists('words.loaded', { ns: 'common' })) throw new Error('no words could be loaded');
      i18n.on('failedLoading', (language: string) => {
        // Of another language the user is told when they choose it.
        if (language === i18n.resolvedLanguage) missing();
      });
      return show(i18n, document);
    },
    async choose(language) {
      const before = i18n.language;
      await i18n.changeLanguage(language);
      if (i18n.hasResourceBundle(language, 'common')) return show(i18n, document);
      await i18n.changeLanguage(before);
      throw new Error(`the words of ${language} could not be loaded`);
    },
  };
}
