import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { OfferedCapabilities } from '../../src/services/contract/capabilities.ts';
import { type Asset, createAnswer } from './asset.ts';
import { languageOf } from './language.ts';
import { contentSecurityPolicy, OWN_ONLY, type PolicySources } from './security.ts';

/** Where the build lays the public pages: `pages/<language>/<name>.html`, `index` being the front page. */
export const PAGES = '/pages/';
/** The page of the other screens, which scripts fill. What lies below `/trade/` has its own, `_trade`, if it was built. */
const APP = '_app';
const BELOW = /^\/([^/]+)\/[^/]+$/;

const BLOCK = /(<script type="application\/json" id="configuration">)([^<]*)(<\/script>)/;
/** The one style that the build lays into the head of a page (`scripts/pages.ts`). */
const STYLE = /<style>([^<]*)<\/style>/;
/** Links by which search engines know a page. They want whole addresses, and the build may not know the origin. */
const ADDRESS = /(<link rel="(?:canonical|alternate)"[^>]* href=")(?=\/)/g;
/** Good enough for pages of a few kilobytes, and quick enough for the first reader. */
const QUALITY = 6;

/** What the pages of one venue say and may do. */
export interface PageSettings {
  /** What this venue offers, in place of what the built block says of a server. */
  readonly capabilities: OfferedCapabilities;
  /**
   * What an operator said. What a request says of its host is not believed: whoever sends another name would have it
   * written into a page that caches keep for others.
   */
  readonly publicOrigin?: string | null;
  readonly sources?: PolicySources;
  /** How to reach the operator, where the block does not say it; null leaves it unsaid. */
  readonly contact?: Contact | null;
}

export interface Contact {
  readonly contactMail: string;
  readonly socialLink: string;
}

export interface Pages {
  /** The page that scripts fill, as it was built. */
  readonly index: Asset;
  /** The page at a path in the reader's language: as text where it has one, else the one that scripts fill. */
  find(path: string, request: Request): Asset;
}

/**
 * Reads the pages that are served as text. Their configuration block is that of index.html: an operator changes it
 * there, and nowhere else (docs/deployment.md).
 */
export function loadPages(
  folder: string,
  { capabilities, publicOrigin = null, sources = OWN_ONLY, contact = null }: PageSettings,
): Pages {
  const compressed = (html: string, language: string | null): Asset => answerOf(html, language, sources);
  const built = readFileSync(join(folder, 'index.html'), 'utf8');
  const html = withContact(withCapabilities(built, capabilities, publicOrigin), contact);
  const block = BLOCK.exec(html)?.[0] ?? '';
  const byLanguage = new Map<string, Map<string, () => Asset>>();
  const root = join(folder, PAGES);
  for (const language of existsSync(root) ? readdirSync(root) : []) {
    const pages = new Map<string, () => Asset>();
    for (const file of readdirSync(join(root, language))) {
      const name = basename(file, '.html');
      const text = readFileSync(join(root, language, file), 'utf8')
        .replace(BLOCK, () => block)
        .replace(ADDRESS, (start) => start + (publicOrigin ?? ''));
      pages.set(
        name === 'index' ? '/' : `/${name}`,
        once(() => compressed(text, language)),
      );
    }
    byLanguage.set(language, pages);
  }
  // English is for everybody who reads none of the others.
  const languages = [...byLanguage.keys()].sort((a, b) => Number(b === 'en') - Number(a === 'en'));
  const index = compressed(html, null);
  return {
    index,
    find(path, request) {
      const pages = byLanguage.get(languageOf(request, languages));
      const page = path.startsWith('/_') ? undefined : pages?.get(path);
      const below = BELOW.exec(path)?.[1];
      return (page ?? pages?.get(`/_${below}`) ?? pages?.get(`/${APP}`))?.() ?? index;
    },
  };
}

/**
 * The page with what this venue offers in its configuration block. One whose calls go to another server is left as it
 * is: this venue does not know what that one offers.
 * @throws SyntaxError when the block is not JSON.
 */
export function withCapabilities(
  html: string,
  capabilities: OfferedCapabilities,
  publicOrigin: string | null,
): string {
  return withBlock(html, (block) => {
    const base = typeof block['apiBase'] === 'string' ? block['apiBase'].replace(/\/+$/, '') : '';
    return base !== '' && base !== publicOrigin ? block : { ...block, capabilities };
  });
}

type Block = Readonly<Record<string, unknown>>;

const brandOf = (block: Block): Partial<Contact> => block['brand'] ?? {};

/** The page with what its block does not say of how to reach the operator (PUBLIC-03). */
export function withContact(html: string, contact: Contact | null): string {
  if (contact === null) return html;
  return withBlock(html, (block) => {
    const brand = brandOf(block);
    const contactMail = brand.contactMail || contact.contactMail;
    const socialLink = brand.socialLink || contact.socialLink;
    return { ...block, brand: { ...brand, contactMail, socialLink } };
  });
}

/** Names of the ways to the operator that the built page lacks. */
export function lackingContact(folder: string): readonly string[] {
  const text = BLOCK.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[2] ?? '{}';
  const brand = brandOf(JSON.parse(text) as Block);
  return (['contactMail', 'socialLink'] as const).filter((name) => !brand[name]);
}

function withBlock(html: string, change: (block: Block) => Block): string {
  return html.replace(BLOCK, (_whole, open: string, text: string, close: string) => {
    // Nothing in a value may end the element that holds it.
    const json = JSON.stringify(change(JSON.parse(text) as Block), null, 2).replaceAll(
      '<',
      String.raw`\u003c`,
    );
    return `${open}\n${json}\n${close}`;
  });
}

/** Made when it is asked for first: compressing all pages in all languages would hold up the start. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The body holds no style that the policy should let in. */
const headOf = (html: string): string => html.slice(0, Math.max(0, html.indexOf('</head>')));

/** @param language null for the page that is the same for everybody. */
function answerOf(html: string, language: string | null, sources: PolicySources): Asset {
  const plain = Buffer.from(html);
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  const bodies = new Map([
    ['br', new Uint8Array(brotli)],
    ['gzip', new Uint8Array(gzipSync(plain))],
  ]);
  const style = STYLE.exec(headOf(html))?.[1] ?? null;
  return createAnswer('/index.html', plain, bodies, {
    language,
    policy: style === null ? null : contentSecurityPolicy(style, sources),
  });
}
