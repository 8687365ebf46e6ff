import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { STATIC_PAGES } from '../../src/app/prerender/pages.ts';
import { LANGUAGES } from '../../src/domain/languages.ts';

const CLIENT = path.resolve(import.meta.dirname, '../../dist/client');
const read = (language: string, name: string): string =>
  readFileSync(path.join(CLIENT, 'pages', language, `${name}.html`), 'utf8');
const partOf = (html: string, pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';
const wordsLoaded = (html: string): (string | undefined)[] =>
  [...html.matchAll(/href="\/locales\/(\w+)\/\w+\.json"/g)].map(([, language]) => language);

describe.each(LANGUAGES)('the pages that were written ahead in %s', (language) => {
  it.each(STATIC_PAGES)('$path', ({ file, path: at }) => {
    const html = read(language, file);
    const english = read('en', file);
    expect(partOf(html, /<html lang="(\w+)"/)).toBe(language);
    // Not a word of another language is asked for, and no key stands in place of its word.
    expect(new Set(wordsLoaded(html))).toEqual(new Set([language]));
    const text = html.replaceAll(/<script[\s\S]*?<\/script>/g, '').replaceAll(/<[^>]*>/g, ' ');
    expect(text).not.toMatch(/\{\{|\}\}|(?<![\w./-])[a-z]+(?:\.[a-z]+[A-Z]\w*)+\b/);
    for (const part of [/<h1[^>]*>(.*?)<\/h1>/, /<meta name="description" content="([^"]*)"/]) {
      expect(partOf(html, part)).not.toBe('');
      expect(partOf(html, part) === partOf(english, part)).toBe(language === 'en');
    }
    const canonical = at === '/tos' ? '/terms' : at;
    const address = (code: string): string => canonical + (code === 'en' ? '' : `?lng=${code}`);
    expect(partOf(html, /<link rel="canonical" href="([^"]*)"/)).toBe(address(language));
    const alternates = [...html.matchAll(/rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)];
    expect(alternates.map(([, code, href]) => [code, href])).toEqual([
      ...LANGUAGES.map((code) => [code, address(code)]),
      ['x-default', address('en')],
    ]);
  });

  it('and the page that scripts fill', () => {
    const html = read(language, '_app');
    expect(partOf(html, /<html lang="(\w+)"/)).toBe(language);
    expect(wordsLoaded(html)).toEqual([language]);
    expect(html).toMatch(/<p id="unavailable" hidden>[^<]+<a href="">[^<]+<\/a>[^<]*<\/p>/);
    expect(partOf(html, /<noscript>([^<]*)<\/noscript>/)).not.toBe('');
  });
});

it('the words of every language are served, and what only checks them is not', () => {
  for (const language of LANGUAGES) {
    expect(existsSync(path.join(CLIENT, 'locales', language, 'common.json.br')), language).toBe(true);
  }
  expect(existsSync(path.join(CLIENT, 'locales', 'glossary'))).toBe(false);
});
