import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { OfferedCapabilities } from '../../src/services/contract/capabilities.ts';
import { brandBlock, brandedPage, DEFAULT_NAME } from '../brand/apply.ts';
import type { Brand } from '../brand/folder.ts';
import { type Asset, createAnswer, zipped } from './asset.ts';
import { languageOf } from './language.ts';
import { contentSecurityPolicy, OWN_ONLY, type PolicySources } from './security.ts';

/** Prerendered pages: `pages/<language>/<name>.html`. */
export const PAGES = '/pages/';
/** The page that scripts render; `/trade/` has its own, `_trade`, if it was built. */
const APP = '_app';
const MISSING = '/_missing';
const BELOW = /^\/([^/]+)\/[^/]+$/;

const BLOCK = /(<script type="application\/json" id="configuration">)([^<]*)(<\/script>)/;
const STYLE = /<style>([^<]*)<\/style>/;
/** Canonical links need an absolute URL, and the build may not know the origin. */
const ADDRESS = /(<link rel="(?:canonical|alternate)"[^>]* href=")(?=\/)/g;

export interface PageSettings {
  readonly capabilities: OfferedCapabilities;
  /** Never taken from `Host`: a forged one would reach shared caches. */
  readonly publicOrigin?: string | null;
  readonly onionOrigin?: string | null;
  readonly sources?: PolicySources;
  readonly contact?: Contact | null;
  readonly brand?: Brand | null;
}

export interface Contact {
  readonly contactMail: string;
  readonly socialLink: string;
}

const BOUNTY = /^\/bugbounty\/?$/i;

export interface Pages {
  /** Whether the operator has switched the page off (BRAND-05). */
  hides(path: string): boolean;
  readonly index: Asset;
  find(path: string, request: Request): Asset;
  /** The page for an address that does not exist: it says so at once, and requests nothing. */
  missing(request: Request): Asset;
}

export function loadPages(folder: string, settings: PageSettings): Pages {
  const { capabilities, publicOrigin = null, onionOrigin = null } = settings;
  const { sources = OWN_ONLY, contact = null, brand = null } = settings;
  const compressed = (html: string, language: string | null): Asset => answerOf(html, language, sources);
  const branded = (text: string, language: string | null): string =>
    brand ? brandedPage(text, brand, { language, name: nameIn(text), publicOrigin }) : text;
  const offering = withCapabilities(branded(builtPage(folder), null), capabilities, publicOrigin);
  const named = withContact(
    brand ? withBlock(offering, (one) => ({ ...one, brand: brandBlock(brand, brandOf(one)) })) : offering,
    contact,
  );
  const html = onionOrigin === null ? named : withBlock(named, (one) => ({ ...one, onionOrigin }));
  const block = BLOCK.exec(html)?.[0] ?? '';
  const byLanguage = new Map<string, Map<string, () => Asset>>();
  const root = join(folder, PAGES);
  for (const language of existsSync(root) ? readdirSync(root) : []) {
    const pages = new Map<string, () => Asset>();
    for (const file of readdirSync(join(root, language))) {
      const name = basename(file, '.html');
      const text = branded(readFileSync(join(root, language, file), 'utf8'), language)
        .replace(BLOCK, () => block)
        .replace(ADDRESS, (start) => start + (publicOrigin ?? ''));
      pages.set(
        name === 'index' ? '/' : `/${name}`,
        once(() => compressed(text, language)),
      );
      if (name === APP)
        pages.set(
          MISSING,
          once(() => compressed(withoutPage(text), language)),
        );
    }
    byLanguage.set(language, pages);
  }
  const languages = [...byLanguage.keys()].sort((a, b) => Number(b === 'en') - Number(a === 'en'));
  const index = compressed(html, null);
  const missing = once(() => compressed(withoutPage(html), null));
  const pagesFor = (request: Request) => byLanguage.get(languageOf(request, languages));
  return {
    hides: (path) => brand?.bugBounty === false && BOUNTY.test(path),
    index,
    missing: (request) => (pagesFor(request)?.get(MISSING) ?? missing)(),
    find(path, request) {
      const pages = pagesFor(request);
      const page = path.startsWith('/_') ? undefined : pages?.get(path);
      const below = BELOW.exec(path)?.[1];
      return (page ?? pages?.get(`/_${below}`) ?? pages?.get(`/${APP}`))?.() ?? index;
    },
  };
}

/** Adds the capabilities, unless calls go to another server. @throws SyntaxError when the block is not JSON. */
export function withCapabilities(
  html: string,
  capabilities: OfferedCapabilities,
  publicOrigin: string | null,
): string {
  return withBlock(html, (block) => {
    const base = typeof block.apiBase === 'string' ? block.apiBase.replace(/\/+$/, '') : '';
    return base !== '' && base !== publicOrigin ? block : { ...block, capabilities };
  });
}

/** The client then shows its page for that (TRADE-29). */
const withoutPage = (html: string): string => withBlock(html, (block) => ({ ...block, isMissing: true }));

type Block = Readonly<Record<string, unknown>>;

const blockOf = (html: string): Block => JSON.parse(BLOCK.exec(html)?.[2] ?? '{}') as Block;

const brandOf = (block: Block): Partial<Contact & { readonly name: string }> => block.brand ?? {};

/** Adds missing contact details (PUBLIC-03). */
export function withContact(html: string, contact: Contact | null): string {
  if (contact === null) return html;
  return withBlock(html, (block) => {
    const brand = brandOf(block);
    const contactMail = brand.contactMail || contact.contactMail;
    const socialLink = brand.socialLink || contact.socialLink;
    return { ...block, brand: { ...brand, contactMail, socialLink } };
  });
}

function builtPage(folder: string): string {
  const file = join(folder, 'index.html');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  throw new Error(`There is no client in ${folder}: run npm run build, or give its folder as CLIENT_DIR.`);
}

export function lackingContact(folder: string, own: Brand | null = null): readonly string[] {
  const brand = brandOf(blockOf(builtPage(folder)));
  return (['contactMail', 'socialLink'] as const).filter((name) => !own?.[name] && !brand[name]);
}

const nameIn = (html: string): string => brandOf(blockOf(html)).name ?? '';

/** What the built pages call the venue. */
export const builtName = (folder: string | null): string =>
  (folder === null ? '' : nameIn(builtPage(folder))) || DEFAULT_NAME;

/** Whether the client was built with the developer tools, and they are not switched off (`src/app/config.ts`). */
export function hasInspector(folder: string | null): boolean {
  if (folder === null) return false;
  const { features } = blockOf(builtPage(folder)) as {
    readonly features?: { readonly inspector?: string | boolean };
  };
  return ['on', 'true', '1'].includes(String(features?.inspector ?? '').trim());
}

function withBlock(html: string, change: (block: Block) => Block): string {
  return html.replace(BLOCK, (_whole, open: string, text: string, close: string) => {
    // A value must not end the script element.
    const json = JSON.stringify(change(JSON.parse(text) as Block), null, 2).replaceAll(
      '<',
      String.raw`\u003c`,
    );
    return `${open}\n${json}\n${close}`;
  });
}

/** Lazy, because compressing all pages would delay the start. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The policy forbids styles in the body. */
const headOf = (html: string): string => html.slice(0, Math.max(0, html.indexOf('</head>')));

function answerOf(html: string, language: string | null, sources: PolicySources): Asset {
  const plain = Buffer.from(html);
  const style = STYLE.exec(headOf(html))?.[1] ?? null;
  return createAnswer('/index.html', plain, zipped(plain), {
    language,
    policy: style === null ? null : contentSecurityPolicy(style, sources),
  });
}
