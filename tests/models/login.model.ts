import type { SnapshotFrom } from 'xstate';
import { loginImplementations } from '../../src/machines/access/access.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import { refused, succeeded } from '../../src/domain/result.ts';
import { loginMachine, type Credentials } from '../../src/machines/access/index.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { Outcome } from './tools/explore.ts';
import {
  CHALLENGE,
  GIVEN,
  recordEmitted,
  scriptedNetwork,
  scriptedDevice,
  scriptedSolver,
  WORK,
  type DeviceScript,
  type Reply,
  type WorkEnd,
} from './tools/ports.ts';
import type { World } from './tools/walk.ts';
import { loginSpec } from './login.spec.ts';
import { loginPhrases } from './login.phrases.ts';

type Machine = typeof loginMachine;
type Ending = Outcome<SnapshotFrom<Machine>>;

const NOW = Date.UTC(2026, 0, 5, 12);
const SECRETS = ['Correct horse 1', '123456', 'captcha-1', 'token-1'] as const;
const [PASSWORD, CODE, CAPTCHA, TOKEN] = SECRETS;

const plain: Credentials = { email: 'ann@example.org', password: PASSWORD, code: '', captchaToken: '' };
const withCode: Credentials = { ...plain, code: CODE, captchaToken: CAPTCHA };

const wireLogin = { user_id: 'a1', email: 'ann@example.org', username: 'Ann', expires_in: 86_400 };
const SESSION = {
  user: {
    id: 'a1',
    email: 'ann@example.org',
    username: 'Ann',
    role: null,
    twoFactorEnabled: false,
    lastLogin: null,
    securityRisk: false,
    securityCooldownUntil: null,
    securityRiskReason: null,
  },
  expiresAt: NOW + 86_400_000,
};

function refuses(
  name: string,
  hadCode: boolean,
  status: number,
  message?: string,
  retryAfter?: number,
  serverCode?: string,
): Ending {
  const code = ({ 401: 'unauthorized', 429: 'tooMany' } as const)[status] ?? 'refused';
  const failure: Failure = {
    status,
    code,
    retryable: code === 'tooMany',
    ...(message === undefined ? {} : { text: message }),
    ...(serverCode === undefined ? {} : { serverCode }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
  return {
    name,
    reply: {
      status,
      body: message === undefined ? {} : { message, ...(serverCode && { code: serverCode }) },
      ...(retryAfter === undefined ? {} : { retryAfter }),
    },
    done: { answer: refused(failure), hadCode, codesLeft: null, reset: null },
  };
}

const ASKS_FOR_WORK: Failure = {
  status: 429,
  code: 'tooMany',
  retryable: true,
  text: 'Slow down',
  retryAfter: 30,
  work: CHALLENGE,
};

/** The answer whose refusal can be worked off (LOGIN-21). */
const challenges = (credentials: Credentials): Ending => ({
  name: '429, to be worked off',
  reply: { status: 429, body: { message: 'Slow down', proof_of_work: CHALLENGE }, retryAfter: 30 },
  done: {
    answer: refused(ASKS_FOR_WORK),
    hadCode: credentials.code !== '',
    codesLeft: null,
    reset: null,
    challenged: { form: credentials, challenge: CHALLENGE, failure: ASKS_FOR_WORK },
  },
});

const workEndings = (credentials: Credentials): readonly Ending[] => [
  { name: 'solved', reply: 'solved', done: { form: credentials, work: WORK } },
  { name: 'broken', reply: 'broken', error: new OutageError(ASKS_FOR_WORK) },
];

const OPTIONS = { status: 200, body: { challenge: 'c2lnbg' } } as const;
const given = { ok: true, value: GIVEN as never } as const;
const passkeyRefused = (name: string, status: number, code: string, script: object): Ending => ({
  name,
  reply: script,
  done: refused({
    status,
    code: ({ 401: 'unauthorized', 429: 'tooMany' } as const)[status] ?? 'refused',
    retryable: status === 429,
    text: 'No',
    serverCode: code,
  }),
});
const no = (status: number, code: string) => ({ status, body: { message: 'No', code } });

const passkeyEndings: readonly Ending[] = [
  {
    name: 'opens',
    reply: { options: OPTIONS, device: given, last: { status: 200, body: wireLogin } } satisfies DeviceScript,
    done: { ...succeeded(SESSION), reset: null },
  },
  {
    name: 'opens, and stops a reset',
    reply: {
      options: OPTIONS,
      device: given,
      last: { status: 200, body: { ...wireLogin, two_factor_reset: 'stopped' } },
    } satisfies DeviceScript,
    done: { ...succeeded(SESSION), reset: 'stopped' },
  },
  {
    name: 'none',
    reply: { options: OPTIONS, device: { ok: false, reason: 'none' } } satisfies DeviceScript,
    done: null,
  },
  passkeyRefused('unknown', 401, 'PASSKEY_UNKNOWN', {
    options: OPTIONS,
    device: given,
    last: no(401, 'PASSKEY_UNKNOWN'),
  }),
  passkeyRefused('too many', 429, 'TOO_MANY_AT_ONCE', { options: no(429, 'TOO_MANY_AT_ONCE') }),
  {
    name: 'out of reach',
    reply: { options: 'noAnswer' } satisfies DeviceScript,
    error: new OutageError({ code: 'unreachable', retryable: false, cause: 'TypeError' }),
  },
];

const fails = (name: string, reply: Reply, failure: Failure): Ending => ({
  name,
  reply,
  error: new OutageError(failure),
});

const endings = (hadCode: boolean, hasRecoveryCodes: boolean): readonly Ending[] => [
  {
    name: 'accepted',
    reply: { status: 200, body: wireLogin },
    done: { answer: succeeded(SESSION), hadCode, codesLeft: null, reset: null },
  },
  {
    name: 'accepted, with a recovery code',
    reply: { status: 200, body: { ...wireLogin, recovery_codes_left: 9 } },
    done: { answer: succeeded(SESSION), hadCode, codesLeft: hasRecoveryCodes ? 9 : null, reset: null },
  },
  ...(['done', 'stopped'] as const).map((reset) => ({
    name: `accepted, a reset is ${reset}`,
    reply: { status: 200, body: { ...wireLogin, two_factor_reset: reset } },
    done: { answer: succeeded(SESSION), hadCode, codesLeft: null, reset },
  })),
  {
    name: 'accepted, with a token',
    reply: { status: 200, body: { ...wireLogin, access_token: TOKEN } },
    done: { answer: succeeded(SESSION), hadCode, codesLeft: null, reset: null },
  },
  refuses('400', hadCode, 400),
  refuses('401', hadCode, 401),
  refuses('401, in words', hadCode, 401, 'Invalid credentials'),
  refuses('403', hadCode, 403),
  refuses('422', hadCode, 422),
  refuses('429', hadCode, 429),
  refuses('429, in words', hadCode, 429, 'Wait a minute'),
  refuses('429, to be waited for', hadCode, 429, 'Slow down', 30),
  refuses('400, a passkey only', hadCode, 400, 'Use it', undefined, 'PASSKEY_REQUIRED'),
  refuses('400 about two-factor', hadCode, 400, '2FA code required'),
  refuses('401 about two-factor', hadCode, 401, 'Invalid 2fa code'),
  fails(
    '500',
    { status: 500, body: undefined },
    {
      status: 500,
      code: 'server',
      retryable: false,
      cause: 'login 500',
    },
  ),
  fails(
    '503',
    { status: 503, body: { message: 'Down for an hour' } },
    {
      status: 503,
      text: 'Down for an hour',
      code: 'server',
      retryable: false,
      cause: 'login 503',
    },
  ),
  fails(
    '503, to be waited for',
    { status: 503, body: {}, retryAfter: 60 },
    { status: 503, retryAfter: 60, code: 'server', retryable: false, cause: 'login 503' },
  ),
  fails(
    'unreadable',
    { status: 200, body: { user_id: 'a1' } },
    {
      status: 200,
      code: 'unreadable',
      retryable: false,
      cause: 'login 200',
    },
  ),
  fails('no answer', 'noAnswer', { code: 'unreachable', retryable: false, cause: 'TypeError' }),
  fails('silence', 'silence', { code: 'timeout', retryable: false, cause: 'AbortError' }),
];

function world(hasRecoveryCodes: boolean): World<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('the session ends'));
  const solver = scriptedSolver(effects);
  const authenticator = scriptedDevice(effects);
  return {
    machine: loginMachine.provide(
      loginImplementations({
        http: network.http,
        clock: { now: () => NOW },
        solveWork: solver.solve,
        passkeyDevice: authenticator.device,
        hasRecoveryCodes,
        hasReset: true,
        store: { writeToken: (token) => effects.push(`token ${token}`) },
        enter: ({ user, expiresAt }) => effects.push(`enter ${user.username} until ${expiresAt - NOW}`),
      }),
    ),
    clock: new TestClock(),
    settle(invokeId, { reply }) {
      if (invokeId === 'work') solver.end(reply as WorkEnd);
      else if (invokeId === 'passkey') authenticator.play(network, reply as DeviceScript);
      else network.reply(reply as Reply);
    },
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => [...network.open(), ...solver.open()],
  };
}

const variant = (
  name: string,
  isNew: boolean,
  credentials: Credentials,
  hasRecoveryCodes = false,
): Variant<Machine> => ({
  name,
  input: { isNew },
  events: [
    { name: 'submit', event: { type: 'user.submit', credentials } },
    { name: 'edit', event: { type: 'user.edit' } },
    { name: 'use a passkey', event: { type: 'user.usePasskey' } },
    { name: 'cancel', event: { type: 'user.cancel' } },
  ],
  outcomes: {
    signIn: [...endings(credentials.code !== '', hasRecoveryCodes), challenges(credentials)],
    work: workEndings(credentials),
    passkey: passkeyEndings,
  },
  // The notice was there first and is over before any pause.
  timer: (snapshot, name) => name !== 'askedPause' || !snapshot.matches({ notice: 'shown' }),
  world: () => world(hasRecoveryCodes),
});

export const loginModel: MachineModel<Machine> = {
  name: 'login',
  phrases: loginPhrases,
  machine: loginMachine,
  variants: [
    variant('without a code', false, plain),
    variant('with a code', false, withCode, true),
    variant('after registration', true, plain),
  ],
  spec: loginSpec,
  invariant: (snapshot) => {
    const { context } = snapshot;
    const isBusy =
      snapshot.matches({ form: 'submitting' }) ||
      snapshot.matches({ form: 'working' }) ||
      snapshot.matches({ form: 'usingPasskey' });
    if (snapshot.hasTag('busy') !== isBusy) return 'busy is said at the wrong time';
    if (snapshot.hasTag('failed') !== snapshot.matches({ form: 'awaitingCode' }))
      return 'failed is said at the wrong time';
    const kept = JSON.stringify(context);
    return SECRETS.some((secret) => kept.includes(secret)) ? 'a secret is kept' : undefined;
  },
};
