import { lostFactorImplementations } from '../../src/machines/access/access.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import { refused, succeeded } from '../../src/domain/result.ts';
import { lostFactorMachine, type LostFactorContext } from '../../src/machines/access/lostFactor.machine.ts';
import type { Credentials } from '../../src/machines/access/login.machine.ts';
import * as selectors from '../../src/machines/access/lostFactor.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { recordEmitted, scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof lostFactorMachine;

const PASSWORD = 'Correct horse 1';
const RESET_AT = Date.UTC(2026, 0, 12, 12);
const credentials: Credentials = {
  email: 'ann@example.org',
  password: PASSWORD,
  code: '123456',
  captchaToken: 'captcha-1',
};
const KEY = 'cd'.repeat(32);
const BY_KEY = `POST /auth/2fa/reset {"email":"ann@example.org","recovery_key":"${KEY}"}`;
/** No code is sent: there is none. */
const SENDS =
  'POST /auth/2fa/reset {"email":"ann@example.org","password":"Correct horse 1","turnstile_token":"captcha-1"}';

const WRONG: Failure = {
  status: 401,
  code: 'unauthorized',
  retryable: false,
  text: 'Invalid credentials',
  serverCode: 'INVALID_CREDENTIALS',
};
const TOO_MANY: Failure = {
  status: 429,
  code: 'tooMany',
  retryable: true,
  text: 'Slow down',
  retryAfter: 30,
};
const UNREACHABLE: Failure = { code: 'unreachable', retryable: false, cause: 'TypeError' };

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('the session ends'));
  return {
    machine: lostFactorMachine.provide(lostFactorImplementations({ http: network.http })),
    clock: new TestClock(),
    settle: (_, { reply }) => network.reply(reply as Reply),
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    // A sent request continues when the page is left.
    leaks: () => [],
  };
}

const RESET_CAPTCHA = 'captcha.reset {}';
const ROWS: readonly Row<LostFactorContext>[] = [
  { ref: 'RESET-01', in: '', on: '(start)', to: 'closed', sets: () => ({ resetAt: null, failure: null }) },
  {
    ref: 'RESET-01: what it does is said before it is asked for',
    in: 'closed',
    on: 'open',
    to: 'offering',
    sets: () => ({ failure: null }),
  },
  {
    ref: 'RESET-01: one press, one write; the password goes along, and no code',
    in: 'offering',
    on: 'ask',
    to: 'asking',
    does: () => [SENDS],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'FORGOT-07: the recovery key goes along in place of the password',
    in: 'offering',
    on: 'ask with key',
    to: 'asking',
    does: () => [BY_KEY],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'RESET-01: says from when on it can be used',
    in: 'asking',
    on: 'ask: noted',
    to: 'noted',
    does: () => [RESET_CAPTCHA],
    sets: () => ({ resetAt: RESET_AT, failure: null }),
  },
  {
    ref: 'RESET-03: a wrong password, like at the login; nothing else is told',
    in: 'asking',
    on: 'ask: wrong password',
    to: 'offering',
    does: () => [RESET_CAPTCHA],
    sets: () => ({ failure: WRONG }),
  },
  {
    ref: 'RESET-03: too many attempts',
    in: 'asking',
    on: 'ask: too many',
    to: 'offering',
    does: () => [RESET_CAPTCHA],
    sets: () => ({ failure: TOO_MANY }),
  },
  {
    ref: 'RESET-03: it may have been noted; asking again changes nothing',
    in: 'asking',
    on: 'ask: no answer',
    to: 'offering',
    does: () => [RESET_CAPTCHA],
    sets: () => ({ failure: UNREACHABLE }),
  },
  {
    ref: 'RESET-01: the user signs in another way, or goes on',
    in: ['offering', 'noted'],
    on: 'close',
    to: 'closed',
  },
];

const EVENTS: readonly EventCase<Machine>[] = [
  { name: 'open', says: 'the user reports that the second factor is lost', event: { type: 'user.open' } },
  { name: 'close', says: 'the user closes the offer', event: { type: 'user.close' } },
];
const ASK: EventCase<Machine> = {
  name: 'ask',
  says: 'the user asks for the reset',
  event: { type: 'user.ask', credentials },
};
const ASK_BY_KEY: EventCase<Machine> = {
  name: 'ask with key',
  says: 'the user asks for the reset with a recovery key',
  event: { type: 'user.ask', credentials: { email: credentials.email, recoveryKey: KEY } },
};
const ASKED: readonly Outcome[] = [
  {
    name: 'noted',
    reply: { status: 200, body: { reset_at: new Date(RESET_AT).toISOString() } },
    done: succeeded(RESET_AT),
  },
  {
    name: 'wrong password',
    reply: { status: 401, body: { message: WRONG.text, code: WRONG.serverCode } },
    done: refused(WRONG),
  },
  {
    name: 'too many',
    reply: { status: 429, body: { message: 'Slow down' }, retryAfter: 30 },
    done: refused(TOO_MANY),
  },
  { name: 'no answer', reply: 'noAnswer', error: new OutageError(UNREACHABLE) },
];

export const lostFactorModel: MachineModel<Machine> = {
  name: 'lostFactor',
  machine: lostFactorMachine,
  states: {
    closed: 'only a button speaks of it',
    offering: 'the page says what a reset does',
    asking: 'the request is on its way, once',
    noted: 'the page says from when on the password alone signs in',
  },
  services: { ask: 'the request for the reset' },
  endings: { noted: 'is noted' },
  variants: [
    { name: 'at the login', events: [...EVENTS, ASK], outcomes: { ask: ASKED }, sut },
    { name: 'with a recovery key', events: [...EVENTS, ASK_BY_KEY], outcomes: { ask: ASKED }, sut },
  ],
  requirements: ROWS,
  invariant: ({ context }) =>
    [PASSWORD, 'captcha-1', KEY].some((secret) => JSON.stringify(context).includes(secret))
      ? 'a secret is kept'
      : undefined,
  selectors: {
    from: selectors,
    rules: { isLostFactorOpen: /offering|asking|noted/, isOfferingReset: /offering|asking/ },
  },
  tags: { busy: /asking/ },
};
