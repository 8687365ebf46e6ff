import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

/**
 * The built client, read once at start. Only what was found then is ever served, so no path can lead outside
 * the folder, and a build that runs beside the venue cannot mix two versions.
 */
export interface Assets {
  /** The file at a URL path, or undefined. `/` is the page itself. */
  find(path: string): Asset | undefined;
}

export interface Asset {
  /** 200 with the best encoding that the request accepts, or 304. */
  answer(request: Request): Response;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** @returns null when there is no build in the folder. */
export function loadAssets(folder: string): Assets | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const files = new Map<string, Asset>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    const path = `/${name.split(sep).join('/')}`;
    // Hidden folders (the build's manifest) and source maps are not part of the site.
    const isPublic = !path.includes('/.') && extname(path) in TYPES;
    if (isPublic && statSync(file).isFile()) files.set(path, createAsset(file, path));
  }
  return { find: (path) => files.get(path === '/' ? '/index.html' : path) };
}

function createAsset(file: string, path: string): Asset {
  const plain = readFileSync(file);
  const bodies = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [encoding, suffix] of ENCODINGS) {
    if (existsSync(file + suffix)) bodies.set(encoding, new Uint8Array(readFileSync(file + suffix)));
  }
  const identity = new Uint8Array(plain);
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const headers = {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    // Names under /assets hold a hash of the content; everything else is asked for again each time.
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(bodies.size > 0 ? { vary: 'Accept-Encoding' } : {}),
  };
  return {
    answer(request) {
      const accepted = request.headers.get('accept-encoding') ?? '';
      const encoding = ENCODINGS.map(([name]) => name).find(
        (name) => bodies.has(name) && accepts(accepted, name),
      );
      const etag = `"${tag}${encoding === undefined ? '' : `-${encoding}`}"`;
      if (request.headers.get('if-none-match') === etag)
        return new Response(null, { status: 304, headers: { ...headers, etag } });
      return new Response((encoding === undefined ? undefined : bodies.get(encoding)) ?? identity, {
        headers: { ...headers, etag, ...(encoding === undefined ? {} : { 'content-encoding': encoding }) },
      });
    },
  };
}

/** Whether `Accept-Encoding` names the encoding, and not with `q=0`. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === encoding && !parameters.some((text) => /^q=0(\.0*)?$/.test(text));
  });
}
