import { constants, gzipSync } from 'node:zlib';
import type { HttpContext } from './handler.ts';

type Body = string | Uint8Array<ArrayBuffer>;

/** Answers with JSON, compressed where the client can read it. Only for what is the same for everybody (`COMPRESSED`). */
export function answerZipped(c: HttpContext, plain: () => Body, zipped: () => Body): Response {
  const mayZip = c.req.header('accept-encoding')?.includes('gzip') === true;
  c.header('content-type', 'application/json');
  c.header('vary', 'Accept-Encoding', { append: true });
  if (!mayZip) return c.body(plain());
  c.header('content-encoding', 'gzip');
  return c.body(zipped());
}

/** At once and whole: a stream of compression would live on after its client has gone. */
export const zip = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gzipSync(text, { level: constants.Z_BEST_SPEED }));
