import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { POLICY_HEADER } from './security.ts';

export interface Asset {
  answer(request: Request): Response;
}

export const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

export const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const QUALITY = 6;

/** Formats that are not compressed at build time. */
export const zipped = (plain: Buffer): ReadonlyMap<string, Uint8Array<ArrayBuffer>> =>
  new Map([
    [
      'br',
      new Uint8Array(brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })),
    ],
    ['gzip', new Uint8Array(gzipSync(plain))],
  ]);

export interface PageFacts {
  /** Null for a page that exists in one language only. */
  readonly language: string | null;
  readonly policy: string | null;
}

/** @param path decides the content type and caching. @param bodies compressed content by encoding. */
export function createAnswer(
  path: string,
  plain: Buffer,
  bodies: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  { language, policy }: PageFacts = { language: null, policy: null },
): Asset {
  const identity = new Uint8Array(plain);
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const vary = [
    ...(bodies.size > 0 ? ['Accept-Encoding'] : []),
    ...(language === null ? [] : ['Accept-Language', 'Cookie']),
  ];
  const headers = {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    // Names under /assets contain a hash of their content.
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(vary.length > 0 ? { vary: vary.join(', ') } : {}),
    ...(language === null ? {} : { 'content-language': language }),
    ...(policy === null ? {} : { [POLICY_HEADER]: policy }),
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

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === encoding && !parameters.some((text) => /^q=0(\.0*)?$/.test(text));
  });
}
