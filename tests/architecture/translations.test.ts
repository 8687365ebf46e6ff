import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/domain/languages.ts';
import { ROOT, filesBelow, readSource } from './tools/sources.ts';
import {
  glossaryFaults,
  keyFaults,
  markFaults,
  textFaults,
  textsOf,
  type Glossary,
  type Texts,
} from './tools/translations.ts';

const GLOSSARY = 'glossary';
const read = (file: string): unknown => JSON.parse(readSource(file).text);

const wordsOf = (language: string): Texts =>
  new Map(
    filesBelow(`locales/${language}`).flatMap((file) => textsOf(path.basename(file, '.json'), read(file))),
  );

const english = wordsOf('en');
const others = LANGUAGES.filter((language) => language !== 'en');

describe('the languages of the product', () => {
  it('are those whose words there are', () => {
    const folders = readdirSync(path.join(ROOT, 'locales')).filter((name) => name !== GLOSSARY);
    expect(folders.sort()).toEqual([...LANGUAGES].sort());
  });

  it('English counts in all its plural forms', () => {
    expect(english.size).toBeGreaterThan(1000);
    expect(keyFaults('en', english, english)).toEqual([]);
    expect(textFaults('en', english, english)).toEqual([]);
  });

  describe.each(others)('%s', (language) => {
    const own = wordsOf(language);
    it('has the same keys, and every plural form', () => {
      expect(keyFaults(language, english, own)).toEqual([]);
    });
    it('has the same placeholders and tags', () => {
      expect(markFaults(language, english, own)).toEqual([]);
    });
    it('has the same figures, and no empty text', () => {
      expect(textFaults(language, english, own)).toEqual([]);
    });
    it('calls one thing by one word', () => {
      const file = `locales/${GLOSSARY}/${language}.json`;
      expect(existsSync(path.join(ROOT, file))).toBe(true);
      expect(glossaryFaults(language, english, own, read(file) as Glossary)).toEqual([]);
    });
  });
});

const NAMED_ALIKE = [
  ['trade:mine.role', 'history:column.side', 'history:csv.side'],
  ['trade:mine.maker', 'history:role.maker'],
  ['trade:mine.taker', 'history:role.taker'],
  ['trade:mine.fee', 'history:column.fee', 'history:csv.fee'],
];

it.each(LANGUAGES)('%s names a trade alike beside the chart, in the history and in its file', (language) => {
  const words = language === 'en' ? english : wordsOf(language);
  for (const [first, ...keys] of NAMED_ALIKE) {
    const word = words.get(first ?? '');
    expect(word).toBeTruthy();
    expect(keys.map((key) => words.get(key))).toEqual(keys.map(() => word));
  }
});

describe('the rules catch what they are for', () => {
  const en: Texts = new Map([
    ['a:title', 'Your orders'],
    ['a:lead', 'Ask <support>support</support> about {{coin}}, 24h a day'],
    ['a:count_one', '{{count}} order'],
    ['a:count_other', '{{count}} orders'],
  ]);
  const de: Texts = new Map([
    ['a:title', 'Ihre Aufträge'],
    ['a:lead', 'Fragen Sie den <support>Support</support> nach {{coin}}, 24 h am Tag'],
    ['a:count_one', '{{count}} Auftrag'],
    ['a:count_other', '{{count}} Aufträge'],
  ]);
  const glossary: Glossary = { terms: { order: ['auftr'], 'order book': ['orderbuch'] }, exceptions: [] };
  const planted = (key: string, text: string | null, base = de): Texts => {
    const texts = new Map(base);
    if (text === null) texts.delete(key);
    else texts.set(key, text);
    return texts;
  };
  const all = (language: string, own: Texts, words = glossary): string[] =>
    [keyFaults, markFaults, textFaults]
      .flatMap((check) => check(language, en, own))
      .concat(glossaryFaults(language, en, own, words));

  it('and nothing else', () => {
    expect(all('de', de)).toEqual([]);
  });

  it.each([
    ['a missing key', planted('a:title', null), ['de lacks a:title']],
    ['a key too much', planted('a:more', 'Mehr'), ['de has a:more too much']],
    ['a missing plural form', planted('a:count_one', null), ['de lacks a:count_one']],
    [
      'a plural form that the language has not',
      planted('a:count_few', '{{count}} Aufträge'),
      ['de has a:count_few too much'],
    ],
    [
      'a counted text that does not count',
      planted('a:count', '{{count}} Aufträge'),
      ['de has a:count too much'],
    ],
    [
      'a misspelt placeholder',
      planted('a:count_one', '{{cuont}} Auftrag'),
      ['de a:count_one: {{cuont}} in place of {{count}}'],
    ],
    [
      'a lost tag',
      planted('a:lead', 'Fragen Sie den <support>Support nach {{coin}}, 24 h am Tag'),
      ['de a:lead: <support> {{coin}} in place of </support> <support> {{coin}}'],
    ],
    ['an empty text', planted('a:title', ''), ['de a:title is empty', expect.stringContaining('glossary')]],
    ['space around a text', planted('a:title', 'Ihre Aufträge '), ['de a:title has space around it']],
    [
      'another figure',
      planted('a:lead', 'Fragen Sie den <support>Support</support> nach {{coin}}, 42 h am Tag'),
      ['de a:lead lost 24'],
    ],
    [
      'another word for the same thing',
      planted('a:title', 'Ihre Bestellungen'),
      ["de a:title does not say “order” by the glossary's word: Ihre Bestellungen"],
    ],
  ])('%s', (_what, own, faults) => {
    expect(all('de', own)).toEqual(faults);
  });

  it('the plural forms of Russian', () => {
    const ru = new Map([...de].filter(([key]) => key !== 'a:count_other'));
    expect(keyFaults('ru', en, ru)).toEqual([
      'ru lacks a:count_few',
      'ru lacks a:count_many',
      'ru lacks a:count_other',
    ]);
  });

  it('a needless exception', () => {
    const excused = { ...glossary, exceptions: ['a:title'] };
    expect(all('de', planted('a:title', 'Ihre Bestellungen'), excused)).toEqual([]);
    expect(all('de', de, excused)).toEqual(['de a:title needs no exception']);
  });

  it('a term inside a longer term is that one', () => {
    const books: Texts = new Map([['a:title', 'Order books']]);
    const own: Texts = new Map([['a:title', 'Orderbücher']]);
    expect(glossaryFaults('de', books, own, glossary)).toEqual([
      "de a:title does not say “order book” by the glossary's word: Orderbücher",
    ]);
  });
});
