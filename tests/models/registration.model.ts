import type { SnapshotFrom } from 'xstate';
import { registrationImplementations } from '../../src/machines/access/access.actors.ts';
import { succeeded } from '../../src/domain/result.ts';
import {
  registrationMachine,
  type NewAccount,
  type RegistrationContext,
} from '../../src/machines/access/registration.machine.ts';
import * as selectors from '../../src/machines/access/registration.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { asksForWork, formOutages, formRefusal, workEnds } from './tools/endings.ts';
import { TestClock } from './tools/clock.ts';
import type { Outcome } from './tools/explore.ts';
import { recordEmitted, scriptedNetwork, scriptedSolver, type Reply, type WorkEnd } from './tools/ports.ts';
import type { RequirementRef, Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof registrationMachine;
type Ending = Outcome<SnapshotFrom<Machine>>;

const PASSWORD = 'Correct horse 1';
const account: NewAccount = {
  email: 'ann@example.org',
  username: 'Ann',
  password: PASSWORD,
  confirmation: PASSWORD,
};

const register: readonly Ending[] = [
  asksForWork(account),
  { name: 'created', reply: { status: 201, body: { message: 'Created' } }, done: succeeded(null) },
  formRefusal('refused', 400, {}),
  formRefusal('refused in words', 422, { message: 'The password is too common.' }),
  formRefusal('password common', 422, { message: 'Choose another password.', code: 'PASSWORD_COMMON' }),
  formRefusal('email taken', 409, { message: 'There is an account.', code: 'EMAIL_TAKEN' }),
  formRefusal('email bad', 422, { message: 'No such email.', code: 'INVALID_EMAIL' }),
  formRefusal('username taken', 409, { message: 'Choose another.', code: 'USERNAME_TAKEN' }),
  formRefusal('username bad', 422, { message: 'Bad name.', code: 'INVALID_USERNAME' }),
  formRefusal('too many', 429, { message: 'Slow down' }),
  ...formOutages('register'),
];

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const solver = scriptedSolver(effects);
  return {
    machine: registrationMachine.provide(
      registrationImplementations({
        http: network.http,
        solveWork: solver.solve,
        noteAccount: () => undefined,
      }),
    ),
    clock: new TestClock(),
    settle: (invokeId, { reply }) =>
      invokeId === 'work' ? solver.end(reply as WorkEnd) : network.reply(reply as Reply),
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => [...network.open(), ...solver.open()],
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

const sends = (worked = ''): string =>
  `POST /auth/register {"email":"ann@example.org","username":"Ann","password":"${PASSWORD}","confirm_password":"${PASSWORD}"${worked}}`;

const requirements: readonly Row<RegistrationContext>[] = [
  { ref: 'LOGIN-07: idle', in: '', on: '(start)', to: 'editing', sets: () => ({ refusal: null }) },
  {
    ref: 'LOGIN-03: submitting',
    in: 'editing',
    on: 'submit',
    to: 'submitting',
    does: () => [sends()],
    sets: () => ({ refusal: null, rounds: 0 }),
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
  {
    ref: 'LOGIN-21: the browser works off what the server asks for, in place of waiting',
    in: 'submitting',
    on: 'register: to be worked off',
    if: ({ rounds }) => rounds < 2,
    to: 'working',
    does: () => ['work challenge-1'],
    sets: ({ rounds }) => ({ refusal: null, rounds }),
  },
  refusal('LOGIN-21: twice for what was submitted', 'to be worked off', 'form', 'other', 'Slow down'),
  {
    ref: 'LOGIN-21: the same is sent again, with the work',
    in: 'working',
    on: 'work: solved',
    to: 'submitting',
    does: () => [sends(',"proof_of_work":{"challenge":"challenge-1","solution":"42"}')],
    sets: ({ rounds }) => ({ rounds: rounds + 1 }),
  },
  {
    ref: 'LOGIN-21: without a worker the refusal is shown as it is',
    in: 'working',
    on: 'work: broken',
    to: 'editing',
    sets: () => ({ refusal: { field: 'form', key: 'register.refused.other', text: 'Slow down' }, rounds: 0 }),
  },
  {
    ref: 'LOGIN-21: it can be cancelled',
    in: 'working',
    on: 'cancel',
    to: 'editing',
    does: () => ['stop work'],
    sets: () => ({ refusal: null, rounds: 0 }),
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
];

export const registrationModel: MachineModel<Machine> = {
  name: 'registration',
  machine: registrationMachine,
  states: {
    editing: 'the form is open',
    submitting: 'the registration is on its way',
    working: 'the browser works off what the server asks for',
    created: 'the account exists, and the login follows',
  },
  services: { register: 'the registration' },
  endings: {
    created: 'is done, and the account exists',
    'email bad': 'is refused, because the e-mail address is not valid',
    'email taken': 'is refused, because the e-mail address is taken',
    'username bad': 'is refused, because the user name is not valid',
    'username taken': 'is refused, because the user name is taken',
    'password common': 'is refused, because the password is too common',
    'refused in words': "is refused with the server's own words",
    'to be worked off': 'is refused until the browser has worked something off',
  },
  variants: [
    {
      name: 'a visitor',
      events: [
        {
          name: 'submit',
          says: 'the user presses the button to register',
          event: { type: 'user.submit', account },
        },
        { name: 'edit', says: 'the user changes the form', event: { type: 'user.edit' } },
        { name: 'cancel', says: 'the user cancels', event: { type: 'user.cancel' } },
      ],
      outcomes: { register, work: workEnds(account) },
      sut,
    },
  ],
  requirements,
  invariant: (snapshot) => {
    const isBusy = snapshot.matches('submitting') || snapshot.matches('working');
    if (snapshot.hasTag('busy') !== isBusy) return 'busy is said at the wrong time';
    return JSON.stringify(snapshot.context).includes(PASSWORD) ? 'the password is kept' : undefined;
  },
  selectors: { from: selectors, rules: {} },
  tags: { busy: /^(submitting|working)/ },
};
