// `npm run pages`: writes the public pages as text. Run it after a change of the configuration in
// dist/client/index.html; the build ends with it.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SCRIPTED_PAGES, STATIC_PAGES } from '../src/app/prerender/pages.ts';
import type * as render from '../src/app/prerender/render.tsx';
import { ROOT } from './process.ts';

const DIST = path.join(ROOT, 'dist');
const CLIENT = path.join(DIST, 'client');
const LOCALES = path.join(ROOT, 'locales');
const CANONICAL = /<link rel="canonical" href="\/"[^>]*>/;
const STYLESHEET = /<link rel="stylesheet"[^>]* href="([^"]+)">/g;
const BLOCK = /<script type="application\/json" id="configuration">([^<]*)<\/script>/;

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}
type StaticPage = (typeof STATIC_PAGES)[number];
type ScriptedPage = (typeof SCRIPTED_PAGES)[number];

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

const wordsOf = (language: string): Record<string, object> =>
  Object.fromEntries(
    readdirSync(path.join(LOCALES, language)).map((file) => [
      path.basename(file, '.json'),
      readJson(path.join(LOCALES, language, file)),
    ]),
  );

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function replace(html: string, what: string | RegExp, by: string) {
  if (typeof what === 'string' ? !html.includes(what) : !what.test(html)) {
    throw new Error(`index.html holds no ${what}`);
  }
  return html.replace(what, () => by);
}

/** A chunk with its imports. */
function bundleOf(
  manifest: Record<string, Chunk>,
  name: string,
  seen: Set<string> = new Set(),
): { scripts: string[]; styles: string[] } {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build has no chunk ${name}`);
  if (seen.has(name)) return { scripts: [], styles: [] };
  seen.add(name);
  const below = (chunk.imports ?? []).map((one) => bundleOf(manifest, one, seen));
  return {
    scripts: [...below.flatMap(({ scripts }) => scripts), `/${chunk.file}`],
    styles: [...below.flatMap(({ styles }) => styles), ...(chunk.css ?? []).map((file) => `/${file}`)],
  };
}

/** Links to files that the template does not load yet. */
function linksOf(template: string, manifest: Record<string, Chunk>, names: readonly string[]) {
  const seen = new Set<string>();
  const bundles = names.map((name) => bundleOf(manifest, name, seen));
  const isNew = (file: string) => !template.includes(`"${file}"`);
  return [
    ...bundles
      .flatMap(({ styles }) => styles.filter(isNew))
      .map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
    ...bundles
      .flatMap(({ scripts }) => scripts.filter(isNew))
      .map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
  ];
}

/** English has no parameter. */
const addressOf = (origin: string, at: string, language: string) =>
  `${origin}${at}${language === 'en' ? '' : `?lng=${language}`}`;

/** @param namespaces of the texts that it needs first */
function inLanguage(
  template: string,
  language: string,
  namespaces: readonly string[],
  { noScript, unavailable, late }: render.PlainTexts,
) {
  const links = namespaces.map(
    (namespace) =>
      `<link rel="preload" href="/locales/${language}/${namespace}.json" as="fetch" crossorigin>`,
  );
  const linked = (text: string) =>
    escaped(text).replace('&lt;again&gt;', '<a href="">').replace('&lt;/again&gt;', '</a>');
  let html = replace(template, /<html lang="en"/, `<html lang="${language}"`);
  html = replace(html, /<link rel="preload" href="\/locales\/en\/common\.json"[^>]*>/, links.join('\n    '));
  html = replace(html, /(?<=<p id="unavailable" role="alert" hidden>)[\s\S]*?(?=<\/p>)/, linked(unavailable));
  html = replace(html, /(?<=<p id="late" role="status" hidden>)[\s\S]*?(?=<\/p>)/, linked(late));
  return replace(html, /<noscript>[^<]*<\/noscript>/, `<noscript>${escaped(noScript)}</noscript>`);
}

/** `(width<=640px)`, as the minifier writes a query, means the same as `(max-width:640px)`; a "<" could end the element. */
export const withoutRanges = (style: string) =>
  style.replaceAll(/\(([a-z-]+)<=([\d.]+\w+)\)/g, '(max-$1:$2)');

/**
 * Inlines the stylesheets, or a slow line would wait a second longer for the first picture. Their links stay, disabled,
 * because lazy chunks look for them. The venue puts the digest into the page's policy.
 */
function withStyles(html: string) {
  const texts = [...html.matchAll(STYLESHEET)].map(([, file = '']) =>
    readFileSync(path.join(CLIENT, file), 'utf8').trim(),
  );
  const style = withoutRanges(texts.join('\n'));
  if (style.includes('<')) throw new Error('a stylesheet holds a "<", which may end its element');
  if (/url\((?!["']?(?:data:|\/))|@import|@charset/.test(style)) {
    throw new Error('a stylesheet says what holds only in a file of its own');
  }
  const links = html.replace(STYLESHEET, (link) => link.replace(/>$/, ' disabled>'));
  return replace(links, '<link rel="stylesheet"', `<style>${style}</style>\n    <link rel="stylesheet"`);
}

const textFirst = (html: string) =>
  html.replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"');

function digestOf(html: string) {
  const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

function fill(
  template: string,
  page: StaticPage,
  rendered: render.RenderedPage,
  {
    language,
    languages,
    origin,
    manifest,
  }: { language: string; languages: readonly string[]; origin: string; manifest: Record<string, Chunk> },
) {
  const address = (code: string) => addressOf(origin, rendered.canonicalPath ?? page.path, code);
  const head = [
    ...linksOf(template, manifest, [page.source]),
    ...languages.map((code) => `<link rel="alternate" hreflang="${code}" href="${address(code)}">`),
    `<link rel="alternate" hreflang="x-default" href="${address('en')}">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:title" content="${escaped(rendered.title)}">`,
    `<meta property="og:description" content="${escaped(rendered.description ?? '')}">`,
    // Link previews need absolute addresses.
    ...(origin === ''
      ? []
      : [
          `<meta property="og:url" content="${address(language)}">`,
          `<meta property="og:image" content="${origin}/card.png">`,
          `<meta name="twitter:card" content="summary_large_image">`,
        ]),
  ];
  let html = inLanguage(template, language, rendered.namespaces, rendered);
  html = replace(html, /<title>[^<]*<\/title>/, `<title>${escaped(rendered.title)}</title>`);
  html = replace(
    html,
    /<meta name="description" content=""[^>]*>/,
    `<meta name="description" content="${escaped(rendered.description ?? '')}">`,
  );
  html = replace(html, CANONICAL, `<link rel="canonical" href="${address(language)}">`);
  html = withStyles(replace(html, '</head>', `  ${head.join('\n    ')}\n  </head>`));
  return replace(
    textFirst(html),
    '<div id="root"></div>',
    `<div id="root" data-screen="${page.screen}">${rendered.html}</div>`,
  );
}

/** @param bare the template with the page's texts */
function scriptedPage(
  bare: string,
  { screen, sources }: ScriptedPage,
  outline: string,
  { template, manifest }: { template: string; manifest: Record<string, Chunk> },
) {
  const links = linksOf(template, manifest, sources);
  const html = withStyles(replace(bare, '</head>', `  ${links.join('\n    ')}\n  </head>`));
  return replace(html, '<div id="root"></div>', `<div id="root" data-screen="${screen}">${outline}</div>`);
}

export function sitemapOf(origin: string, paths: readonly string[], languages: readonly string[]) {
  const address = (at: string, code: string) => addressOf(origin, at, code);
  const urls = paths.flatMap((at) => {
    const others = languages.map(
      (code) => `<xhtml:link rel="alternate" hreflang="${code}" href="${escaped(address(at, code))}"/>`,
    );
    return languages.map((code) => `  <url><loc>${escaped(address(at, code))}</loc>${others.join('')}</url>`);
  });
  const names =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${names}>\n${urls.join('\n')}\n</urlset>\n`;
}

/**
 * Writes `dist/client/pages/<language>/<file>.html` (`_trade.html` for `/trade/…`, `_app.html` for other screens),
 * `robots.txt` and, if the origin is known, `sitemap.xml`.
 * @returns the styles' digests for a content security policy
 */
export async function writePages() {
  const {
    LANGUAGES,
    PRIVATE_PATHS,
    renderPage,
    SCRIPTED_PAGES,
    STATIC_PAGES,
    textsWithoutPage,
  }: typeof render = await import(pathToFileURL(path.join(DIST, 'prerender', 'render.js')).href);
  const template = readFileSync(path.join(CLIENT, 'index.html'), 'utf8');
  const configuration = JSON.parse(BLOCK.exec(template)?.[1] ?? '');
  const manifest = readJson(path.join(DIST, 'manifest.json'));
  const origin = String(configuration.brand.canonicalOrigin).replace(/\/+$/, '');
  const canonical = new Set<string>();
  const digests = new Set<string>();
  rmSync(path.join(CLIENT, 'pages'), { recursive: true, force: true });
  for (const language of LANGUAGES) {
    const words = { [language]: wordsOf(language) };
    const folder = path.join(CLIENT, 'pages', language);
    mkdirSync(folder, { recursive: true });
    for (const page of STATIC_PAGES) {
      const rendered = await renderPage({
        path: page.path,
        screen: page.screen,
        language,
        words,
        configuration,
      });
      canonical.add(rendered.canonicalPath ?? page.path);
      const about = { language, languages: LANGUAGES, origin, manifest };
      const html = fill(template, page, rendered, about);
      writeFileSync(path.join(folder, `${page.file}.html`), html);
      digests.add(digestOf(html));
    }
    const texts = await textsWithoutPage({ language, words });
    // One file serves many addresses, so the screen sets its canonical one.
    const nameless = replace(template, CANONICAL, '<link rel="canonical">');
    writeFileSync(path.join(folder, '_app.html'), inLanguage(nameless, language, ['common'], texts));
    for (const page of SCRIPTED_PAGES) {
      const { path: at, screen } = page;
      const outline = await renderPage({ path: at, screen, language, words, configuration });
      const bare = inLanguage(nameless, language, page.namespaces, texts);
      const html = scriptedPage(bare, page, outline.html, { template, manifest });
      writeFileSync(path.join(folder, `${page.file}.html`), html);
      digests.add(digestOf(html));
    }
  }
  const robots = ['User-agent: *', ...PRIVATE_PATHS.map((start) => `Disallow: ${start}`)];
  if (origin !== '') {
    robots.push('', `Sitemap: ${origin}/sitemap.xml`);
    writeFileSync(path.join(CLIENT, 'sitemap.xml'), sitemapOf(origin, [...canonical], LANGUAGES));
  }
  writeFileSync(path.join(CLIENT, 'robots.txt'), `${robots.join('\n')}\n`);
  return [...digests];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const digests = await writePages();
  console.log(`Wrote dist/client/pages. A server of files allows their styles in its policy (docs/operating.md):
style-src 'self' ${digests.join(' ')}`);
}
