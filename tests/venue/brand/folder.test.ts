import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { brandedFiles, brandedPage } from '../../../venue/brand/apply.ts';
import { type Brand, ownTextIn, readBrand } from '../../../venue/brand/folder.ts';
import { htmlOf } from '../../../venue/brand/markdown.ts';
import { readConfig } from '../../../venue/config.ts';
import { brandFolder, FULL, png, SVG } from './folder.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function read(changes: Parameters<typeof brandFolder>[0]): { brand: Brand | null; faults: string[] } {
  const folder = brandFolder({ ...FULL, ...changes });
  folders.push(folder);
  const faults: string[] = [];
  return { brand: readBrand(folder, faults), faults };
}

const settings = (changes: object): Record<string, string> => ({
  'brand.json': JSON.stringify({ name: 'Stillwater', ...changes }),
});

const IN_LINE = /line 2: no link, bold, emphasis or code in a heading/;

describe('the folder of a brand (BRAND-01)', () => {
  it('is read completely', () => {
    const { brand, faults } = read({});
    expect(faults).toEqual([]);
    expect(brand).toMatchObject({ name: 'Still & Water', bugBounty: false, colours: { brand: '#4da3ff' } });
    expect([...(brand?.files.keys() ?? [])]).toEqual([
      '/card.png',
      '/favicon.ico',
      '/favicon.svg',
      '/icon-192.png',
      '/logo.svg',
    ]);
  });

  it('needs no more than a name, and hidden files are ignored', () => {
    const folder = brandFolder({ ...settings({}), '.DS_Store': 'x' });
    folders.push(folder);
    expect(readBrand(folder, [])).toMatchObject({ name: 'Stillwater', bugBounty: true, contactMail: '' });
  });

  it.each<[string, Parameters<typeof brandFolder>[0], RegExp]>([
    ['no settings', { 'brand.json': undefined }, /brand\.json: is missing/],
    ['settings that are no JSON', { 'brand.json': '{' }, /brand\.json: is no JSON/],
    ['no name', { 'brand.json': '{}' }, /brand\.json: name /],
    ['a blank name', settings({ name: ' ' }), /brand\.json: name must be 1 to 40 characters/],
    ['a name of two lines', settings({ name: 'a\nb' }), /brand\.json: name must be/],
    ['an unknown setting', settings({ nmae: 1 }), /brand\.json: Unknown field "nmae"/],
    ['no link', settings({ socialLink: 'javascript:a' }), /brand\.json: socialLink must begin with https/],
    [
      'no colour',
      settings({ colours: { brand: 'red' } }),
      /brand\.json: colours\.brand must be like #4da3ff/,
    ],
    ['a dark colour', settings({ colours: { accent: '#333333' } }), /colours\.accent is too dark/],
    ['another file', { 'term.en.md': '' }, /term\.en\.md: is no file of a brand/],
    ['a large picture', { 'logo.svg': ' '.repeat(65_537) }, /logo\.svg: has 65537 bytes, more than 65536/],
    ['a script', { 'logo.svg': SVG.replace('<path', '<script/><path') }, /logo\.svg: holds "<script"/],
    ['a handler', { 'logo.svg': SVG.replace('<path', '<path onload="a"') }, /logo\.svg: holds "onload="/],
    ['a foreign part', { 'logo.svg': SVG.replace('<path', '<use href="https://a"') }, /holds "href="/],
    ['an entity', { 'logo.svg': `<!DOCTYPE svg>${SVG}` }, /logo\.svg: is no SVG/],
    ['no SVG', { 'favicon.svg': '<html>' }, /favicon\.svg: is no SVG/],
    ['no PNG', { 'card.png': 'GIF89a' }, /card\.png: is no PNG/],
    ['another size', { 'card.png': png(10, 20) }, /card\.png: is 10×20 pixels, not 1200×630/],
    ['no icon', { 'favicon.ico': 'x' }, /favicon\.ico: is no icon file/],
    ['an empty icon', { 'favicon.ico': '' }, /favicon\.ico: is no icon file/],
    ['another encoding', { 'terms.en.md': Buffer.from([0xff]) }, /terms\.en\.md: is not written in UTF-8/],
    ['an empty text', { 'faq.en.md': '\n' }, /faq\.en\.md: is empty/],
    ['no title', { 'terms.en.md': '\ntext' }, /terms\.en\.md: line 2: a text begins with its title/],
    ['two titles', { 'terms.en.md': '# a\n# b' }, /terms\.en\.md: line 2: there is a second title/],
    ['a table', { 'terms.en.md': '# a\n\n| b |' }, /terms\.en\.md: line 3: only # and ##/],
    ['a small heading', { 'terms.en.md': '# a\nb\n### c' }, /line 3: only # and ##/],
    ['an indented heading', { 'terms.en.md': '# a\n ## b' }, /line 2: only # and ##/],
    ['an underlined heading', { 'terms.en.md': '# a\nb\n-----' }, /line 3: only # and ##/],
    ['another underlined heading', { 'terms.en.md': '# a\nb\n==' }, /line 3: only # and ##/],
    ['a list in a list', { 'terms.en.md': '# a\n- b\n  - c' }, /line 3: only # and ##/],
    ['a numbered list in a list', { 'terms.en.md': '# a\n- b\n  1. c' }, /line 3: only # and ##/],
    ['a list with plus', { 'terms.en.md': '# a\n+ b' }, /line 2: only # and ##/],
    ['a quotation in a paragraph', { 'terms.en.md': '# a\nb\n> c' }, /line 3: only # and ##/],
    ['a quotation in a list', { 'terms.en.md': '# a\n- > b' }, /line 2: only # and ##/],
    ['a table after a line', { 'terms.en.md': '# a\nb\n| c |' }, /line 3: only # and ##/],
    ['code', { 'terms.en.md': '# a\n\n    b' }, /line 3: only # and ##/],
    ['an address with parentheses', { 'terms.en.md': '# a\n[b](https://c.example/A_(d))' }, IN_LINE],
    ['a link in bold', { 'terms.en.md': '# a\n**b [c](/d)**' }, IN_LINE],
    ['bold in a link', { 'terms.en.md': '# a\n[**b**](/c)' }, IN_LINE],
    ['bold in a heading', { 'terms.en.md': '# a\n## **b**' }, IN_LINE],
    ['emphasis in a heading', { 'terms.en.md': '# a *b*' }, /line 1: no link, bold, emphasis or code in/],
    ['emphasis in bold', { 'terms.en.md': '# a\n**b _c_**' }, /line 2: no link, bold, emphasis or code in/],
    ['code that does not end', { 'terms.en.md': '# a\nb `c' }, /line 2: no link, bold, emphasis or code in/],
    ['an escaped sign', { 'terms.en.md': '# a\n\\*b\\*' }, /line 2: .*, no \\\./],
    ['bold that does not end', { 'terms.en.md': '# a\nb **c' }, IN_LINE],
    ['HTML', { 'terms.en.md': '# a\n\n<b>c</b>' }, /line 3: only # and ##/],
    ...[
      ['a picture', '![b](/c)'],
      ['a picture in a line', 'b ![c](/d)'],
      ['a picture by name', 'b ![c]'],
      ['words struck out', '~~b~~'],
      ['an escaped dot', '1\\. b'],
      ['a link by name', '[b][c]'],
      ['the address of a name', '[b]: /c'],
      ['an address in brackets', 'b <https://c.example>'],
      ['HTML in a line', 'b <i>c</i>'],
      ['an entity of HTML', 'b &copy; c'],
      ['a numbered entity', 'b &#169; c'],
    ].map(([what = '', line = '']): [string, Record<string, string>, RegExp] => [
      what,
      { 'terms.en.md': `# a\n${line}` },
      /line 2: (?:only # and ##|no link, bold, emphasis or code in)/,
    ]),
    ['a script in a link', { 'terms.en.md': '# a\n[b](javascript:c)' }, /line 2: a link begins with https/],
    ['another host', { 'terms.en.md': '# a\n[b](//c)' }, /line 2: a link begins with https/],
  ])('that is wrong stops the start with one sentence: %s', (_what, changes, sentence) => {
    const { brand, faults } = read(changes);
    expect(brand).toBeNull();
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(sentence);
    expect(faults[0]).toMatch(/^BRAND_DIR: [^\n]*\.$/);
  });

  it('stops the start when it is missing, too', () => {
    const folder = path.join(brandFolder({}), 'nowhere');
    folders.push(path.dirname(folder));
    expect(() => readConfig({ BRAND_DIR: folder }, [], null)).toThrow(
      `BRAND_DIR: ${folder}: cannot be read (ENOENT).`,
    );
  });
});

it('a site map without a bug bounty does not list its page (BRAND-05)', () => {
  const built =
    '<urlset>\n  <url><loc>https://a/bugbounty</loc></url>\n  <url><loc>https://a/faq</loc></url>\n';
  const { brand } = read({});
  const files = brand && brandedFiles(brand, (at) => (at === '/sitemap.xml' ? built : null));
  expect(files?.get('/sitemap.xml')?.toString()).toBe('<urlset>\n  <url><loc>https://a/faq</loc></url>\n');
});

it.each([
  ['Foo', 'Quietbook EU', '<p>Quietbook EU, Quietbook EU</p>'],
  ["Ann's [book]", 'Still & Water', '<p>Still &amp; Water, Still &amp; Water</p>'],
  ['Quietbook Ltd', 'Foo', '<p>Foo, Foo</p>'],
])('a page built as %s shows only %s (BRAND-02)', (name, own, shown) => {
  const { brand } = read(settings({ name: own }));
  const built = `<p>Quietbook, ${name.replace("'", '&#x27;')}</p>`;
  const page = brand && brandedPage(built, brand, { language: 'en', name, publicOrigin: null });
  expect(page).toBe(shown);
});

describe('the texts of a brand (BRAND-04)', () => {
  const html = (
    changes: Parameters<typeof brandFolder>[0],
    name: 'terms' | 'faq',
    language: string,
  ): string => {
    const { brand } = read(changes);
    return (brand && ownTextIn(brand, name, language)?.map(htmlOf).join('')) ?? '';
  };

  it('are paragraphs, lists, headings, links and bold words, and nothing else', () => {
    expect(html({}, 'terms', 'en')).toBe(
      '<h1>House rules</h1><p>Be &lt; kind &amp; &gt;.</p><h2>Fees</h2>' +
        '<ul><li>None for <strong>makers</strong>,</li><li>see <a href="/fees">fees</a>.</li></ul>',
    );
  });

  it('have emphasis and code within a line, and other signs stay as typed', () => {
    const text =
      '# a\n\n*b c*, _d_ (__e__) and `*f* <g>`.\n\n2 * 3 * 4, snake_case_name, free*, [h](/i_j_k) and *l*.\n';
    expect(html({ 'terms.en.md': text }, 'terms', 'en')).toBe(
      '<h1>a</h1><p><em>b c</em>, <em>d</em> (<strong>e</strong>) and <code>*f* &lt;g&gt;</code>.</p>' +
        '<p>2 * 3 * 4, snake_case_name, free*, <a href="/i_j_k">h</a> and <em>l</em>.</p>',
    );
  });

  it('continue over several lines, but a number starts a new item', () => {
    const text = '# a\n\nb\r\nc\n1. d\n- e\n  f\n\n- g\nh\n';
    expect(html({ 'terms.en.md': text }, 'terms', 'en')).toBe(
      '<h1>a</h1><p>b c</p><p>1. d</p><ul><li>e f</li><li>g h</li></ul>',
    );
  });

  it('in the FAQ are questions that open', () => {
    expect(html({}, 'faq', 'ru')).toBe(
      '<h2>Of this house</h2><details><summary>Who runs it?</summary><p>We do.</p></details>',
    );
  });

  it('are shown in the reader’s language, else in English, else in the only one there is', () => {
    expect(html({}, 'terms', 'de')).toContain('Hausordnung');
    expect(html({}, 'terms', 'fr')).toContain('House rules');
    expect(html({ 'terms.en.md': undefined }, 'terms', 'fr')).toContain('Hausordnung');
  });
});
