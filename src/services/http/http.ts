import { OutageError, type Failure, type FailureCode } from '../../domain/failure.ts';
import { refused, succeeded } from '../../domain/result.ts';
import type { Clock } from '../clock.ts';
import type { Call } from '../contract/calls/call.ts';
import { refusalCode, refusalRule, refusalText, refusalWork } from '../contract/errors.ts';
import type { Log } from '../log.ts';
import {
  DefectError,
  type Http,
  type HttpAnswer,
  type HttpRequest,
  type SendOptions,
  type Transport,
} from './port.ts';

/** Milliseconds (CALL-03). */
export const READ_LIMIT = 10_000;
export const WRITE_LIMIT = 30_000;
/** In seconds; browsers fire a timer of more than 2^31 ms at once. */
const LONGEST_WAIT = 86_400;

export interface HttpDependencies {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
  /** Off for servers that refuse `Idempotency-Key`. */
  readonly sendsIdempotencyKeys: boolean;
  /** A bearer token where the server issued one, and `X-Account-Id` with the user of this page. */
  readonly sessionHeaders: () => Readonly<Record<string, string>>;
  /** The user for whom requests are sent; null for nobody, or before that is known. */
  readonly userId?: () => string | null;
  /** Called for every 401 that ends the session (SESSION-02). */
  readonly onUnauthorized: () => void;
  /** Called when a request was refused because another user signed in in this browser. */
  readonly onAccountChanged?: () => void;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: unknown;
}

export function createHttp(dependencies: HttpDependencies): Http {
  const send = async (call: Call, input: AnyInput, options: SendOptions = {}) => {
    const asker = dependencies.userId?.();
    const answer = await carry(call, requestOf(call, input, options), options.signal);
    try {
      return resultOf(call, answer, asker);
    } catch (error) {
      throw error instanceof OutageError ? error : new OutageError(defectOf(call, error, answer.status));
    }
  };

  function resultOf(call: Call, answer: HttpAnswer, asker: string | null | undefined) {
    // A late answer to one user has no bearing on the session of the next.
    const isLate = typeof asker === 'string' && dependencies.userId?.() !== asker;
    if (answer.status === 401 && !call.ownsUnauthorized && !isLate) dependencies.onUnauthorized();
    if (answer.status >= 400 && answer.status < 500) {
      const failure = refusalOf(answer);
      if (failure.serverCode === 'ACCOUNT_CHANGED') dependencies.onAccountChanged?.();
      return refused(failure);
    }
    if (answer.status >= 500 || answer.status < 200 || answer.status >= 300) {
      throw new OutageError(outageOf(answer.status >= 500 ? 'server' : 'unreadable', call, answer));
    }
    // A host that answers unknown paths with a page tells nothing about the call.
    if (answer.isUnreadable) throw new OutageError(outageOf('unreadable', call, answer));
    const decoded = call.decode(answer.body);
    if (decoded.faults.length > 0) dependencies.log.unreadable(call.name, decoded.faults);
    if (!decoded.ok) throw new OutageError(outageOf('unreadable', call, answer));
    return succeeded(decoded.value, decoded.leftOut);
  }

  /** An error of ours is no outage: something went wrong here (CALL-17). @param status of the answer */
  function defectOf(call: Call, error: unknown, status: number | undefined): Failure {
    dependencies.log.defect(call.name, error);
    const answered = status === undefined ? {} : { status };
    return { code: 'internal', retryable: false, cause: causeOf(error), ...answered };
  }

  function requestOf(call: Call, input: AnyInput, options: SendOptions): Omit<HttpRequest, 'signal'> {
    return {
      method: call.method,
      path: pathOf(call.path, input.params ?? {}) + queryOf(input.query ?? {}),
      headers: {
        accept: 'application/json',
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(call.takesIdempotencyKey &&
        options.idempotencyKey !== undefined &&
        dependencies.sendsIdempotencyKeys
          ? { 'idempotency-key': options.idempotencyKey }
          : {}),
        ...dependencies.sessionHeaders(),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    };
  }

  async function carry(
    call: Call,
    request: Omit<HttpRequest, 'signal'>,
    signal?: AbortSignal,
  ): Promise<HttpAnswer> {
    const end = new AbortController();
    let isLate = false;
    const timer = dependencies.clock.setTimeout(
      () => {
        isLate = true;
        end.abort();
      },
      call.isWrite ? WRITE_LIMIT : READ_LIMIT,
    );
    // `AbortSignal.any` is newer than the oldest browsers (README).
    const stop = (): void => end.abort();
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    try {
      return await dependencies.transport({ ...request, signal: end.signal });
    } catch (error) {
      if (error instanceof DefectError) throw new OutageError(defectOf(call, error, error.status));
      const code = isLate ? 'timeout' : 'unreachable';
      // A request that its caller aborted is no outage.
      if (!signal?.aborted) dependencies.log.outage(call.name, code);
      throw new OutageError({ code, retryable: !call.isWrite, cause: causeOf(error) });
    } finally {
      dependencies.clock.clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  function outageOf(code: FailureCode, call: Call, answer: HttpAnswer): Failure {
    dependencies.log.outage(call.name, code, answer.status);
    return {
      ...describe(answer),
      code,
      retryable: !call.isWrite && code === 'server',
      cause: `${call.name} ${answer.status}`,
    };
  }

  return { send: send as Http['send'] };
}

function refusalOf(answer: HttpAnswer): Failure {
  const code = answer.status === 401 ? 'unauthorized' : answer.status === 429 ? 'tooMany' : 'refused';
  const work = code === 'tooMany' ? refusalWork(answer.body) : undefined;
  const brokenRule = refusalRule(answer.body);
  return {
    ...describe(answer),
    code,
    retryable: code === 'tooMany',
    ...(work === undefined ? {} : { work }),
    ...(brokenRule === undefined ? {} : { brokenRule }),
  };
}

function describe(answer: HttpAnswer): Pick<Failure, 'text' | 'serverCode' | 'status' | 'retryAfter'> {
  const text = refusalText(answer.body);
  const serverCode = refusalCode(answer.body);
  return {
    status: answer.status,
    ...(text === undefined ? {} : { text }),
    ...(serverCode === undefined ? {} : { serverCode }),
    ...(answer.retryAfter === undefined
      ? {}
      : { retryAfter: Math.max(0, Math.min(answer.retryAfter, LONGEST_WAIT)) }),
  };
}

function pathOf(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryOf(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function causeOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
