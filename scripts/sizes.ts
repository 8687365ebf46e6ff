import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { DIST, MANIFEST } from './build.ts';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}
/** Bytes. */
export interface Size {
  files: number;
  raw: number;
  gzip: number;
  brotli: number;
}

/** What each route shows to a visitor: its screen, and what the screen loads automatically. */
export const ROUTES = {
  landing: ['src/ui/publicPages/LandingScreen.tsx'],
  trade: ['src/ui/trade/TradeScreen.tsx', 'src/ui/candleChart/ChartCanvas.tsx'],
} as const;

/** The packages alone, measured on bare pages, in brotli bytes. */
export const FLOOR = { landing: 131_000, trade: 190_000, css: 12_500 };
/** In brotli bytes. */
export const BUDGET = { landing: { js: 185_000, css: 20_000 }, trade: { js: 280_000, css: 24_000 } } as const;

function staticClosure(manifest: Record<string, Chunk>, start: string, known: Set<string> = new Set()) {
  const chunk = manifest[start];
  if (!chunk) throw new Error(`The build has no chunk for ${start}.`);
  if (known.has(start)) return known;
  known.add(start);
  for (const next of chunk.imports ?? []) staticClosure(manifest, next, known);
  return known;
}

function sizeOf(files: readonly string[]): Size {
  const size = { files: files.length, raw: 0, gzip: 0, brotli: 0 };
  for (const file of files) {
    const bytes = readFileSync(path.join(DIST, 'client', file));
    size.raw += bytes.length;
    size.gzip += gzipSync(bytes, { level: 9 }).length;
    size.brotli += brotliCompressSync(bytes).length;
  }
  return size;
}

/** @throws Error if nothing is built, or the module has no chunk. */
export function routeSize(route: keyof typeof ROUTES): { js: Size; css: Size } {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const whole = staticClosure(manifest, 'index.html');
  for (const start of ROUTES[route]) staticClosure(manifest, start, whole);
  const chunks = [...whole].map((name) => manifest[name]).filter((chunk) => chunk !== undefined);
  return {
    js: sizeOf([...new Set(chunks.map(({ file }) => file))].filter((file) => file.endsWith('.js'))),
    css: sizeOf([...new Set(chunks.flatMap(({ css }) => css ?? []))]),
  };
}
