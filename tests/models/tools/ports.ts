import type { AnyActorRef } from 'xstate';
import type { WorkChallenge } from '../../../src/domain/proofOfWork.ts';
import type { Answered } from '../../../src/services/passkeyCeremonies.ts';
import type { PasskeyDevice } from '../../../src/services/passkeys.ts';
import type { SolveWork } from '../../../src/services/proofOfWork/solver.ts';
import { createHttp } from '../../../src/services/http/http.ts';
import type { Http, HttpAnswer, HttpRequest } from '../../../src/services/http/port.ts';
import type { Log } from '../../../src/services/log.ts';
import { stableText } from './explore.ts';
import { TestClock } from './clock.ts';

/** An answer, none, or silence until the limit. */
export type Reply = HttpAnswer | 'noAnswer' | 'silence';

interface OpenRequest {
  readonly request: HttpRequest;
  readonly answer: (reply: HttpAnswer) => void;
  readonly fail: (error: Error) => void;
}

export interface ScriptedNetwork {
  readonly http: Http;
  /** Runs the time limits of requests. Not the machine's clock, so that the two cannot be mixed up. */
  readonly clock: TestClock;
  /** The oldest open request. @throws Error when none is open. */
  reply(reply: Reply): void;
  /** Of requests that come later, which are answered at once. */
  answerNext(replies: readonly HttpAnswer[]): void;
  /** `GET /path` */
  open(): string[];
}

/** The console has tests of its own. */
export const silentLog: Log = {
  unreadable: () => undefined,
  outage: () => undefined,
  droppedFrame: () => undefined,
  defect: () => undefined,
  warning: () => undefined,
};

/**
 * @param effects receives `GET /path {body}` with ` key=…`, and `abort GET /path`
 * @param sendsIdempotencyKeys off for servers that refuse the header
 */
export function scriptedNetwork(
  effects: string[],
  onUnauthorized: () => void = () => undefined,
  sendsIdempotencyKeys = true,
): ScriptedNetwork {
  const clock = new TestClock();
  const requests: OpenRequest[] = [];
  const coming: HttpAnswer[] = [];
  const http = createHttp({
    clock,
    log: silentLog,
    sendsIdempotencyKeys,
    sessionHeaders: () => ({}),
    onUnauthorized,
    transport: (request) =>
      new Promise((answer, fail) => {
        const title = `${request.method} ${request.path}`;
        const idempotencyKey = request.headers['idempotency-key'];
        effects.push(
          [title, request.body, idempotencyKey && `key=${idempotencyKey}`].filter(Boolean).join(' '),
        );
        const next = coming.shift();
        if (next) {
          answer(next);
          return;
        }
        const entry = { request, answer, fail };
        requests.push(entry);
        request.signal.addEventListener('abort', () => {
          const index = requests.indexOf(entry);
          if (index === -1) return;
          requests.splice(index, 1);
          // Only leaving the state is the machine's doing.
          if (!isTimingOut) effects.push(`abort ${title}`);
          fail(new DOMException('aborted', 'AbortError'));
        });
      }),
  });
  let isTimingOut = false;
  return {
    http,
    clock,
    reply(reply) {
      const entry = requests[0];
      if (!entry) throw new Error('no request is open');
      if (reply === 'silence') {
        isTimingOut = true;
        clock.advanceToNext();
        isTimingOut = false;
        return;
      }
      requests.shift();
      if (reply === 'noAnswer') entry.fail(new TypeError('Failed to fetch'));
      else entry.answer(reply);
    },
    answerNext: (replies) => void coming.push(...replies),
    open: () => requests.map(({ request }) => `${request.method} ${request.path}`),
  };
}

/** `toast error toast.key {…}`, `navigate /login` */
export function recordEmitted(effects: string[]): (actor: AnyActorRef) => void {
  return (actor) => {
    actor.on('*', (emitted) => {
      const { type, ...rest } = emitted as { type: string };
      effects.push(`${type} ${stableText(rest)}`);
    });
  };
}

/** What becomes of work that a browser does for a server. */
export type WorkEnd = 'solved' | 'broken';

export interface ScriptedSolver {
  readonly solve: SolveWork;
  end(how: WorkEnd): void;
  open(): string[];
}

export const CHALLENGE: WorkChallenge = { challenge: 'challenge-1', difficulty: 8 };
export const WORK = { challenge: 'challenge-1', solution: '42' } as const;

/** @param effects receives `work challenge-1`, and `stop work` */
export function scriptedSolver(effects: string[]): ScriptedSolver {
  let running: ((how: WorkEnd) => void) | null = null;
  return {
    solve: ({ challenge }, signal) =>
      new Promise((resolve, reject) => {
        effects.push(`work ${challenge}`);
        running = (how) => {
          running = null;
          if (how === 'solved') resolve(WORK.solution);
          else reject(new Error('the worker failed'));
        };
        signal.addEventListener('abort', () => {
          if (!running) return;
          running = null;
          effects.push('stop work');
          reject(new DOMException('stopped', 'AbortError'));
        });
      }),
    end: (how) => running?.(how),
    open: () => (running ? ['work'] : []),
  };
}

/** What an authenticator answers, and what the server says before and after it. */
export interface DeviceScript {
  readonly options: Reply;
  readonly device?: Answered<never>;
  readonly last?: HttpAnswer;
}

export const GIVEN = {
  id: 'a2V5',
  rawId: 'a2V5',
  type: 'public-key',
  response: {},
  clientExtensionResults: {},
} as const;

/** @param effects receives `ask the device` */
export function scriptedDevice(effects: string[]) {
  let answer: Answered<never> = { ok: false, reason: 'none' };
  const ask = (): Promise<Answered<never>> => {
    effects.push('ask the device');
    return Promise.resolve(answer);
  };
  return {
    device: { get: ask, create: ask } satisfies PasskeyDevice,
    /** Plays the whole script, from the open request on. */
    play(network: ScriptedNetwork, { options, device, last }: DeviceScript): void {
      if (device) answer = device;
      if (last) network.answerNext([last]);
      network.reply(options);
    },
  };
}
