import * as z from 'zod/mini';
import { type RpcCredentials, postWithDigest } from './digestAuth.ts';

/** Milliseconds after which a missing answer counts as none. */
const WITHIN = 10_000;
/** Bytes of one answer; the largest blocks have a few million. */
const MAX_BYTES = 32 * 1024 * 1024;

/** A node's JSON-RPC. */
export interface Rpc {
  /** @throws NodeRefusedError for an error in the answer, NodeDownError for no answer or an unreadable one. */
  call<T>(schema: z.ZodMiniType<T>, method: string, params: RpcParams): Promise<T>;
}

/** By position, or by name. */
export type RpcParams = readonly unknown[] | Readonly<Record<string, unknown>>;

/** The node answered with a refusal. */
export class NodeRefusedError extends Error {
  override readonly name = 'NodeRefusedError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The outcome is unknown. The message holds no address, as that may contain a key. */
export class NodeDownError extends Error {
  override readonly name = 'NodeDownError';
}

const answer = z.object({
  id: z.number(),
  result: z.optional(z.unknown()),
  error: z.nullish(z.object({ code: z.number(), message: z.string() })),
});

/**
 * @param address may contain a name and a password. @param given for a node that has them in a file.
 * @param parse reads the text of an answer.
 */
export function createRpc(
  address: string,
  within = WITHIN,
  given: RpcCredentials | null = null,
  parse: (text: string) => unknown = JSON.parse,
): Rpc {
  let last = 0;
  const url = new URL(address);
  const [name, password] = [url.username, url.password].map(decodeURIComponent);
  // A request to an address with a password in it is refused before it is sent.
  [url.username, url.password] = ['', ''];
  const login = given ?? (name ? ({ name, password: password ?? '', scheme: 'basic' } as const) : null);
  return {
    async call(schema, method, params) {
      last += 1;
      const id = last;
      const request = { jsonrpc: '2.0', id, method, params };
      const parsed = await askNode(answer, url.href, request, method, within, login, parse);
      if (parsed.id !== id) throw new NodeDownError(`the node answered another call than ${method}`);
      if (parsed.error) throw new NodeRefusedError(parsed.error.code, parsed.error.message);
      return readAs(schema, parsed.result, method);
    },
  };
}

/** Digits of a whole number that may not fit a JavaScript number. */
const LONG = /^-?\d{16,}$/;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** `+`, `-`, `.`, `E`, `e` or a digit. */
const isOfNumber = (code: number): boolean =>
  isDigit(code) || code === 0x2b || code === 0x2d || code === 0x2e || code === 0x45 || code === 0x65;

/** The end of the text that starts at a quote; the end of input where it is not closed. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

function endOfNumber(text: string, from: number): number {
  let at = from + 1;
  while (isOfNumber(text.charCodeAt(at))) at += 1;
  return at;
}

/**
 * Like JSON.parse, with whole numbers of 16 digits and more as texts, so that no digit is lost. Each character is read
 * once: a regular expression would go back to every quote of an unclosed text (LOAD-19).
 */
export function parseExactly(text: string): unknown {
  let exact = '';
  let copied = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    const isNumber = isDigit(code) || code === 0x2d;
    const end = code === QUOTE ? endOfText(text, at) : isNumber ? endOfNumber(text, at) : at + 1;
    const number = isNumber ? text.slice(at, end) : '';
    if (LONG.test(number)) {
      exact += `${text.slice(copied, at)}"${number}"`;
      copied = end;
    }
    at = end;
  }
  return JSON.parse(exact + text.slice(copied));
}

/** Posts to a node that answers with JSON. @param what names the call. @throws NodeDownError for anything else. */
export async function askNode<T>(
  schema: z.ZodMiniType<T>,
  url: string,
  body: unknown,
  what: string,
  within = WITHIN,
  login: RpcCredentials | null = null,
  parse: (text: string) => unknown = JSON.parse,
): Promise<T> {
  let parsed: unknown;
  const signal = AbortSignal.timeout(within);
  try {
    const text = JSON.stringify(body);
    const answered =
      login?.scheme === 'digest'
        ? await postWithDigest(url, text, login, signal)
        : (await post(url, text, login, signal)).body;
    parsed = parse(await readText(answered));
  } catch (error) {
    throw new NodeDownError(`the node gave no answer to ${what}`, { cause: error });
  }
  return readAs(schema, parsed, what);
}

const post = (
  url: string,
  body: string,
  login: RpcCredentials | null,
  signal: AbortSignal,
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(login ? { authorization: basicOf(login) } : {}) },
    body,
    redirect: 'error',
    signal,
  });

const basicOf = ({ name, password }: RpcCredentials): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

function readAs<T>(schema: z.ZodMiniType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new NodeDownError(`the node's answer to ${what} has another form`);
}

async function readText(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > MAX_BYTES) throw new RangeError('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
