import {
  type Answer as CallAnswer,
  type Call,
  type CallName,
  calls,
} from '../../src/services/contract/index.ts';
import type { Claim } from './claims.ts';
import type { Answer, Probe, Sent } from './probe.ts';
import type { Report } from './report.ts';
import type { RequirementId } from './requirements.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Session {
  readonly headers: Readonly<Record<string, string>>;
  readonly userId: string;
}

export interface Context {
  readonly server: URL;
  readonly probe: Probe;
  readonly report: Report;
  readonly claims: ReadonlySet<Claim>;
  /** Of a page that may use the server. */
  readonly origin: string | null;
  readonly mayWrite: boolean;
  /** Milliseconds to listen to the socket. */
  readonly listen: number;
  /** Called before every change. */
  readonly announce: (text: string) => void;
}

export interface Read<T> {
  readonly answer: Answer;
  /** Null if the answer cannot be read. */
  readonly value: T | null;
}

export interface Ask extends Sent {
  readonly params?: Readonly<Record<string, string>>;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function ask(context: Context, name: CallName, { params = {}, ...sent }: Ask = {}): Promise<Answer> {
  const call: Call = calls[name];
  const path = call.path.replaceAll(/:(\w+)/g, (_whole, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  );
  return context.probe.send(call.method, path, sent);
}

/** Reads the answer as the client would; every mismatch is a finding. */
export async function read<Name extends CallName>(
  context: Context,
  name: Name,
  requirement: RequirementId,
  sent: Ask = {},
): Promise<Read<CallAnswer<(typeof calls)[Name]>>> {
  const { report } = context;
  const answer = await ask(context, name, sent);
  const { what, status } = answer;
  if (!report.expect(requirement, status >= 200 && status < 300, `${what} was answered with ${status}`)) {
    return { answer, value: null };
  }
  const { json } = answer;
  const decoded = (calls[name] as Call).decode(json);
  for (const { path, message } of decoded.faults) {
    report.fails(kindOf(message) ?? requirement, `${what}, ${path === '' ? 'the answer' : path}: ${message}`);
  }
  for (const path of inexact(json)) {
    report.fails('values.money', `${what}, ${path}: a number that lost digits`);
  }
  for (const kind of ['values.money', 'values.sign', 'values.times'] as const) report.holds(kind);
  // The compiler cannot infer this over all calls.
  return { answer, value: decoded.ok ? (decoded.value as CallAnswer<(typeof calls)[Name]>) : null };
}

/** Reported once for all calls. */
function kindOf(message: string): RequirementId | null {
  if (message === 'must not be negative') return 'values.sign';
  if (message === 'not a time') return 'values.times';
  return message === 'not a decimal number' ? 'values.money' : null;
}

const EXACT_DIGITS = 15;

/** Fractions with more digits than a number holds exactly, such as 0.30000000000000004. */
function* inexact(value: unknown, at = ''): Generator<string> {
  if (typeof value === 'number' && !Number.isInteger(value)) {
    const digits = String(value).replace(/e.*$/, '').replaceAll(/\D/g, '').replace(/^0+/, '');
    if (digits.length > EXACT_DIGITS) yield at;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* inexact(inner, at === '' ? key : `${at}.${key}`);
}

/** A 5xx counts, and is also a finding. */
export const isRefused = ({ status }: Answer): boolean => status >= 400;
