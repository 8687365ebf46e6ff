import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import i18n from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { StaticRouter } from 'react-router-dom';
import { readConfig } from '../../../src/app/config.ts';
import { countsInWords, I18N_OPTIONS } from '../../../src/app/i18nOptions.ts';
import { createStaticApp } from '../../../src/app/prerender/staticApp.ts';
import { Themed } from '../../../src/app/Themed.tsx';
import type { App } from '../../../src/machines/app/app.ts';
import type { OfferedCapabilities } from '../../../src/services/contract/capabilities.ts';
import { AppProvider } from '../../../src/ui/kit/app.tsx';

// The HTML of a view for given props, without a browser: for views whose choices are many and pure.

const LOCALES = path.resolve(import.meta.dirname, '../../../locales');

const wordsIn = (language: string) =>
  Object.fromEntries(
    readdirSync(path.join(LOCALES, language)).map((file) => [
      path.basename(file, '.json'),
      JSON.parse(readFileSync(path.join(LOCALES, language, file), 'utf8')) as Record<string, unknown>,
    ]),
  );

/** The English texts, by namespace. */
export const WORDS = wordsIn('en');

export const configurationWith = (capabilities: OfferedCapabilities = {}) => ({
  brand: { name: 'Quietbook' },
  captcha: {},
  features: {},
  capabilities,
});

export const texts = i18n.createInstance();
await texts
  .use(initReactI18next)
  .use(countsInWords)
  .init({ ...I18N_OPTIONS, lng: 'en', resources: { en: WORDS }, react: { useSuspense: false } });

/** Views are in this language from now on. */
export async function speak(language: string): Promise<void> {
  for (const [namespace, words] of Object.entries(wordsIn(language)))
    texts.addResourceBundle(language, namespace, words);
  await texts.changeLanguage(language);
}

/** The text of a key, such as `withdraw:confirm.title`. */
export function say(key: string, values: Readonly<Record<string, unknown>> = {}): string {
  if (!texts.exists(key, values)) throw new Error(`there is no text ${key}`);
  // The type of the function holds every key there is, which takes the compiler long to compare.
  return String(Reflect.apply(texts.t, undefined, [key, values]));
}

/** Only what a test names: whatever else a view reads ends the test. */
export function only<T extends object>(given: Partial<T>): T {
  return new Proxy(given as T, {
    get(target, name) {
      if (!(name in target)) throw new Error(`the test does not say what ${String(name)} is`);
      return Reflect.get(target, name);
    },
  });
}

interface Around {
  readonly capabilities?: OfferedCapabilities;
  /** In place of the parts of an application without a browser. */
  readonly app?: Partial<App>;
}

export function htmlOf(view: ReactNode, { capabilities = {}, app = {} }: Around = {}): string {
  const config = readConfig(configurationWith(capabilities), { origin: 'http://localhost' });
  const whole = { ...createStaticApp(config), ...app };
  return renderToStaticMarkup(
    <Themed>
      <I18nextProvider i18n={texts}>
        <AppProvider app={whole}>
          <StaticRouter location="/">{view}</StaticRouter>
        </AppProvider>
      </I18nextProvider>
    </Themed>,
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** The text as read: without tags, in one line. */
export const textIn = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();

export const textOf = (view: ReactNode, around?: Around): string => textIn(htmlOf(view, around));

/** For files without JSX, as those of tests are. */
export const element = <Props extends object>(View: ComponentType<Props>, props: Props): ReactNode => (
  <View {...props} />
);
