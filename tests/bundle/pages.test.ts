import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCRIPTED_PAGES, STATIC_PAGES } from '../../src/app/prerender/pages.ts';
import { withoutRanges } from '../../scripts/pages.ts';
import { LANGUAGES } from '../../src/domain/languages.ts';

const CLIENT = path.resolve(import.meta.dirname, '../../dist/client');
const read = (language: string, name: string): string =>
  readFileSync(path.join(CLIENT, 'pages', language, `${name}.html`), 'utf8');
const partOf = (html: string, pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';
const wordsLoaded = (html: string): (string | undefined)[] =>
  [...html.matchAll(/href="\/locales\/(\w+)\/\w+\.json"/g)].map(([, language]) => language);
const scriptsOf = (html: string): string[] =>
  [...html.matchAll(/<(?:script type="module"|link rel="modulepreload")[^>]*>/g)].map(([tag]) => tag);

describe.each(LANGUAGES)('the pages that were written ahead in %s (PUBLIC-06)', (language) => {
  it.each(STATIC_PAGES)('$path', ({ file, path: at }) => {
    const html = read(language, file);
    const english = read('en', file);
    expect(partOf(html, /<html lang="(\w+)"/)).toBe(language);
    // Not a word of another language is asked for, and no key stands in place of its word.
    expect(new Set(wordsLoaded(html))).toEqual(new Set([language]));
    const text = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, ' ');
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

  it.each(STATIC_PAGES)('$path brings its style along, and no other', ({ file }) => {
    const html = read(language, file);
    const [head = '', body = ''] = html.split('</head>');
    const links = [...html.matchAll(/<link rel="stylesheet"[^>]*>/g)].map(([link]) => link);
    expect(links.length).toBeGreaterThan(1);
    // Nothing is fetched for them: what they hold stands in the page, in their order.
    expect(links.filter((link) => !link.endsWith(' disabled>'))).toEqual([]);
    const sheets = links.map((link) => partOf(link, /href="([^"]*)"/));
    const texts = sheets.map((sheet) => readFileSync(path.join(CLIENT, sheet), 'utf8').trim());
    expect([...head.matchAll(/<style\b([^>]*)>([^<]*)<\/style>/g)].map(([, ...parts]) => parts)).toEqual([
      ['', withoutRanges(texts.join('\n'))],
    ]);
    expect(html.match(/<style\b/g)).toHaveLength(1);
    expect(body).not.toMatch(/\sstyle=|\son\w+=|javascript:/);
    const scripts = [...html.matchAll(/<script\b([^>]*)>([^<]*)<\/script>/g)];
    expect(scripts.filter(([, tag = '', text]) => text !== '' && !tag.includes('application/json'))).toEqual(
      [],
    );
  });

  it.each(STATIC_PAGES)('$path asks for its scripts after its text', ({ file }) => {
    const asked = scriptsOf(read(language, file));
    expect(asked).toContainEqual(expect.stringContaining('<script type="module"'));
    expect(asked.filter((tag) => !tag.includes(' fetchpriority="low"'))).toEqual([]);
  });

  it('and the page that scripts fill', () => {
    const html = read(language, '_app');
    expect(partOf(html, /<html lang="(\w+)"/)).toBe(language);
    expect(wordsLoaded(html)).toEqual([language]);
    for (const mark of ['id="unavailable" role="alert"', 'id="late" role="status"'])
      expect(html).toMatch(new RegExp(`<p ${mark} hidden>[^<]+<a href="">[^<]+</a>[^<]*</p>`));
    expect(partOf(html, /<noscript>([^<]*)<\/noscript>/)).not.toBe('');
    expect(html).toContain('<link rel="canonical">');
    expect(html).not.toMatch(/<style\b|\sstyle=|\son\w+=|\sdisabled|fetchpriority/);
    // What every page begins with, once: the fewer files, the sooner it runs on a slow line.
    expect(scriptsOf(html)).toHaveLength(4);
  });

  it.each(SCRIPTED_PAGES)(
    '$file requests at once everything that its screen starts with',
    ({ file, screen, namespaces }) => {
      const html = read(language, file);
      const bare = read(language, '_app');
      expect(html).toContain(`<div id="root" data-screen="${screen}"><`);
      expect(new Set(wordsLoaded(html))).toEqual(new Set([language]));
      for (const namespace of namespaces) expect(html).toContain(`/locales/${language}/${namespace}.json`);
      expect(html).toContain('<link rel="canonical">');
      // The outline is painted without waiting for a file (TRADE-18).
      expect(html.match(/<style>/g)).toHaveLength(1);
      expect(html.replaceAll(/<link rel="stylesheet"[^>]*>/g, '')).not.toMatch(
        /\sstyle=|\son\w+=|\sdisabled|fetchpriority/,
      );
      const asked = scriptsOf(html);
      expect(asked.slice(0, 4)).toEqual(scriptsOf(bare));
      expect(new Set(asked).size).toBe(asked.length);
      expect(asked.join()).toMatch(new RegExp(`/assets/${screen}Screen-`));
      // Six go at once, and on a slow line each six are half a second.
      expect(asked.length).toBeLessThanOrEqual(12);
      expect(html.match(/<link rel="stylesheet"/g)?.length).toBeLessThanOrEqual(5);
    },
  );
});

it('the words of every language are served, and what only checks them is not', () => {
  for (const language of LANGUAGES) {
    expect(existsSync(path.join(CLIENT, 'locales', language, 'common.json.br')), language).toBe(true);
  }
  expect(existsSync(path.join(CLIENT, 'locales', 'glossary'))).toBe(false);
});
