import type { SnapshotFrom } from 'xstate';
import { recoveryImplementations } from '../../src/machines/access/access.actors.ts';
import { succeeded } from '../../src/domain/result.ts';
import {
  recoveryMachine,
  type Recovery,
  type RecoveryContext,
} from '../../src/machines/access/recovery.machine.ts';
import * as selectors from '../../src/machines/access/recovery.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { asksForWork, formOutages, formRefusal, workEnds } from './tools/endings.ts';
import { TestClock } from './tools/clock.ts';
import type { Outcome } from './tools/explore.ts';
import { recordEmitted, scriptedNetwork, scriptedSolver, type Reply, type WorkEnd } from './tools/ports.ts';
import type { RequirementRef, Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof recoveryMachine;
type Ending = Outcome<SnapshotFrom<Machine>>;

const PASSWORD = 'Correct horse 1';
const KEY = 'cd'.repeat(32);
const CODE = '123456';
const recovery: Recovery = {
  email: 'ann@example.org',
  recoveryKey: KEY,
  password: PASSWORD,
  confirmation: PASSWORD,
  code: '',
};
const withCode: Recovery = { ...recovery, code: CODE };
const VARIANTS = [
  { name: 'without a code', form: recovery },
  { name: 'with a code', form: withCode },
] as const;

function endingsOf(form: Recovery): readonly Ending[] {
  return [
    asksForWork(form),
    { name: 'done', reply: { status: 200, body: { message: 'Changed' } }, done: succeeded(null) },
    formRefusal('wrong key', 401, { message: 'No account', code: 'RECOVERY_KEY_WRONG' }),
    formRefusal('code wanted', 400, { message: '2FA code required', code: 'TWO_FACTOR_REQUIRED' }),
    formRefusal('passkey wanted', 400, { message: 'Confirm with your passkey.', code: 'PASSKEY_REQUIRED' }),
    formRefusal('password common', 422, { message: 'Choose another.', code: 'PASSWORD_COMMON' }),
    formRefusal('refused in words', 422, { message: 'Too short.' }),
    ...formOutages('recoverPassword'),
  ];
}

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const solver = scriptedSolver(effects);
  return {
    machine: recoveryMachine.provide(
      recoveryImplementations({ http: network.http, solveWork: solver.solve }),
    ),
    clock: new TestClock(),
    settle: (invokeId, { reply }) =>
      invokeId === 'work' ? solver.end(reply as WorkEnd) : network.reply(reply as Reply),
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => [...network.open(), ...solver.open()],
  };
}

const sends = (code: string, worked = ''): string =>
  `POST /auth/recover {"email":"ann@example.org","recovery_key":"${KEY}","new_password":"${PASSWORD}","confirm_password":"${PASSWORD}","two_factor_code":"${code}"${worked}}`;

const refusal = (ref: RequirementRef, on: string, key: string, text?: string): Row<RecoveryContext> => ({
  ref,
  in: 'submitting',
  on: `recover: ${on}`,
  to: 'editing',
  sets: ({ asksForCode }) => ({
    refusal: { field: 'form', key, ...(text === undefined ? {} : { text }) },
    asksForCode,
    rounds: 0,
  }),
});

const requirements: readonly Row<RecoveryContext>[] = [
  {
    ref: 'FORGOT-03: the form',
    in: '',
    on: '(start)',
    to: 'editing',
    sets: () => ({ refusal: null, asksForCode: false, rounds: 0 }),
  },
  ...(
    [
      ['submit', ''],
      ['submit with code', CODE],
    ] as const
  ).map(([on, code]): Row<RecoveryContext> => ({
    ref: 'FORGOT-04: one press, one write',
    in: 'editing',
    on,
    to: 'submitting',
    does: () => [sends(code)],
    sets: () => ({ refusal: null, rounds: 0 }),
  })),
  {
    ref: 'NAV-13: errors clear when the field is edited',
    in: 'editing',
    on: 'edit',
    sets: () => ({ refusal: null, rounds: 0 }),
  },
  { ref: 'FORGOT-04: the page says so', in: 'submitting', on: 'recover: done', to: 'recovered' },
  {
    ref: 'FORGOT-06: the browser works off what the server asks for, in place of waiting',
    in: 'submitting',
    on: 'recover: to be worked off',
    if: ({ rounds }) => rounds < 2,
    to: 'working',
    does: () => ['work challenge-1'],
  },
  refusal(
    'FORGOT-06: twice for what was submitted',
    'to be worked off',
    'recover.refused.other',
    'Slow down',
  ),
  ...(
    [
      ['work: solved', ''],
      ['work: solved, with a code', CODE],
    ] as const
  ).map(([on, code]): Row<RecoveryContext> => ({
    ref: 'FORGOT-06: the same is sent again, with the work',
    in: 'working',
    on,
    to: 'submitting',
    does: () => [sends(code, ',"proof_of_work":{"challenge":"challenge-1","solution":"42"}')],
    sets: ({ rounds }) => ({ rounds: rounds + 1 }),
  })),
  {
    ref: 'FORGOT-06: without a worker the refusal is shown as it is',
    in: 'working',
    on: 'work: broken',
    to: 'editing',
    sets: () => ({ refusal: { field: 'form', key: 'recover.refused.other', text: 'Slow down' }, rounds: 0 }),
  },
  {
    ref: 'FORGOT-06: it can be cancelled',
    in: 'working',
    on: 'cancel',
    to: 'editing',
    does: () => ['stop work'],
    sets: () => ({ refusal: null, rounds: 0 }),
  },
  refusal('FORGOT-06: a wrong key and an unknown email read alike', 'wrong key', 'recover.refused.key'),
  {
    ref: 'FORGOT-05: the field for the code comes, and stays',
    in: 'submitting',
    on: 'recover: code wanted',
    to: 'editing',
    sets: ({ asksForCode }) => ({
      refusal: { field: 'code', key: `login.refused.${asksForCode ? 'codeWrong' : 'codeRequired'}` },
      asksForCode: true,
      rounds: 0,
    }),
  },
  refusal('FORGOT-05: a passkey is asked for in words of ours', 'passkey wanted', 'recover.refused.passkey'),
  refusal('LOGIN-19: easy to guess, in words of ours', 'password common', 'register.refused.common'),
  refusal('FORGOT-04: server message', 'refused in words', 'recover.refused.other', 'Too short.'),
  ...['server down', 'no answer', 'silence'].map((name) =>
    refusal('LOST-01: the new password may be set', name, 'recover.refused.unknown'),
  ),
];

export const recoveryModel: MachineModel<Machine> = {
  name: 'recovery',
  machine: recoveryMachine,
  states: {
    editing: 'the form is open',
    submitting: 'the key and the new password are on their way',
    working: 'the browser works off what the server asks for',
    recovered: 'the page says that the password is the new one',
  },
  services: { recover: 'the recovery' },
  endings: {
    done: 'is done',
    'wrong key': 'is refused, because no account has this key',
    'code wanted': 'is refused until a code of the second factor comes',
    'passkey wanted': 'is refused until the passkey confirms it',
    'password common': 'is refused, because the password is too common',
    'refused in words': "is refused with the server's own words",
    'to be worked off': 'is refused until the browser has worked something off',
  },
  variants: VARIANTS.map(({ name, form }) => ({
    name,
    events: [
      {
        name: form.code === '' ? 'submit' : 'submit with code',
        says: `the user presses the button that sets the new password${form.code === '' ? '' : ', with a code'}`,
        event: { type: 'user.submit', recovery: form },
      },
      { name: 'edit', says: 'the user changes the form', event: { type: 'user.edit' } },
      { name: 'cancel', says: 'the user cancels', event: { type: 'user.cancel' } },
    ],
    outcomes: {
      recover: endingsOf(form),
      work: workEnds(form, form.code === '' ? 'solved' : 'solved, with a code'),
    },
    sut,
  })),
  requirements,
  invariant: ({ context }) =>
    [PASSWORD, KEY, CODE].some((secret) => JSON.stringify(context).includes(secret))
      ? 'a secret is kept'
      : undefined,
  selectors: {
    from: selectors,
    rules: {
      asksForCode: { context: 'asksForCode' },
      isRecoveryFactorMissing: ({ asksForCode, refusal: shown }: RecoveryContext) =>
        asksForCode || shown?.key === 'recover.refused.passkey',
    },
  },
  tags: { busy: /^(submitting|working)/ },
};
