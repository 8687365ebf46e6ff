import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { capabilities } from '../../../src/services/contract/capabilities.ts';
import { capabilitiesOf } from '../../../venue/capabilities.ts';
import { TYPES } from '../../../venue/http/asset.ts';
import { loadAssets } from '../../../venue/http/assets.ts';
import { languageOf } from '../../../venue/http/language.ts';
import { lackingContact, withCapabilities } from '../../../venue/http/pages.ts';
import { contentSecurityPolicy } from '../../../venue/http/security.ts';

const ask = (address: string, headers: Record<string, string> = {}): Request =>
  new Request(`http://localhost${address}`, { headers });

/** The configuration block as the client reads it. */
const blockOf = (html: string): unknown => JSON.parse(/id="configuration">([^<]*)</.exec(html)?.[1] ?? '');

test.each<[string, string, Record<string, string>]>([
  ['en', '/', {}],
  ['de', '/', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }],
  ['en', '/', { 'accept-language': 'nl,en;q=0.5,de;q=0.4' }],
  ['ru', '/', { 'accept-language': 'de;q=0.2, ru;q=0.7' }],
  ['en', '/', { 'accept-language': 'de;q=0' }],
  ['en', '/', { 'accept-language': ';;q=x,,*' }],
  ['de', '/?lng=de', { 'accept-language': 'ru' }],
  ['ru', '/?lng=xx', { 'accept-language': 'ru' }],
  ['de', '/', { cookie: 'a=b; i18nextLng=de-DE; c=d', 'accept-language': 'ru' }],
  ['ru', '/?lng=RU', { cookie: 'i18nextLng=de' }],
])('%s: %s %o', (language, address, headers) => {
  expect(languageOf(ask(address, headers), ['en', 'de', 'ru'])).toBe(language);
});

describe('the prerendered pages', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quietbook-pages-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const block = (name: string) =>
    `<script type="application/json" id="configuration">{"name":"${name}","capabilities":{"btcUsd":true}}</script>`;
  writeFileSync(path.join(folder, 'index.html'), `<html>scripts only ${block('$& new')}</html>`);
  for (const language of ['de', 'en']) {
    mkdirSync(path.join(folder, 'pages', language), { recursive: true });
    for (const name of ['index', 'fees', '_app', '_trade'])
      writeFileSync(
        path.join(folder, 'pages', language, `${name}.html`),
        `<html>${name} in ${language} ${block('old')}</html>`,
      );
  }
  writeFileSync(
    path.join(folder, 'pages/de/fees.html'),
    `<html><head><style>a > b {}</style></head>fees in de ${block('old')}<style>c {}</style></html>`,
  );
  const offered = { idempotencyKeys: true };
  const assets = loadAssets(folder, { capabilities: offered });
  const read = async (address: string, headers?: Record<string, string>): Promise<Response> => {
    if (!assets) throw new Error('no assets');
    const request = ask(address, headers);
    return assets.page(new URL(request.url).pathname, request).answer(request);
  };

  it('match the path and the language, and tell caches what they depend on', async () => {
    const answer = await read('/fees', { 'accept-language': 'de' });
    expect(await answer.text()).toContain('fees in de');
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
    expect(answer.headers.get('content-language')).toBe('de');
    expect(await (await read('/')).text()).toContain('index in en');
  });

  it('and their text files declare a charset', () => {
    const types = Object.entries(TYPES).filter(([, type]) => /^text|json|xml/.test(type));
    expect(types.map(([ending]) => ending)).toContain('.svg');
    for (const [ending, type] of types) expect(type, ending).toMatch(/; charset=utf-8$/);
  });

  it('have the configuration of index.html, whatever it was at build time', async () => {
    const text = await (await read('/fees')).text();
    expect(blockOf(text)).toMatchObject({ name: '$& new' });
    expect(text).not.toContain('old');
  });

  it('say what this venue offers, in place of the built-in text', async () => {
    const german = { 'accept-language': 'de' };
    for (const address of ['/', '/fees', '/wallet', '/trade/XMR-BTC'])
      expect(blockOf(await (await read(address, german)).text()), address).toEqual({
        name: '$& new',
        capabilities: offered,
      });
    const plain = assets?.find('/index.html')?.answer(ask('/index.html'));
    expect(blockOf((await plain?.text()) ?? '')).toMatchObject({ capabilities: offered });
  });

  it('say how to reach the operator, or show a placeholder (PUBLIC-03)', async () => {
    const contact = { contactMail: 'a@sandbox.invalid', socialLink: 'https://a.invalid/' };
    const pages = loadAssets(folder, { capabilities: offered, contact });
    const answer = pages?.page('/fees', ask('/fees')).answer(ask('/fees'));
    expect(blockOf((await answer?.text()) ?? '')).toMatchObject({ brand: contact });
    expect(lackingContact(folder)).toEqual(['contactMail', 'socialLink']);
  });

  it('have a policy that allows only the style in their head; other pages need none', async () => {
    const digest = createHash('sha256').update('a > b {}').digest('base64');
    const german = { 'accept-language': 'de' };
    const styled = await read('/fees', german);
    const policy = styled.headers.get('content-security-policy');
    expect(policy).toBe(
      contentSecurityPolicy().replace("style-src 'self'", `style-src 'self' 'sha256-${digest}'`),
    );
    const again = await read('/fees', { ...german, 'if-none-match': styled.headers.get('etag') ?? '' });
    expect([again.status, again.headers.get('content-security-policy')]).toEqual([304, policy]);
    for (const address of ['/', '/trade/XMR-BTC'])
      expect((await read(address, german)).headers.get('content-security-policy')).toBeNull();
  });

  it('have absolute addresses where the origin is known, and never that of a request', async () => {
    const head = '<link rel="canonical" href="/a"><link rel="alternate" hreflang="de" href="/a?lng=de">';
    const known = '<link rel="canonical" href="https://built.example/a">';
    writeFileSync(path.join(folder, 'pages/en/a.html'), `<head>${head}${known}</head>`);
    const text = async (origin: string | null): Promise<string> => {
      const request = ask('/a', { host: 'evil.example' });
      return (
        (await loadAssets(folder, { capabilities: offered, publicOrigin: origin })
          ?.page('/a', request)
          .answer(request)
          .text()) ?? ''
      );
    };
    expect(await text(null)).toContain(head + known);
    expect(await text('https://public.example')).toContain(
      head.replaceAll('"/a', '"https://public.example/a') + known,
    );
  });

  it('are compressed, and revalidated by their tag', async () => {
    const answer = await read('/fees', { 'accept-encoding': 'br' });
    expect(answer.headers.get('content-encoding')).toBe('br');
    const tag = answer.headers.get('etag') ?? '';
    const again = await read('/fees', { 'accept-encoding': 'br', 'if-none-match': tag });
    expect(again.status).toBe(304);
    const german = await read('/fees', { 'accept-encoding': 'br', 'accept-language': 'de' });
    expect(german.headers.get('etag')).not.toBe(tag);
  });

  it('any other path gets the page that scripts fill, and the folder itself cannot be read', async () => {
    const others = [
      '/wallet',
      '/deposit/XMR',
      '/trade',
      '/trade/',
      '/trade/a/b',
      '/fees/',
      '/fees/a',
      '/constructor',
    ];
    for (const address of [...others, '/%2e%2e/index', '/_app', '/_trade', '/_trade/a', '/app/a'])
      expect(await (await read(address)).text(), address).toContain('_app in en');
    expect(await (await read('/trade/XMR-BTC')).text()).toContain('_trade in en');
    const german = await read('/trade/XMR-BTC', { cookie: 'i18nextLng=de' });
    expect(await german.text()).toContain('_trade in de');
    expect(german.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
    expect(assets?.find('/pages/en/fees.html')).toBeUndefined();
    const plain = assets?.find('/index.html')?.answer(ask('/index.html'));
    expect(await plain?.text()).toContain('scripts only');
    expect(plain?.headers.get('vary')).toBe('Accept-Encoding');
  });
});

describe('the capabilities in a page', () => {
  const page = (block: object): string =>
    `<script type="application/json" id="configuration">${JSON.stringify(block)}</script>`;
  const offered = { grinNetwork: 'main' } as const;
  const served = (apiBase: string, origin: string | null): unknown =>
    blockOf(withCapabilities(page({ apiBase, capabilities: {} }), offered, origin));

  it('are those of this venue where the calls come here', () => {
    expect(served('', null)).toEqual({ apiBase: '', capabilities: offered });
    expect(served('https://here.example/', 'https://here.example')).toMatchObject({ capabilities: offered });
  });

  it('stay as built where the calls go to another server', () => {
    expect(served('https://there.example', 'https://here.example')).toMatchObject({ capabilities: {} });
    expect(served('https://there.example', null)).toMatchObject({ capabilities: {} });
  });

  it('are fewer where nothing is simulated: no sandbox, no chains, no price before the first trade', () => {
    const limits = { difficulty: 17 };
    const live = { mode: 'live', makers: false, history: false, liveStreams: false, limits } as const;
    const always = [
      'idempotencyKeys',
      'accountHeader',
      'bookSequence',
      'venueStatus',
      'securityPause',
      'dataPolicy',
      'longestMessage',
      'reauthentication',
      'quietRegistration',
      'usernameAccounts',
      'proofOfWork',
      'passkeys',
      'apiKeys',
      'accountDeletion',
      'recoveryCodes',
      'twoFactorReset',
      'recovery',
      'sessionList',
      'orderTypes',
      'timeInForce',
      'postOnly',
      'amend',
      'orderHistory',
      'orderCost',
      'refunds',
    ];
    expect(Object.keys(capabilitiesOf(live)).toSorted()).toEqual(always.toSorted());
    expect(capabilitiesOf({ ...live, mode: 'sandbox', makers: true })).toEqual({
      ...capabilitiesOf(live),
      sandbox: true,
      requiredConfirmations: true,
      feeQuotes: true,
      freshAddress: true,
      withdrawalCancel: true,
      withdrawalHolds: true,
      addressBook: true,
      grinNetwork: 'main',
      solvency: true,
      btcUsd: true,
    });
  });

  it('of a live venue with GRIN on a node include what GRIN needs', () => {
    const limits = { difficulty: 17 };
    const live = { mode: 'live', makers: false, history: false, liveStreams: false, limits } as const;
    const url = 'http://127.0.0.1:3413/v2/foreign';
    const chain = { kind: 'grin', coin: 'GRIN', url, secretFile: null, seedFile: 'seed' } as const;
    expect(capabilitiesOf({ ...live, realChains: [chain] })).toEqual({
      ...capabilitiesOf(live),
      withdrawalCancel: true,
      grinNetwork: 'main',
    });
  });

  it('contain nothing that the client does not know', () => {
    const full = capabilitiesOf({
      mode: 'sandbox',
      makers: true,
      history: true,
      liveStreams: true,
      limits: { difficulty: 17 },
    });
    expect(Object.keys(capabilities.parse(full)).toSorted()).toEqual(Object.keys(full).toSorted());
  });
});
