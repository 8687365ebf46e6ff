import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { brandedFiles } from '../brand/apply.ts';
import { type Asset, createAnswer, ENCODINGS, TYPES, zipped } from './asset.ts';
import { loadPages, PAGES, type PageSettings } from './pages.ts';

/** The built client, read once: no path can leave the folder, and a later build is not mixed in. */
export interface Assets {
  find(path: string): Asset | undefined;
  page(path: string, request: Request): Asset;
  missing(request: Request): Asset;
  /** Whether the page is missing although the product has it. */
  hides(path: string): boolean;
}

export function loadAssets(folder: string, settings: PageSettings): Assets | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const files = new Map<string, Asset>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    const path = `/${name.split(sep).join('/')}`;
    // The manifest, source maps and page templates are not public.
    const isPublic = !path.includes('/.') && extname(path) in TYPES && !path.startsWith(PAGES);
    if (isPublic && statSync(file).isFile()) files.set(path, createAsset(file, path));
  }
  const { brand } = settings;
  const built = (path: string): string | null =>
    files.has(path) ? readFileSync(join(folder, path), 'utf8') : null;
  for (const [path, bytes] of brand ? brandedFiles(brand, built) : []) {
    if (bytes === null) files.delete(path);
    else files.set(path, createOwn(path, bytes));
  }
  const pages = loadPages(folder, settings);
  const index = pages.index;
  return {
    find: (path) => (path === '/index.html' ? index : files.get(path)),
    page: (path, request) => pages.find(path, request),
    missing: (request) => pages.missing(request),
    hides: (path) => pages.hides(path),
  };
}

/** An operator's picture may run and load nothing, even when opened as a page. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

function createOwn(path: string, bytes: Buffer): Asset {
  const isPicture = /\.(?:png|ico)$/.test(path);
  const policy = path.endsWith('.svg') ? PICTURE_POLICY : null;
  return createAnswer(path, bytes, isPicture ? new Map() : zipped(bytes), { language: null, policy });
}

function createAsset(file: string, path: string): Asset {
  const bodies = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [encoding, suffix] of ENCODINGS) {
    if (existsSync(file + suffix)) bodies.set(encoding, new Uint8Array(readFileSync(file + suffix)));
  }
  return createAnswer(path, readFileSync(file), bodies);
}
