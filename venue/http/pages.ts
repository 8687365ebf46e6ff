import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Asset, createAnswer } from './asset.ts';
import { languageOf } from './language.ts';

/** Where the build lays the public pages: `pages/<language>/<name>.html`, `index` being the front page. */
export const PAGES = '/pages/';

const BLOCK = /<script type="application\/json" id="configuration">[^<]*<\/script>/;
/** Good enough for pages of a few kilobytes, and quick enough for the start. */
const QUALITY = 6;

export interface Pages {
  /** The page that scripts fill. */
  readonly index: Asset;
  /** Undefined for a path that has no text of its own. */
  find(path: string, request: Request): Asset | undefined;
}

/**
 * Reads the pages that are served as text. Their configuration block is that of index.html: an operator changes it
 * there, and nowhere else (docs/deployment.md).
 */
export function loadPages(folder: string): Pages {
  const index = readFileSync(join(folder, 'index.html'), 'utf8');
  const block = BLOCK.exec(index)?.[0] ?? '';
  const byLanguage = new Map<string, Map<string, Asset>>();
  const root = join(folder, PAGES);
  for (const language of existsSync(root) ? readdirSync(root) : []) {
    const pages = new Map<string, Asset>();
    for (const file of readdirSync(join(root, language))) {
      const name = basename(file, '.html');
      const html = readFileSync(join(root, language, file), 'utf8').replace(BLOCK, () => block);
      pages.set(name === 'index' ? '/' : `/${name}`, compressed(html, ['Accept-Language', 'Cookie']));
    }
    byLanguage.set(language, pages);
  }
  // English is for everybody who reads none of the others.
  const languages = [...byLanguage.keys()].sort((a, b) => Number(b === 'en') - Number(a === 'en'));
  return {
    index: compressed(index, []),
    find: (path, request) => byLanguage.get(languageOf(request, languages))?.get(path),
  };
}

function compressed(html: string, varies: readonly string[]): Asset {
  const plain = Buffer.from(html);
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  const bodies = new Map([
    ['br', new Uint8Array(brotli)],
    ['gzip', new Uint8Array(gzipSync(plain))],
  ]);
  return createAnswer('/index.html', plain, bodies, varies);
}
