import type { SnapshotFrom } from 'xstate';
import { registrationImplementations } from '../../../src/machines/access/access.actors.ts';
import { OutageError, type Failure } from '../../../src/domain/failure.ts';
import { refused, succeeded } from '../../../src/domain/result.ts';
import {
  registrationMachine,
  type NewAccount,
  type RegistrationContext,
} from '../../../src/machines/access/index.ts';
import type { MachineModel } from '../tools/model.ts';
import { TestClock } from '../tools/clock.ts';
import type { Outcome } from '../tools/explore.ts';
import { recordEmitted, scriptedNetwork, type Reply } from '../tools/ports.ts';
import { specTable, type RequirementRef, type Row } from '../tools/spec.ts';
import type { World } from '../tools/walk.ts';

type Machine = typeof registrationMachine;
type Ending = Outcome<SnapshotFrom<Machine>>;

const PASSWORD = 'Correct horse 1';
const account: NewAccount = {
  email: 'ann@example.org',
  username: 'Ann',
  password: PASSWORD,
  confirmation: PASSWORD,
};

const refuses = (name: string, status: number, body: { message?: string; code?: string }): Ending => {
  const failure: Failure = {
    status,
    code: ({ 401: 'unauthorized', 429: 'tooMany' } as const)[status] ?? 'refused',
    retryable: status === 429,
    ...(body.message === undefined ? {} : { text: body.message }),
    ...(body.code === undefined ? {} : { serverCode: body.code }),
  };
  return { name, reply: { status, body }, done: refused(failure) };
};
const fails = (name: string, reply: Reply, failure: Failure): Ending => ({
  name,
  reply,
  error: new OutageError(failure),
});

const register: readonly Ending[] = [
  { name: 'created', reply: { status: 201, body: { message: 'Created' } }, done: succeeded(null) },
  refuses('refused', 400, {}),
  refuses('refused in words', 422, { message: 'The password is too common.' }),
  refuses('password common', 422, { message: 'Choose another password.', code: 'PASSWORD_COMMON' }),
  refuses('email taken', 409, { message: 'There is an account.', code: 'EMAIL_TAKEN' }),
  refuses('email bad', 422, { message: 'No such email.', code: 'INVALID_EMAIL' }),
  refuses('username taken', 409, { message: 'Choose another.', code: 'USERNAME_TAKEN' }),
  refuses('username bad', 422, { message: 'Bad name.', code: 'INVALID_USERNAME' }),
  refuses('too many', 429, { message: 'Slow down' }),
  fails(
    'server down',
    { status: 500, body: undefined },
    {
      status: 500,
      code: 'server',
      retryable: false,
      cause: 'register 500',
    },
  ),
  fails('no answer', 'noAnswer', { code: 'unreachable', retryable: false, cause: 'TypeError' }),
  fails('silence', 'silence', { code: 'timeout', retryable: false, cause: 'AbortError' }),
];

function world(): World<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  return {
    machine: registrationMachine.provide(registrationImplementations({ http: network.http })),
    clock: new TestClock(),
    settle: (_invokeId, outcome) => network.reply(outcome.reply as Reply),
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => network.open(),
  };
}

const refusal = (
  ref: RequirementRef,
  on: string,
  field: string,
  key: string,
  text?: string,
): Row<RegistrationContext> => ({
  ref,
  in: 'submitting',
  on: `register: ${on}`,
  to: 'editing',
  sets: () => ({
    refusal: { field, key: `register.refused.${key}`, ...(text === undefined ? {} : { text }) },
  }),
});

const spec = () =>
  specTable<RegistrationContext>([
    { ref: 'LOGIN-07: idle', in: '', on: '(start)', to: 'editing', sets: () => ({ refusal: null }) },
    {
      ref: 'LOGIN-03: submitting',
      in: 'editing',
      on: 'submit',
      to: 'submitting',
      does: () => [
        `POST /auth/register {"email":"ann@example.org","username":"Ann","password":"${PASSWORD}","confirm_password":"${PASSWORD}"}`,
      ],
      sets: () => ({ refusal: null }),
    },
    {
      ref: 'LOGIN-03: errors clear when the field is edited',
      in: 'editing',
      on: 'edit',
      sets: () => ({ refusal: null }),
    },
    {
      ref: 'LOGIN-09: to /login with the notice',
      in: 'submitting',
      on: 'register: created',
      to: 'created',
      does: () => ['navigate {"notice":"accountCreated","passesWay":true,"to":"/login"}'],
    },
    refusal('LOGIN-13: registration failed', 'refused', 'form', 'other'),
    refusal('LOGIN-13: server message', 'refused in words', 'form', 'other', 'The password is too common.'),
    refusal('LOGIN-19: easy to guess, in words of ours', 'password common', 'form', 'common'),
    refusal('LOGIN-13: server message', 'email taken', 'email', 'other', 'There is an account.'),
    refusal('LOGIN-13: server message', 'email bad', 'email', 'other', 'No such email.'),
    refusal('LOGIN-13: server message', 'username taken', 'username', 'other', 'Choose another.'),
    refusal('LOGIN-13: server message', 'username bad', 'username', 'other', 'Bad name.'),
    refusal('LOGIN-13: server message', 'too many', 'form', 'other', 'Slow down'),
    refusal('LOST-01: the account may exist', 'server down', 'form', 'unknown'),
    refusal('LOST-01: an answer that is lost', 'no answer', 'form', 'unknown'),
    refusal('LOST-01: an answer that is lost', 'silence', 'form', 'unknown'),
  ]);

export const registrationModel: MachineModel<Machine> = {
  name: 'registration',
  machine: registrationMachine,
  variants: [
    {
      name: 'a visitor',
      events: [
        { name: 'submit', event: { type: 'user.submit', account } },
        { name: 'edit', event: { type: 'user.edit' } },
      ],
      outcomes: { register },
      world,
    },
  ],
  spec,
  invariant: (snapshot) => {
    if (snapshot.hasTag('busy') !== snapshot.matches('submitting')) return 'busy is said at the wrong time';
    return JSON.stringify(snapshot.context).includes(PASSWORD) ? 'the password is kept' : undefined;
  },
};
