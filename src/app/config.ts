import * as z from 'zod/mini';
import { OWN_TEXTS } from '../domain/ownText.ts';
import { capabilities } from '../services/contract/capabilities.ts';
import type { AppConfig } from '../machines/app/app.ts';

/** Empty means "not set": an absent environment variable arrives as an empty text. */
const text = z._default(z.string(), '');
const flag = (fallback: boolean) =>
  z._default(
    z.pipe(
      z.union([z.boolean(), z.enum(['', 'on', 'off', 'true', 'false', '1', '0'])]),
      z.transform((raw) =>
        raw === '' ? fallback : raw === true || ['on', 'true', '1'].includes(String(raw)),
      ),
    ),
    fallback,
  );
const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
const partner = z.object({
  name: z.string(),
  href: z.string().check(z.regex(/^https:\/\//, 'must begin with https://')),
  // A picture on another host would tell it who visits.
  logo: z._default(
    z.nullable(z.string().check(z.regex(/^(\/([^/\\].*)?)?$/, 'must begin with one /'))),
    null,
  ),
});

const block = z.object({
  apiBase: text,
  socketUrl: text,
  brand: z.object({
    name: text,
    contactMail: text,
    socialLink: text.check(z.regex(/^(https:\/\/.*)?$/, 'must begin with https://')),
    canonicalOrigin: text,
    hasLogo: flag(false),
    hasBounty: flag(true),
    ownTexts: z._default(z.array(z.enum(OWN_TEXTS)), []),
  }),
  partners: z._default(z.array(partner), []),
  captcha: z.object({
    mode: z._default(z.enum(['', 'bypass', 'turnstile']), ''),
    siteKey: text,
    scriptUrl: text.check(
      z.regex(/^(https:\/\/.*|http:\/\/127\.0\.0\.1[:/].*)?$/, 'must begin with https://'),
    ),
  }),
  btcUsdUrl: text,
  onionOrigin: text,
  isMissing: flag(false),
  capabilities: z.prefault(capabilities, {}),
  features: z.object({ marketOrders: flag(false), inspector: flag(false) }),
});

const orNull = (value: string): string | null => (value === '' ? null : value);

/** The deployment's settings (CALL-07). @throws Error that names the unusable setting. */
export function readConfig(
  raw: unknown,
  page: { readonly origin: string; readonly pathname?: string },
): AppConfig {
  const read = block.safeParse(raw);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new Error(`configuration: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`);
  }
  const { brand, captcha, ...settings } = read.data;
  const apiBase = settings.apiBase.replace(/\/+$/, '');
  const api = new URL(apiBase === '' ? page.origin : apiBase, page.origin);
  if (captcha.mode === 'turnstile' && captcha.siteKey === '') {
    throw new Error('configuration: captcha.siteKey: is needed in mode turnstile');
  }
  return {
    apiBase,
    socketUrl: settings.socketUrl || socketOf(api),
    brand: {
      name: brand.name,
      contactMail: orNull(brand.contactMail),
      socialLink: orNull(brand.socialLink),
      canonicalOrigin: orNull(brand.canonicalOrigin.replace(/\/+$/, '')),
      hasLogo: brand.hasLogo,
      hasBounty: brand.hasBounty,
      ownTexts: brand.ownTexts,
    },
    partners: settings.partners,
    captcha:
      captcha.mode === 'turnstile'
        ? { mode: 'turnstile', siteKey: captcha.siteKey, scriptUrl: captcha.scriptUrl || TURNSTILE }
        : { mode: 'bypass' },
    btcUsdUrl: settings.btcUsdUrl,
    onionOrigin: orNull(settings.onionOrigin),
    missingPath: settings.isMissing ? (page.pathname ?? null) : null,
    capabilities: {
      ...settings.capabilities,
      // A deployment that names an address offers its price.
      btcUsd: settings.capabilities.btcUsd || settings.btcUsdUrl !== '',
    },
    features: settings.features,
  };
}

/** `/socket/ws` on the API host, `wss` under https (SOCKET-07). */
function socketOf(api: URL): string {
  return `${api.protocol === 'https:' ? 'wss' : 'ws'}://${api.host}${api.pathname.replace(/\/+$/, '')}/socket/ws`;
}

/** @throws Error when the block is missing or no JSON. */
export function configurationOf(document: Document): unknown {
  const element = document.querySelector('#configuration');
  if (!element?.textContent) throw new Error('configuration: index.html holds no block');
  return JSON.parse(element.textContent);
}
