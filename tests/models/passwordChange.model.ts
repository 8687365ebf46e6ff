import { passwordChangeImplementations } from '../../src/machines/account/account.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import {
  passwordChangeMachine,
  selectFailedField,
  type PasswordChangeContext,
  type PasswordChangeOutput,
} from '../../src/machines/account/passwordChange.machine.ts';
import * as selectors from '../../src/machines/account/passwordChange.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { AnyEvent, EventCase, Outcome } from './tools/explore.ts';
import { recordEmitted, scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof passwordChangeMachine;

const OLD = 'canary-old-Pass1';
const NEW = 'canary-new-Pass2';

const submit = (name: string, says: string, twoFactorCode: string): EventCase<Machine> => ({
  name,
  says,
  event: { type: 'user.submit', oldPassword: OLD, newPassword: NEW, confirmPassword: NEW, twoFactorCode },
});
const request = (code: string): string => {
  const body = { old_password: OLD, new_password: NEW, confirm_password: NEW };
  return `POST /auth/change-password ${JSON.stringify(code === '' ? body : { ...body, two_factor_code: code })}`;
};

const refused = (name: string, reply: Reply, failure: Failure): Outcome => ({
  name,
  reply,
  done: { ok: false, failure },
});
const lost = (name: string, reply: Reply, failure: Failure): Outcome => ({
  name,
  reply,
  error: new OutageError(failure),
});

const DEFECT = new TypeError('a defect');
const breaking: Reply = {
  status: 200,
  get body(): unknown {
    throw DEFECT;
  },
};

const change: readonly Outcome[] = [
  {
    name: 'changed',
    reply: { status: 200, body: { message: 'Password changed.' } },
    done: { ok: true, value: 'Password changed.' },
  },
  { name: 'changed in silence', reply: { status: 204, body: undefined }, done: { ok: true, value: null } },
  refused(
    'wrong password',
    { status: 401, body: { message: 'Wrong password' } },
    { status: 401, text: 'Wrong password', code: 'unauthorized', retryable: false },
  ),
  refused(
    'code wanted',
    { status: 400, body: { error: '2FA code required' } },
    { status: 400, text: '2FA code required', code: 'refused', retryable: false },
  ),
  refused(
    'weak',
    { status: 422, body: { message: 'Too weak', code: 'PASSWORD_REQUIREMENTS' } },
    { status: 422, text: 'Too weak', serverCode: 'PASSWORD_REQUIREMENTS', code: 'refused', retryable: false },
  ),
  refused(
    'too many',
    { status: 429, body: {}, retryAfter: 60 },
    { status: 429, retryAfter: 60, code: 'tooMany', retryable: true },
  ),
  lost(
    'server down',
    { status: 503, body: undefined },
    { status: 503, code: 'server', retryable: false, cause: 'changePassword 503' },
  ),
  lost('no answer', 'noAnswer', { code: 'unreachable', retryable: false, cause: 'TypeError' }),
  lost('silence', 'silence', { code: 'timeout', retryable: false, cause: 'AbortError' }),
  { ...lost('defect', breaking, { code: 'internal', retryable: false, cause: 'TypeError', status: 200 }) },
];

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  return {
    machine: passwordChangeMachine.provide(
      passwordChangeImplementations({
        http: network.http,
        invalidateAccount: () => effects.push('account outdated'),
      }),
    ),
    clock: new TestClock(),
    settle: (_id, outcome) => network.reply(outcome.reply as Reply),
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => network.open(),
  };
}

const failureIn = (event: AnyEvent): Failure => {
  const output = event.output as PasswordChangeOutput;
  if (output.ok) throw new Error('not a refusal');
  return output.failure;
};

const RESTING = ['editing', 'changed', 'refused', 'outcomeUnknown'] as const;
const CHANGED = [
  'account outdated',
  'toast {"key":"account:toast.passwordChanged","kind":"success"}',
  'form.clear {}',
];

const requirements: readonly Row<PasswordChangeContext>[] = [
  { ref: 'ACCOUNT-04', in: '', on: '(start)', to: 'editing', sets: () => ({ failure: null, answer: null }) },
  ...(
    [
      ['ACCOUNT-04', 'submit', ''],
      ['ACCOUNT-09: with a code', 'submit with code', '123456'],
    ] as const
  ).map(([ref, on, code]): Row<PasswordChangeContext> => ({
    ref,
    in: RESTING,
    on,
    to: 'changing',
    does: () => [request(code)],
    sets: () => ({ failure: null, answer: null }),
  })),
  {
    ref: 'ACCOUNT-04: 2: what the server said',
    in: 'changing',
    on: 'change: changed',
    to: 'changed',
    does: () => CHANGED,
    sets: () => ({ answer: 'Password changed.', failure: null }),
  },
  {
    ref: 'ACCOUNT-04',
    in: 'changing',
    on: 'change: changed in silence',
    to: 'changed',
    does: () => CHANGED,
    sets: () => ({ answer: null, failure: null }),
  },
  {
    ref: 'SESSION-02: a 401 of change-password does not end the session',
    in: 'changing',
    on: ['change: wrong password', 'change: code wanted', 'change: weak', 'change: too many'],
    to: 'refused',
    sets: (_, event) => ({ failure: failureIn(event), answer: null }),
  },
  {
    ref: 'LOST-01: 7: a write whose answer is lost',
    in: 'changing',
    on: ['change: server down', 'change: no answer', 'change: silence'],
    to: 'outcomeUnknown',
    sets: (_, event) => ({ failure: (event.error as OutageError).failure }),
  },
  {
    ref: 'CALL-17: a defect that keeps the answer from being read says nothing of the password',
    in: 'changing',
    on: 'change: defect',
    to: 'outcomeUnknown',
    sets: () => ({ failure: { code: 'internal', retryable: false, cause: 'TypeError', status: 200 } }),
  },
  {
    ref: 'NAV-13: errors clear when the field is edited',
    in: ['changed', 'refused'],
    on: 'edit',
    to: 'editing',
    sets: () => ({ failure: null, answer: null }),
  },
];

const FIELDS: Readonly<Record<string, string>> = {
  'Wrong password': 'oldPassword',
  '2FA code required': 'twoFactorCode',
  'Too weak': 'form',
};

export const passwordChangeModel: MachineModel<Machine> = {
  name: 'passwordChange',
  machine: passwordChangeMachine,
  states: {
    editing: 'the form is open',
    changing: 'the change is on its way, once',
    changed: 'the form says that the password is changed',
    refused: 'the form says why the password was not changed',
    outcomeUnknown: 'the form says that the password may be the old one or the new one',
  },
  services: { change: 'the change' },
  endings: {
    changed: 'is done',
    'changed in silence': 'is done, and the server says nothing of it',
    'code wanted': 'is refused until a code of the second factor comes',
    weak: 'is refused, because the new password is too weak',
  },
  variants: [
    {
      name: 'the form',
      events: [
        submit('submit', 'the user presses the button to change the password', ''),
        submit('submit with code', 'the user presses the button with a code of the second factor', '123456'),
        { name: 'edit', says: 'the user changes the form', event: { type: 'user.edit' } },
      ],
      outcomes: { change },
      sut,
    },
  ],
  requirements,
  invariant: (snapshot) => {
    if (/canary|123456/.test(JSON.stringify(snapshot.context))) return 'a secret is kept';
    const { failure } = snapshot.context;
    const expected = failure === null ? null : (FIELDS[failure.text ?? ''] ?? 'form');
    return selectFailedField(snapshot) === expected ? undefined : `the failure belongs to ${expected}`;
  },
  selectors: {
    from: selectors,
    rules: {
      selectFailure: { context: 'failure' },
      selectFailedField: ({ failure }: { failure: Failure | null }) => {
        if (failure === null) return null;
        if (/2fa/i.test(failure.text ?? '')) return 'twoFactorCode';
        return failure.status === 401 ? 'oldPassword' : 'form';
      },
    },
  },
  tags: { busy: /^changing/, failed: /^(refused|outcomeUnknown)/ },
};
