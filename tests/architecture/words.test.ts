import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, readSource, scriptsBelow } from './tools/sources.ts';
import { bareWords, keysOf, mentionsOf, plainKey, toastKeys, unusedOf } from './tools/words.ts';

const sources = scriptsBelow('src');

const english = filesBelow('locales/en').flatMap((file) =>
  keysOf(JSON.parse(readSource(file).text)).map((key) => `${path.basename(file, '.json')}:${key}`),
);
const bare = (key: string): string => key.slice(key.indexOf(':') + 1);

describe('the words of the locales', () => {
  it('every word is used', () => {
    expect(english.length).toBeGreaterThan(0);
    expect(unusedOf(english, sources)).toEqual([]);
  });

  it('every requested word exists', () => {
    const known = new Set(english.map(plainKey).flatMap((key) => [key, bare(key)]));
    expect(mentionsOf(sources).asked.filter((key) => !known.has(key))).toEqual([]);
  });

  it('every message of a chart exists', () => {
    const known = new Set(english.map(plainKey));
    const named = toastKeys(sources);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((key) => !known.has(key.includes(':') ? key : `common:${key}`))).toEqual([]);
  });

  it('no code, key or secret is given to a page translator (TRADE-27)', () => {
    const views = sources.filter(({ path }) => path.startsWith('src/ui/'));
    const shown = views.flatMap(({ path, text }) =>
      [...text.matchAll(/<(?:code|pre)\b[^>]*>/g)].map(([tag]) => ({ path, tag })),
    );
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter(({ tag }) => !tag.includes('translate="no"'))).toEqual([]);
  });

  it('no view holds words of its own', () => {
    expect(sources.filter(({ path }) => path.startsWith('src/ui/')).flatMap(bareWords)).toEqual([]);
  });
});

describe('the rules catch what they are for', () => {
  const source = (text: string) => ({ path: 'src/ui/planted.tsx', text });

  it('words in a view', () => {
    expect(bareWords(source('export const a = <p>Hello {name}</p>;'))).toHaveLength(1);
    expect(bareWords(source('export const a = <input aria-label="Price" />;'))).toHaveLength(1);
    expect(bareWords(source('export const a = <p className="price">{t("x")} — 1</p>;'))).toEqual([]);
  });

  it('keys in literals, templates and calls', () => {
    const { literals, patterns, asked } = mentionsOf([
      source("t('orders.empty'); const key = 'toast.placed'; t(`failure.${code}`); t(`${all}`);"),
    ]);
    expect(asked).toEqual(['orders.empty']);
    expect(literals.has('toast.placed')).toBe(true);
    expect(patterns.map((pattern) => pattern.test('failure.OUTAGE'))).toEqual([true]);
  });

  it('a word that nothing names, or only a view of other words', () => {
    const view = source("useTranslation('trade'); t('title'); t(`side.${side}`); t('deposit:lead');");
    const words = ['trade:title', 'trade:side.buy', 'trade:count_one', 'deposit:title', 'deposit:lead'];
    expect(unusedOf(words, [view])).toEqual(['trade:count', 'deposit:title']);
  });

  it('messages that charts emit', () => {
    const emitting = source(
      "emit({ type: 'toast', key: 'trade:toast.gone' }); const other = { key: 'Tab' };",
    );
    expect(toastKeys([emitting])).toEqual(['trade:toast.gone']);
  });
});
