import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as render from '../../src/app/prerender/render.tsx';
import { STATIC_PAGES } from '../../src/app/prerender/pages.ts';
import { LANGUAGES } from '../../src/domain/languages.ts';
import { readConfig } from '../../venue/config.ts';
import { type Assets, loadAssets } from '../../venue/http/assets.ts';
import { contentSecurityPolicy } from '../../venue/http/security.ts';
import { pageSettingsOf } from '../../venue/pageSettings.ts';
import { brandFolder, FULL } from '../venue/brand/folder.ts';

const DIST = path.resolve(import.meta.dirname, '../../dist');
const CLIENT = path.join(DIST, 'client');
const ORIGIN = 'https://still.example';
const NAME = 'Still &amp; Water';

const served = (files: Parameters<typeof brandFolder>[0]): Assets => {
  const folder = brandFolder(files);
  const settings = { BRAND_DIR: folder, PUBLIC_ORIGIN: ORIGIN, DATA_DIR: 'memory' };
  const assets = loadAssets(CLIENT, pageSettingsOf(readConfig(settings, [], CLIENT)));
  rmSync(folder, { recursive: true });
  if (!assets) throw new Error('there is no client');
  return assets;
};
const ask = (at: string, language = 'en') =>
  new Request(`${ORIGIN}${at}`, { headers: { 'accept-language': language } });
const ROOT = /<div id="root"[^>]*>([\s\S]*?)<\/div>\s*<p id="unavailable"/;
/** As far as a reader is concerned: one tag is written in two ways, and pictures are asked for ahead or not. */
const plain = (html = ''): string =>
  html.replaceAll('/>', '>').replaceAll(/<link rel="preload"[^>]*>| data-discover="true"/g, '');

describe('a client that is served under another brand', () => {
  let assets: Assets;
  beforeAll(() => {
    assets = served(FULL);
  });
  const page = (at: string, language = 'en'): Response => {
    const request = ask(at, language);
    return assets.page(at, request).answer(request);
  };
  const fileAt = (at: string): Response | undefined => assets.find(at)?.answer(ask(at));

  it('does not say the default name anywhere (BRAND-02)', async () => {
    const files = readdirSync(CLIENT, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const paths = files.map((one) => `/${path.relative(CLIENT, path.join(one.parentPath, one.name))}`);
    const texts = paths.filter((at) => /\.(?:js|css|json|webmanifest|svg|txt|xml|html)$/.test(at));
    expect(texts.length).toBeGreaterThan(200);
    const said: string[] = [];
    const note = (at: string, text = ''): void => {
      // Scripts have names of their own in small letters, such as keys of the browser's storage, which nobody reads.
      const name = at.endsWith('.js') ? /Quietbook/ : /quietbook/i;
      if (name.test(text)) said.push(at);
    };
    for (const at of texts) note(at, await fileAt(at)?.text());
    for (const language of LANGUAGES)
      for (const at of [...STATIC_PAGES.map((one) => one.path), '/trade/XMR-BTC', '/wallet'])
        note(`${at} in ${language}`, await page(at, language).text());
    note('what is missing', await assets.missing(ask('/nowhere')).answer(ask('/nowhere')).text());
    expect(said).toEqual([]);
  });

  it.each(LANGUAGES)(
    'its pages of text in %s are what the client would render (BRAND-02, BRAND-04)',
    async (language) => {
      const { renderPage }: typeof render = await import(
        pathToFileURL(path.join(DIST, 'prerender/render.js')).href
      );
      const folder = path.join(CLIENT, 'locales', language);
      const words = Object.fromEntries(
        await Promise.all(
          readdirSync(folder)
            .filter((name) => name.endsWith('.json'))
            .map(async (name) => [
              path.basename(name, '.json'),
              JSON.parse((await fileAt(`/locales/${language}/${name}`)?.text()) ?? '') as object,
            ]),
        ),
      );
      for (const { path: at, screen } of STATIC_PAGES) {
        if (at === '/bugbounty') continue;
        const html = await page(at, language).text();
        const block = JSON.parse(/id="configuration">([^<]*)</.exec(html)?.[1] ?? '') as Record<
          string,
          unknown
        >;
        // At build time nobody knows what the server offers, nor the address of the footer.
        const { brand, ...built } = JSON.parse(
          /id="configuration">([^<]*)</.exec(readFileSync(path.join(CLIENT, 'index.html'), 'utf8'))?.[1] ??
            '',
        ) as { brand: object };
        const { name, hasLogo, hasBounty } = block.brand as Record<string, unknown>;
        const configuration = { ...built, brand: { ...brand, name, hasLogo, hasBounty } };
        const rendered = await renderPage({
          path: at,
          screen,
          language,
          words: { [language]: words },
          configuration,
        });
        expect(plain(ROOT.exec(html)?.[1]), at).toBe(plain(rendered.html));
        expect(html).toContain(`<title>${rendered.title.replace('&', '&amp;')}</title>`);
        expect(html).toContain(`content="${rendered.description?.replace('&', '&amp;')}"`);
      }
    },
  );

  it('has its own titles, card, colours and contact, under a policy that is as strict (BRAND-02, BRAND-03)', async () => {
    const answer = page('/terms', 'de');
    const html = await answer.text();
    expect(html).toContain(`<title>Hausordnung · ${NAME}</title>`);
    expect(html).toContain(`<meta property="og:title" content="Hausordnung · ${NAME}">`);
    for (const name of ['name="description"', 'property="og:description"'])
      expect(html).toContain(`<meta ${name} content="Hausordnung">`);
    expect(html).toContain(`<meta property="og:image" content="${ORIGIN}/card.png">`);
    expect(html).toContain('<link rel="stylesheet" href="/brand.css">');
    expect(html).toContain('"contactMail": "help@still.example"');
    expect(html).toContain('<article data-own="terms"><h1>Hausordnung</h1>');
    expect(answer.headers.get('content-security-policy')?.replace(/ 'sha256-[^']*'/, '')).toBe(
      contentSecurityPolicy(),
    );
    expect(html.match(/<style\b|style="/g)).toEqual(['<style']);
    const style = await fileAt('/brand.css')?.text();
    expect(style).toMatch(/^:root:root\{--brand:#4da3ff;--info:#f2b84b;/);
    expect(await fileAt('/site.webmanifest')?.json()).toMatchObject({
      name: 'Still & Water',
      start_url: '/markets',
    });
  });

  it('serves pictures of its folder, which may do nothing (BRAND-03)', async () => {
    const logo = fileAt('/logo.svg');
    expect(await logo?.text()).toBe(FULL['logo.svg']);
    expect(logo?.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(logo?.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    expect(fileAt('/icon-192.png')?.headers.get('content-type')).toBe('image/png');
    // What it does not bring is the product's.
    expect(fileAt('/icon-512.png')?.status).toBe(200);
  });

  it('has no bug bounty where it is switched off (BRAND-05)', async () => {
    expect([assets.hides('/bugbounty'), assets.hides('/BugBounty/'), assets.hides('/terms')]).toEqual([
      true,
      true,
      false,
    ]);
    for (const language of LANGUAGES)
      expect(await page('/', language).text(), language).not.toContain('bugbounty"');
  });

  it.each([
    [false, 0],
    [true, 1],
  ])('its terms speak of a bug bounty only where there is one: %s (BRAND-05)', async (bugBounty, count) => {
    const plainTerms = served({ 'brand.json': JSON.stringify({ name: 'Stillwater', bugBounty }) });
    const html = await plainTerms.page('/terms', ask('/terms')).answer(ask('/terms')).text();
    expect(html.match(/bug bounty program/g) ?? []).toHaveLength(count);
    expect(html).toContain('do not attack the service or its users.');
  });
});

describe('a brand of a name alone', () => {
  it('shows no card, which would be another’s, and keeps the rest (BRAND-03)', async () => {
    const assets = served({ 'brand.json': '{"name":"Stillwater"}' });
    const html = await assets.page('/', ask('/')).answer(ask('/')).text();
    expect(html).not.toMatch(/og:image|twitter:card|brand\.css/);
    expect(html).toMatch(/data-logo=""/);
    expect(html).toMatch(/href="\/bugbounty"/);
    expect(assets.find('/card.png')).toBeUndefined();
    expect(assets.find('/brand.css')).toBeUndefined();
    expect(assets.hides('/bugbounty')).toBe(false);
  });
});
