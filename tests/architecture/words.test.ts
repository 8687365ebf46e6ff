import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, filesBelow, readSource, scriptsBelow } from './tools/sources.ts';
import { bareWords, keysOf, mentionsOf, plainKey } from './tools/words.ts';

const sources = scriptsBelow('src');
const languages = readdirSync(path.join(ROOT, 'locales'));

/** Keys with their namespace: `trade:orders.empty`. */
function keys(language: string): string[] {
  return filesBelow(`locales/${language}`).flatMap((file) =>
    keysOf(JSON.parse(readSource(file).text)).map((key) => `${path.basename(file, '.json')}:${key}`),
  );
}

const english = keys('en');
const bare = (key: string): string => key.slice(key.indexOf(':') + 1);

describe('the words of the locales', () => {
  it('every word is used', () => {
    const { literals, patterns } = mentionsOf(sources);
    const isUsed = (key: string): boolean =>
      [key, bare(key)].some((name) => literals.has(name) || patterns.some((pattern) => pattern.test(name)));
    expect(english.length).toBeGreaterThan(0);
    expect([...new Set(english.map(plainKey))].filter((key) => !isUsed(key))).toEqual([]);
  });

  it('every word that is asked for exists', () => {
    const known = new Set(english.map(plainKey).flatMap((key) => [key, bare(key)]));
    expect(mentionsOf(sources).asked.filter((key) => !known.has(key))).toEqual([]);
  });

  it.each(languages.filter((language) => language !== 'en'))('%s has the same keys', (language) => {
    const plain = (all: readonly string[]): string[] => [...new Set(all.map(plainKey))].sort();
    expect(plain(keys(language))).toEqual(plain(english));
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
});
