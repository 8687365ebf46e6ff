import type { SnapshotFrom } from 'xstate';
import {
  type Credentials,
  type LoginContext,
  loginMachine,
  type SignInOutput,
} from '../../src/machines/access/login.machine.ts';
import { loginRefusal, NO_PASSKEY } from '../../src/machines/access/access.rules.ts';
import { loginImplementations } from '../../src/machines/access/access.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import * as selectors from '../../src/machines/access/login.machine.ts';
import {
  GIVEN,
  CHALLENGE,
  recordEmitted,
  scriptedNetwork,
  scriptedDevice,
  scriptedSolver,
  WORK,
  type DeviceScript,
  type Reply,
  type WorkEnd,
} from './tools/ports.ts';
import type { RequirementRef, Row } from './tools/spec.ts';
import type { AnyEvent, Outcome } from './tools/explore.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import { ASKS_FOR_WORK } from './tools/endings.ts';
import type { Sut } from './tools/walk.ts';
import { someUser } from '../samples.ts';

const NOTICES = ['hidden', 'shown', 'over'] as const;
const FORMS = [
  'editing',
  'submitting',
  'working',
  'usingPasskey',
  'awaitingCode',
  'waiting',
  'entered',
] as const;
type FormState = (typeof FORMS)[number];

const at = (form: FormState, notice: string): string => `form.${form} & notice.${notice}`;

/** The form and the notice are independent. */
const formRows = (
  from: readonly FormState[],
  { to, ...row }: Omit<Row<LoginContext>, 'in' | 'to'> & { readonly to: FormState },
): Row<LoginContext>[] =>
  NOTICES.map((notice) => ({ ...row, in: from.map((form) => at(form, notice)), to: at(to, notice) }));

const RESET_CAPTCHA = 'captcha.reset {}';
const TOO_MANY = { field: 'form', key: 'login.refused.tooMany', text: 'Slow down', wait: 30 };

const codesLeft = (event: AnyEvent): number | null =>
  (event.output as { codesLeft: number | null }).codesLeft;
const LEFT = 'toast {"key":"auth:toast.recoveryCodesLeft","kind":"info","values":{"count":9}}';

const saysReset = (how: 'done' | 'stopped'): string =>
  `toast {"key":"auth:toast.reset${how === 'done' ? 'Done' : 'Stopped'}","kind":"error"}`;

const sends = ({ code, captchaToken }: Credentials, work = ''): string =>
  `POST /auth/login {"email":"ann@example.org","password":"Correct horse 1","two_factor_code":"${code}","turnstile_token":"${captchaToken}"${work}}`;

const SENDS_PASSKEY = `POST /auth/passkeys/login ${JSON.stringify({ credential: GIVEN })}`;

/** A line of the error table: our text, or the server's beside it. */
const refusal = (ref: RequirementRef, on: string, key: string, text?: string): Row<LoginContext>[] =>
  formRows(['submitting'], {
    ref,
    on: `signIn: ${on}`,
    to: 'editing',
    does: () => [RESET_CAPTCHA],
    sets: () => ({
      refusal: { field: 'form', key: `login.refused.${key}`, ...(text === undefined ? {} : { text }) },
    }),
  });

const requirements: readonly Row<LoginContext>[] = [
  {
    ref: 'LOGIN-09: the notice after registration',
    in: '',
    on: '(start)',
    to: (_, event) => at('editing', (event.input as { isNew: boolean }).isNew ? 'shown' : 'hidden'),
    sets: () => ({ refusal: null }),
  },
  ...FORMS.map((form): Row<LoginContext> => ({
    ref: 'LOGIN-09: shown for 5 seconds',
    in: at(form, 'shown'),
    on: 'after noticeTime',
    says: 'the time of the notice is over',
    to: at(form, 'over'),
    sets: ({ refusal }) => ({ refusal }),
    after: 5000,
  })),

  ...formRows(['editing', 'awaitingCode'], {
    ref: 'LOGIN-01, LOGIN-03: submitting',
    on: 'submit',
    to: 'submitting',
    does: (_, event) => [sends(event.credentials as Credentials)],
    sets: () => ({ refusal: null, rounds: 0 }),
  }),
  ...formRows(['editing'], {
    ref: 'LOGIN-03: errors clear when the field is edited',
    on: 'edit',
    to: 'editing',
    sets: () => ({ refusal: null }),
  }),
  ...formRows(['awaitingCode'], {
    ref: 'LOGIN-03: errors clear when the field is edited',
    on: 'edit',
    to: 'awaitingCode',
    sets: () => ({ refusal: null }),
  }),

  ...formRows(['submitting'], {
    ref: 'SESSION-09: success; no token from the venue',
    on: 'signIn: accepted',
    says: 'the server lets the user in',
    to: 'entered',
    does: () => ['token null', 'enter Ann until 86400000'],
  }),
  ...formRows(['submitting'], {
    ref: 'RECOVERY-05: says how many recovery codes are left, where the server makes them',
    on: 'signIn: accepted, with a recovery code',
    says: 'the server lets the user in with a recovery code',
    to: 'entered',
    does: (_, event) => [
      'token null',
      'enter Ann until 86400000',
      ...(codesLeft(event) === null ? [] : [LEFT]),
    ],
  }),
  ...(['done', 'stopped'] as const).flatMap((reset) =>
    formRows(['submitting'], {
      ref: `RESET-0${reset === 'done' ? 4 : 5}: says what became of a reset of the second factor`,
      on: `signIn: accepted, a reset is ${reset}`,
      to: 'entered',
      does: () => ['token null', 'enter Ann until 86400000', saysReset(reset)],
    }),
  ),
  ...formRows(['submitting'], {
    ref: 'SESSION-09: a token is written when a server sends one',
    on: 'signIn: accepted, with a token',
    says: 'the server lets the user in and gives a token',
    to: 'entered',
    does: () => ['token token-1', 'enter Ann until 86400000'],
  }),

  ...formRows(['submitting'], {
    ref: 'LOGIN-04: a message about two-factor; required',
    on: ['signIn: 400 about two-factor', 'signIn: 401 about two-factor'],
    to: 'awaitingCode',
    does: () => [RESET_CAPTCHA],
    sets: () => ({ refusal: { field: 'code', key: 'login.refused.codeRequired' } }),
  }),
  {
    ref: 'LOGIN-04: a message about two-factor; enter the code',
    in: at('submitting', 'hidden'),
    on: ['signIn: 400 about two-factor, of a code', 'signIn: 401 about two-factor, of a code'],
    to: at('awaitingCode', 'hidden'),
    does: () => [RESET_CAPTCHA],
    sets: () => ({ refusal: { field: 'code', key: 'login.refused.codeWrong' } }),
  },
  ...formRows(['submitting'], {
    ref: 'LOGIN-05: a 401 also clears the form; invalid credentials',
    on: 'signIn: 401',
    to: 'editing',
    does: () => [RESET_CAPTCHA, 'form.clear {}'],
    sets: () => ({ refusal: { field: 'form', key: 'login.refused.credentials' } }),
  }),
  ...formRows(['submitting'], {
    ref: 'LOGIN-05: a 401 also clears the form; the server message',
    on: 'signIn: 401, in words',
    to: 'editing',
    does: () => [RESET_CAPTCHA, 'form.clear {}'],
    sets: () => ({
      refusal: { field: 'form', key: 'login.refused.credentials', text: 'Invalid credentials' },
    }),
  }),
  ...refusal('LOGIN-04: 400 invalid credentials', '400', 'credentials'),
  ...refusal('LOGIN-04: anything else', '403', 'other'),
  ...refusal('LOGIN-04: 422 validation failed', '422', 'validation'),
  ...refusal('LOGIN-04: 429 too many attempts', '429', 'tooMany'),
  ...refusal('LOGIN-04: the server message', '429, in words', 'tooMany', 'Wait a minute'),
  ...refusal('LOGIN-04: 500 server error', '500', 'server'),
  ...refusal('LOGIN-04: the server message', '503', 'other', 'Down for an hour'),
  ...formRows(['submitting'], {
    ref: 'LOGIN-10: the server asks to wait',
    on: 'signIn: 429, to be waited for',
    to: 'waiting',
    does: () => [RESET_CAPTCHA],
    sets: () => ({ refusal: { field: 'form', key: 'login.refused.tooMany', text: 'Slow down', wait: 30 } }),
  }),
  ...formRows(['submitting'], {
    ref: 'LOGIN-10: the server asks to wait',
    on: 'signIn: 503, to be waited for',
    to: 'waiting',
    does: () => [RESET_CAPTCHA],
    sets: () => ({ refusal: { field: 'form', key: 'login.refused.other', wait: 60 } }),
  }),
  ...['hidden', 'over'].map((notice): Row<LoginContext> => ({
    ref: 'LOGIN-10: then the button works again',
    in: at('waiting', notice),
    on: 'after askedPause',
    says: 'the pause that the server asked for is over',
    to: at('editing', notice),
    sets: () => ({ refusal: null }),
    after: ({ refusal: asked }) => (asked?.wait ?? 0) * 1000,
  })),
  ...formRows(['submitting'], {
    ref: 'LOGIN-21: the browser works off what the server asks for, in place of waiting',
    on: 'signIn: 429, to be worked off',
    if: ({ rounds }) => rounds < 2,
    to: 'working',
    does: () => ['work challenge-1'],
    sets: ({ rounds }) => ({ refusal: null, rounds }),
  }),
  ...formRows(['submitting'], {
    ref: 'LOGIN-21: twice for what was submitted; then it is a refusal like any other',
    on: 'signIn: 429, to be worked off',
    to: 'waiting',
    does: () => [RESET_CAPTCHA],
    sets: () => ({ refusal: TOO_MANY, rounds: 0 }),
  }),
  ...formRows(['working'], {
    ref: 'LOGIN-21: the same attempt is sent again, with the work',
    on: 'work: solved',
    says: 'the browser has worked off what the server asks for',
    to: 'submitting',
    does: (_, event) => [
      sends(
        (event.output as { form: Credentials }).form,
        ',"proof_of_work":{"challenge":"challenge-1","solution":"42"}',
      ),
    ],
    sets: ({ rounds }) => ({ rounds: rounds + 1 }),
  }),
  ...formRows(['working'], {
    ref: 'LOGIN-21: without a worker the refusal is shown as it is',
    on: 'work: broken',
    says: 'the browser cannot work off what the server asks for',
    to: 'waiting',
    does: () => [RESET_CAPTCHA],
    sets: () => ({ refusal: TOO_MANY, rounds: 0 }),
  }),
  ...formRows(['working'], {
    ref: 'LOGIN-21: it can be cancelled',
    on: 'cancel',
    to: 'editing',
    does: () => ['stop work'],
    sets: () => ({ refusal: null, rounds: 0 }),
  }),
  ...refusal('PASSKEY-04: the password alone does not open it', '400, a passkey only', 'passkeyRequired'),
  ...formRows(['editing', 'awaitingCode'], {
    ref: 'PASSKEY-01: instead of the form',
    on: 'use a passkey',
    to: 'usingPasskey',
    does: () => ['POST /auth/passkeys/login/options'],
    sets: () => ({ refusal: null, rounds: 0 }),
  }),
  ...formRows(['usingPasskey'], {
    ref: 'PASSKEY-01: it opens the account',
    on: 'passkey: opens',
    says: 'the passkey opens the account',
    to: 'entered',
    does: () => ['ask the device', SENDS_PASSKEY, 'token null', 'enter Ann until 86400000'],
  }),
  ...formRows(['usingPasskey'], {
    ref: 'RESET-05: says that it stopped a reset of the second factor',
    on: 'passkey: opens, and stops a reset',
    says: 'the passkey opens the account and stops a reset of the second factor',
    to: 'entered',
    does: () => [
      'ask the device',
      SENDS_PASSKEY,
      'token null',
      'enter Ann until 86400000',
      saysReset('stopped'),
    ],
  }),
  ...formRows(['usingPasskey'], {
    ref: 'PASSKEY-01: the user or the device did not want to',
    on: 'passkey: none',
    says: 'the browser gives no passkey',
    to: 'editing',
    does: () => ['ask the device'],
    sets: () => ({ refusal: { field: 'form', key: 'login.refused.noPasskey' } }),
  }),
  ...formRows(['usingPasskey'], {
    ref: 'PASSKEY-02: one that opens nothing; what was typed stays',
    on: 'passkey: unknown',
    says: 'the server does not know the passkey',
    to: 'editing',
    does: () => ['ask the device', SENDS_PASSKEY],
    sets: () => ({ refusal: { field: 'form', key: 'login.refused.passkeyUnknown' } }),
  }),
  ...formRows(['usingPasskey'], {
    ref: 'LOGIN-04: the server message',
    on: 'passkey: too many',
    to: 'editing',
    sets: () => ({ refusal: { field: 'form', key: 'login.refused.tooMany', text: 'No' } }),
  }),
  ...formRows(['usingPasskey'], {
    ref: 'LOGIN-04: anything else, with its reason',
    on: 'passkey: out of reach',
    says: 'the server cannot be reached for the passkey',
    to: 'editing',
    sets: () => ({ refusal: { field: 'form', key: 'login.refused.unreachable' } }),
  }),
  ...formRows(['usingPasskey'], {
    ref: 'PASSKEY-01: it can be cancelled',
    on: 'cancel',
    to: 'editing',
    does: () => ['abort POST /auth/passkeys/login/options'],
  }),
  ...refusal('LOGIN-04: anything else', 'unreadable', 'other'),
  ...refusal('LOGIN-04: anything else, with its reason', 'no answer', 'unreachable'),
  ...refusal('LOGIN-04: anything else, with its reason', 'silence', 'timeout'),
];

type Machine = typeof loginMachine;
type Ending = Outcome<SnapshotFrom<Machine>>;

const NOW = Date.UTC(2026, 0, 5, 12);
const SECRETS = ['Correct horse 1', '123456', 'captcha-1', 'token-1'] as const;
const [PASSWORD, CODE, CAPTCHA, TOKEN] = SECRETS;

const plain: Credentials = { email: 'ann@example.org', password: PASSWORD, code: '', captchaToken: '' };
const withCode: Credentials = { ...plain, code: CODE, captchaToken: CAPTCHA };

const wireLogin = { user_id: 'a1', email: 'ann@example.org', username: 'Ann', expires_in: 86_400 };
const SESSION = { user: someUser(), expiresAt: NOW + 86_400_000 };

const refusedWith = (failure: Failure, hadCode = false) =>
  ({ session: null, refusal: loginRefusal(failure, hadCode), reset: null, codesLeft: null }) as const;
const entered = (part: Partial<SignInOutput> = {}): SignInOutput => ({
  session: SESSION,
  refusal: null,
  isUnknown: false,
  codesLeft: null,
  reset: null,
  ...part,
});

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
    done: { ...refusedWith(failure, hadCode), isUnknown: status === 401 },
  };
}

/** The answer whose refusal can be worked off (LOGIN-21). */
const challenges = (credentials: Credentials): Ending => ({
  name: '429, to be worked off',
  reply: { status: 429, body: { message: 'Slow down', proof_of_work: CHALLENGE }, retryAfter: 30 },
  done: {
    ...refusedWith(ASKS_FOR_WORK),
    isUnknown: false,
    codesLeft: null,
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
  done: refusedWith({
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
    done: { session: SESSION, refusal: null, reset: null, codesLeft: null },
  },
  {
    name: 'opens, and stops a reset',
    reply: {
      options: OPTIONS,
      device: given,
      last: { status: 200, body: { ...wireLogin, two_factor_reset: 'stopped' } },
    } satisfies DeviceScript,
    done: { session: SESSION, refusal: null, reset: 'stopped', codesLeft: null },
  },
  {
    name: 'none',
    reply: { options: OPTIONS, device: { ok: false, reason: 'none' } } satisfies DeviceScript,
    done: { session: null, refusal: NO_PASSKEY, reset: null, codesLeft: null },
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
  { name: 'accepted', reply: { status: 200, body: wireLogin }, done: entered() },
  {
    name: 'accepted, with a recovery code',
    reply: { status: 200, body: { ...wireLogin, recovery_codes_left: 9 } },
    done: entered({ codesLeft: hasRecoveryCodes ? 9 : null }),
  },
  ...(['done', 'stopped'] as const).map((reset) => ({
    name: `accepted, a reset is ${reset}`,
    reply: { status: 200, body: { ...wireLogin, two_factor_reset: reset } },
    done: entered({ reset }),
  })),
  {
    name: 'accepted, with a token',
    reply: { status: 200, body: { ...wireLogin, access_token: TOKEN } },
    done: entered(),
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
  refuses(`400 about two-factor${hadCode ? ', of a code' : ''}`, hadCode, 400, '2FA code required'),
  refuses(`401 about two-factor${hadCode ? ', of a code' : ''}`, hadCode, 401, 'Invalid 2fa code'),
  fails(
    '500',
    { status: 500, body: undefined },
    { status: 500, code: 'server', retryable: false, cause: 'login 500' },
  ),
  fails(
    '503',
    { status: 503, body: { message: 'Down for an hour' } },
    { status: 503, text: 'Down for an hour', code: 'server', retryable: false, cause: 'login 503' },
  ),
  fails(
    '503, to be waited for',
    { status: 503, body: {}, retryAfter: 60 },
    { status: 503, retryAfter: 60, code: 'server', retryable: false, cause: 'login 503' },
  ),
  fails(
    'unreadable',
    { status: 200, body: { user_id: 'a1' } },
    { status: 200, code: 'unreadable', retryable: false, cause: 'login 200' },
  ),
  fails('no answer', 'noAnswer', { code: 'unreachable', retryable: false, cause: 'TypeError' }),
  fails('silence', 'silence', { code: 'timeout', retryable: false, cause: 'AbortError' }),
];

function sut(hasRecoveryCodes: boolean): Sut<Machine> {
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
    {
      name: 'submit',
      says: 'the user presses the button to sign in',
      event: { type: 'user.submit', credentials },
    },
    { name: 'edit', says: 'the user changes the form', event: { type: 'user.edit' } },
    {
      name: 'use a passkey',
      says: 'the user chooses to sign in with a passkey',
      event: { type: 'user.usePasskey' },
    },
    { name: 'cancel', says: 'the user leaves the question for a code', event: { type: 'user.cancel' } },
  ],
  outcomes: {
    signIn: [...endings(credentials.code !== '', hasRecoveryCodes), challenges(credentials)],
    work: workEndings(credentials),
    passkey: passkeyEndings,
  },
  // The notice was there first and is over before any pause.
  timer: (snapshot, name) => name !== 'askedPause' || !snapshot.matches({ notice: 'shown' }),
  sut: () => sut(hasRecoveryCodes),
});

export const loginModel: MachineModel<Machine> = {
  name: 'login',
  machine: loginMachine,
  states: {
    'form.editing': 'the login form is open',
    'form.submitting': 'the sign-in is on its way',
    'form.working': 'the browser works off what the server asks for',
    'form.entered': 'the user is in',
    'form.waiting': 'the form waits until the next try is allowed',
    'form.awaitingCode': 'the form asks for a code of the second factor',
    'form.usingPasskey': 'the browser asks for a passkey',
    'notice.hidden': 'no notice is shown',
    'notice.shown': 'the notice is shown',
    'notice.over': 'the notice is gone',
  },
  says: {
    'signIn: accepted, a reset is done': 'the server lets the user in, and the second factor has been reset',
    'signIn: accepted, a reset is stopped':
      'the server lets the user in, and a reset of the second factor is stopped',
  },
  services: { signIn: 'the sign-in', passkey: 'the passkey' },
  endings: {
    '400': 'is refused as wrong (400)',
    '400 about two-factor': 'is refused until a code of the second factor comes (400)',
    '400 about two-factor, of a code': 'is refused with its code of the second factor (400)',
    '400, a passkey only': 'is refused without a passkey (400)',
    '401': 'is refused, because e-mail or password is wrong (401)',
    '401 about two-factor': 'is refused until a right code of the second factor comes (401)',
    '401 about two-factor, of a code': 'is refused with its code of the second factor (401)',
    '401, in words': "is refused with the server's own words (401)",
    '403': 'is forbidden (403)',
    '422': 'is refused, because something typed is not valid (422)',
    '429, in words': "is refused with the server's own words, because there were too many (429)",
    '429, to be waited for': 'is refused for a time, because there were too many (429)',
    '429, to be worked off': 'is refused until the browser has worked something off (429)',
    '503, to be waited for': 'fails for a time, because the server is down (503)',
  },
  variants: [
    variant('without a code', false, plain),
    variant('with a code', false, withCode, true),
    variant('after registration', true, plain),
  ],
  requirements,
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
  selectors: {
    from: selectors,
    rules: {
      isAwaitingCode: /form\.awaitingCode/,
      isFactorMissing: ({ refusal }: LoginContext, state) =>
        /form\.awaitingCode/.test(state) || refusal?.key === 'login.refused.passkeyRequired',
    },
  },
  tags: { busy: /form\.(submitting|working|usingPasskey)/, failed: /form\.awaitingCode/ },
};
