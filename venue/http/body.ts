import type { CallName } from '../../src/services/contract/index.ts';
import { InvalidError, RefusedError } from '../refused.ts';

/** Bytes of any body. */
const LARGEST = 65_536;
const USUAL = 4096;
/** Bytes, of calls that need more than the usual 4 kB (LOAD-18). */
const LARGER: Partial<Readonly<Record<CallName, number>>> = {
  // Passwords have up to 1,024 characters of up to 3 bytes, captcha tokens up to 4 kB.
  login: 8192,
  register: 8192,
  askTwoFactorReset: 8192,
  recoverPassword: 8192,
  changePassword: 12_288,
  passkeyLogin: 8192,
  confirmPasskey: 8192,
  addPasskey: 53_248,
  createApiKey: 12_288,
  deleteAccount: 36_864,
  receiveGrinDeposit: 36_864,
  finalizeGrinWithdrawal: 36_864,
  createTicket: LARGEST,
  commentTicket: LARGEST,
};

/** @returns most bytes that a body may have. @param name undefined for an unknown call. */
export const largestBody = (name?: CallName): number =>
  name === undefined ? LARGEST : (LARGER[name] ?? USUAL);

const tooLarge = (most: number): InvalidError =>
  new InvalidError(
    `The body must not be larger than ${most / 1024} kB.`,
    { field: '', rule: 'long' },
    'BODY_TOO_LARGE',
    413,
  );

/** @throws RefusedError 413 for the announced length. */
export function refuseLarge(headers: Headers, most: number): void {
  if (Number(headers.get('content-length') ?? 0) > most) throw tooLarge(most);
}

/** @throws RefusedError 415. */
export function refuseOtherTypes(headers: Headers): void {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() === 'application/json') return;
  throw new RefusedError(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the body as JSON, with Content-Type: application/json.',
  );
}

/** @throws RefusedError 400. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    // The parser's message would quote what was sent.
    throw new RefusedError(400, 'MALFORMED_JSON', 'The body is not valid JSON.');
  }
}

/** Reads at most this many bytes, announced or not. @throws RefusedError 413 or 400. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  refuseLarge(request.headers, most);
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      // Left unread it would close the connection half a second later, in the middle of another request.
      if (size > LARGEST) break;
      if (size <= most) chunks.push(chunk);
    }
  } catch {
    // Not an error of the venue, so it is not logged (LOAD-07).
    throw new RefusedError(400, 'BODY_BROKEN_OFF', 'The body did not arrive whole.');
  }
  if (size > most) throw tooLarge(most);
  return Buffer.concat(chunks);
}
