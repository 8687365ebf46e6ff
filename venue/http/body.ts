import { RefusedError } from '../refused.ts';

/** Bytes. */
const LARGEST_BODY = 65_536;

const tooLarge = (): RefusedError =>
  new RefusedError(413, 'BODY_TOO_LARGE', `The body must not be larger than ${LARGEST_BODY / 1024} kB.`);

export function refuseLarge(headers: Headers): void {
  if (Number(headers.get('content-length') ?? 0) > LARGEST_BODY) throw tooLarge();
}

/** @param read the body, where it was read already. @throws RefusedError 415, 413 or 400. */
export async function readJson(request: Request, read?: Uint8Array): Promise<unknown> {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') {
    throw new RefusedError(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as JSON, with Content-Type: application/json.',
    );
  }
  const bytes = read ?? (await readBytes(request));
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    // The parser's message would quote what was sent.
    throw new RefusedError(400, 'MALFORMED_JSON', 'The body is not valid JSON.');
  }
}

/** Reads at most 64 kB, announced or not. @throws RefusedError 413 or 400. */
export async function readBytes(request: Request): Promise<Uint8Array> {
  refuseLarge(request.headers);
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > LARGEST_BODY) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // Not a fault of the venue, so it is not logged (LOAD-07).
    throw error instanceof RefusedError
      ? error
      : new RefusedError(400, 'BODY_BROKEN_OFF', 'The body did not arrive whole.');
  }
  return Buffer.concat(chunks);
}
