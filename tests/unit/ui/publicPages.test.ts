import { describe, expect, it } from 'vitest';
import { STATIC_PAGES } from '../../../src/app/prerender/pages.ts';
import { renderPage } from '../../../src/app/prerender/render.tsx';
import type { OfferedCapabilities } from '../../../src/services/contract/capabilities.ts';
import { configurationWith, say, textIn, WORDS } from './rendered.tsx';

async function pageAt(path: string, capabilities: OfferedCapabilities = {}): Promise<string> {
  const screen = STATIC_PAGES.find((page) => page.path === path)?.screen;
  if (screen === undefined) throw new Error(`${path} is no page that is written ahead`);
  const request = { language: 'en', words: { en: WORDS }, path, screen };
  const { html } = await renderPage({ ...request, configuration: configurationWith(capabilities) });
  return html;
}

const ALL: OfferedCapabilities = {
  dataPolicy: true,
  idempotencyKeys: true,
  recoveryCodes: true,
  sessionList: true,
  accountDeletion: true,
  solvency: true,
  addressBook: true,
  passkeys: true,
  twoFactorReset: true,
  apiKeys: true,
};

describe('pages promise for a server only what it offers (CALL-07)', () => {
  it.each<[string, string, OfferedCapabilities]>([
    ['/privacy', 'privacy:section.rights.textDeletion', { dataPolicy: true, accountDeletion: true }],
    ['/logs', 'logs:funds.freezingTextHolds', { withdrawalHolds: true }],
  ])('%s: %s', async (path, key, capabilities) => {
    const [first = ''] = say(key).split('\n');
    expect(textIn(await pageAt(path, capabilities))).toContain(first);
    for (const name of Object.keys(capabilities))
      expect(textIn(await pageAt(path, { ...capabilities, [name]: false }))).not.toContain(first);
  });
});

describe('the data policy lists what this server keeps, and no more (PRIVACY-03)', () => {
  const KEPT = 'logs:kept.items';
  it.each<[string, OfferedCapabilities, OfferedCapabilities]>([
    ['account.textKept', { recoveryCodes: true }, { ...ALL, recoveryCodes: false }],
    ['account.textPasskeys', { passkeys: true }, { ...ALL, passkeys: false }],
    ['account.textReset', { twoFactorReset: true }, { ...ALL, twoFactorReset: false }],
    ['account.textApiKeys', { apiKeys: true }, { ...ALL, apiKeys: false }],
    ['sessions.textList', { sessionList: true }, { ...ALL, sessionList: false }],
    ['sessions.textKept', { dataPolicy: true }, { ...ALL, dataPolicy: false, sessionList: false }],
    ['sessions.retentionKept', { dataPolicy: true }, { ...ALL, dataPolicy: false }],
    ['trading.textKeys', { idempotencyKeys: true }, { ...ALL, idempotencyKeys: false }],
    ['trading.textSolvency', { solvency: true }, { ...ALL, solvency: false }],
    ['trading.retentionKept', { dataPolicy: true, idempotencyKeys: true }, { dataPolicy: true }],
    ['trading.retentionKept', { dataPolicy: true, idempotencyKeys: true }, { idempotencyKeys: true }],
    ['trading.retentionDeletion', { dataPolicy: true, accountDeletion: true }, { ...ALL, dataPolicy: false }],
    ['transfers.retentionDeletion', ALL, { ...ALL, accountDeletion: false }],
    ['addresses.textBook', { addressBook: true }, { ...ALL, addressBook: false }],
    ['support.textKept', { dataPolicy: true }, { ...ALL, dataPolicy: false }],
  ])('%s', async (key, withIt, without) => {
    const text = say(`${KEPT}.${key}`);
    expect(textIn(await pageAt('/logs', withIt))).toContain(text);
    expect(textIn(await pageAt('/logs', without))).not.toContain(text);
  });

  it('each text appears once, in the row of its own kind', async () => {
    const text = textIn(await pageAt('/logs', ALL));
    for (const key of [
      'account.textPasskeys',
      'account.textReset',
      'account.textApiKeys',
      'trading.textSolvency',
    ])
      expect(text.split(say(`${KEPT}.${key}`))).toHaveLength(2);
  });
});

describe('the questions and answers', () => {
  it.each<[string, OfferedCapabilities, boolean]>([
    ['phone.aRecovery', { recoveryCodes: true }, true],
    ['phone.aRecovery', {}, false],
    ['phone.aPasskeys', { passkeys: true }, true],
    ['phone.aPasskeys', { recoveryCodes: true }, false],
    ['phone.aReset', { twoFactorReset: true }, true],
    ['phone.aReset', { recoveryCodes: true, passkeys: true }, false],
    ['phone.aSupport', {}, true],
    ['phone.aSupport', { twoFactorReset: true }, false],
    ['forgotten.aPasskeys', { passkeys: true }, true],
    ['forgotten.aPasskeys', {}, false],
    ['blocked.aHolds', { withdrawalHolds: true }, true],
    ['blocked.aHolds', { securityPause: true }, false],
  ])('%s of a server with %j: %s (PUBLIC-21)', async (key, capabilities, isSaid) => {
    const text = textIn(await pageAt('/faq', capabilities));
    expect(text.includes(say(`faq:item.${key}`))).toBe(isSaid);
    expect(text).toContain(say('faq:item.phone.a'));
  });

  it('are all there and closed, without results before a search', async () => {
    const html = await pageAt('/faq');
    const items = WORDS.faq?.item as Record<string, { q: string }>;
    const asked = Object.values(items).map(({ q }) => q);
    const text = textIn(html);
    expect(asked.filter((question) => !text.includes(question))).toEqual([]);
    expect(html.match(/<details/g)).toHaveLength(asked.length);
    expect(html).not.toMatch(/<details[^>]* open/);
    expect(html).toMatch(/<p[^>]*role="status"[^>]*><\/p>/);
  });
});

describe('the description of the API', () => {
  it('shows levels of a book on one line each, and where a call takes no parameters', async () => {
    const html = await pageAt('/api');
    const codes = [...html.matchAll(/<pre[^>]*>([\s\S]*?)<\/pre>/g)].map(([, code = '']) => code);
    const book = codes.find((code) => code.includes('bids')) ?? '';
    const levels = book.match(/\[&quot;[\d.]+&quot;, &quot;[\d.]+&quot;\]/g) ?? [];
    expect(levels.length).toBeGreaterThan(2);
    expect(book.match(/\[\s*\]/g)).toBeNull();
    const text = textIn(html);
    expect(text).toContain(say('apidocs:noParameters'));
    expect(text).toContain(say('apidocs:parameters'));
  });
});

describe('pages of text', () => {
  it.each(['/terms', '/privacy', '/bugbounty', '/logs', '/faq', '/'])(
    '%s links only to pages of its own site, by an address that starts with one slash',
    async (at) => {
      const links = [...(await pageAt(at)).matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href);
      expect(links.length).toBeGreaterThan(1);
      expect(links.filter((href) => !/^(\/(?!\/)|#|https:\/\/|mailto:)/.test(href))).toEqual([]);
    },
  );

  it.each([
    ['/logs', ['/support', '/terms']],
    ['/terms', ['/privacy']],
  ])('%s leads to what belongs to it', async (at, wanted) => {
    const html = await pageAt(at);
    for (const href of wanted) expect(html).toMatch(new RegExp(`<main[\\s\\S]*href="${href}"`));
  });
});
