import type { Failure } from '../../src/domain/failure.ts';
import { recoveryKeyImplementations } from '../../src/machines/account/account.actors.ts';
import {
  recoveryKeyMachine,
  type RecoveryKeyContext,
  type RecoveryKeyInput,
} from '../../src/machines/account/recoveryKey.machine.ts';
import * as selectors from '../../src/machines/account/recoveryKey.machine.ts';
import { refusal } from './tools/endings.ts';
import type { EventCase } from './tools/explore.ts';
import type { MachineModel } from './tools/model.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { oneLook, writeOutcomes, writingSut } from './tools/writes.ts';

type Machine = typeof recoveryKeyMachine;

const PASSWORD = 'Canary-Horse-1';
const CODE = '123456';
const HASH = 'ab'.repeat(32);

const UNREACHABLE: Failure = { code: 'unreachable', retryable: true, cause: 'TypeError' };
const wrongPassword = refusal(403, 'The password is incorrect.', 'WRONG_PASSWORD');
const noCode = refusal(400, '2FA code required', 'TWO_FACTOR_REQUIRED');
const tooMany = refusal(429, 'Slow down');
const MADE_AT = '2026-01-12T12:00:00Z';
/** Another tab may have made a key at the same moment. A server need not name it. */
const accountWith = (mark: string | null | undefined): Reply => ({
  status: 200,
  body: {
    id: 'a1',
    email: 'ann@example.org',
    username: 'Ann',
    recovery_key_at: mark === null ? null : MADE_AT,
    ...(mark === undefined ? {} : { recovery_key_mark: mark }),
  },
});
const READ = 'GET /auth/me';
const READ_AGAIN = 'account read again';
const SAYS = 'toast {"key":"account:toast.recoveryKeyMade","kind":"success"}';
const nothing = () => ({ failure: null, lost: null });
const { done, refused, absent, unknown } = writeOutcomes('keep');

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const { actors, actions } = recoveryKeyImplementations({
    http: network.http,
    invalidateAccount: () => effects.push(READ_AGAIN),
  });
  const keep = oneLook(actors.keep);
  return writingSut(recoveryKeyMachine.provide({ actions, actors: { keep } }), { effects, network });
}

const submit = (name: string, says: string, more: Partial<RecoveryKeyInput>): EventCase<Machine> => ({
  name,
  says,
  event: { type: 'user.submit', keyHash: HASH, privatePassword: PASSWORD, code: '', ...more },
});
const sends = (code = ''): string =>
  `POST /auth/recovery-key {"key_hash":"${HASH}","password":"${PASSWORD}"${code}}`;

type KeyRow = Row<RecoveryKeyContext>;
const ROWS: readonly KeyRow[] = [
  { ref: 'FORGOT-01', in: '', on: '(start)', to: 'idle', sets: nothing },
  { ref: 'FORGOT-01: shown, and nothing is sent', in: 'idle', on: 'make', to: 'showing' },
  { ref: 'FORGOT-01: three words are asked for', in: 'showing', on: 'written', to: 'confirming' },
  {
    ref: 'FORGOT-01: the words can be looked at again until the key counts',
    in: 'confirming',
    on: 'back',
    to: 'showing',
    sets: nothing,
  },
  {
    ref: 'FORGOT-02: without a confirmation the older key stays',
    in: ['showing', 'confirming'],
    on: 'cancel',
    to: 'idle',
    sets: nothing,
  },
  { ref: 'NAV-13: errors clear when something is edited', in: 'confirming', on: 'edit', sets: nothing },
  {
    ref: 'FORGOT-02: one press, one write: the hash and the password',
    in: 'confirming',
    on: 'submit',
    to: 'keeping',
    does: () => [sends()],
    sets: nothing,
  },
  {
    ref: 'FORGOT-02: with two-factor a code, too',
    in: 'confirming',
    on: 'submit with code',
    to: 'keeping',
    does: () => [sends(`,"two_factor_code":"${CODE}"`)],
    sets: nothing,
  },
  ...['keep: done', 'keep: lost, made'].map((on): KeyRow => ({
    ref: 'FORGOT-02: it counts, and the account is read again',
    in: 'keeping',
    on,
    to: 'idle',
    does: () => [...(on === 'keep: done' ? [] : [READ]), READ_AGAIN, SAYS],
    sets: nothing,
  })),
  ...(
    [
      ['wrong password', wrongPassword.failure],
      ['no code', noCode.failure],
      ['too many', tooMany.failure],
    ] as const
  ).map(([name, failure]): KeyRow => ({
    ref: 'FORGOT-02: refused without the password or the second factor',
    in: 'keeping',
    on: `keep: ${name}`,
    to: 'confirming',
    sets: () => ({ failure, lost: null }),
  })),
  ...['not made', 'another made'].map((on): KeyRow => ({
    ref: 'LOST-02: the account says whether it has this key',
    in: 'keeping',
    on: `keep: lost, ${on}`,
    to: 'confirming',
    does: () => [READ, READ_AGAIN],
    sets: () => ({ failure: null, lost: 'absent' }),
  })),
  {
    ref: 'LOST-02: nothing can be read',
    in: 'keeping',
    on: ['keep: lost, no answer', 'keep: lost, key unnamed'],
    to: 'confirming',
    does: () => [READ, READ_AGAIN],
    sets: () => ({ failure: null, lost: 'unknown' }),
  },
];

export const recoveryKeyModel: MachineModel<Machine> = {
  name: 'recoveryKey',
  machine: recoveryKeyMachine,
  states: {
    idle: 'the page says whether there is a recovery key',
    showing: 'the words of a new key are shown',
    confirming: 'the form asks for three of the words',
    keeping: 'the hash of the key is on its way, once',
  },
  services: { keep: 'the new key' },
  endings: {
    done: 'is done',
    'no code': 'is refused until a code comes',
    'lost, made': 'is lost, and the account shows the new key',
    'lost, not made': 'is lost, and the account shows no key',
    'lost, another made': 'is lost, and the account shows another key',
    'lost, no answer': 'is lost, and the account cannot be read',
    'lost, key unnamed': 'is lost, and the account does not say which key it has',
  },
  variants: [
    {
      name: 'in a session',
      events: [
        { name: 'make', says: 'the user asks for a recovery key', event: { type: 'user.make' } },
        { name: 'written', says: 'the user has the words', event: { type: 'user.written' } },
        { name: 'back', says: 'the user looks at the words again', event: { type: 'user.back' } },
        { name: 'edit', says: 'the user changes the form', event: { type: 'user.edit' } },
        { name: 'cancel', says: 'the user leaves it', event: { type: 'user.cancel' } },
        submit('submit', 'the user presses the button that makes the key count', {}),
        submit('submit with code', 'the user presses it with a code', { code: CODE }),
      ],
      outcomes: {
        keep: [
          done('done', { status: 200, body: { recovery_key_at: MADE_AT } }, Date.UTC(2026, 0, 12, 12)),
          refused('wrong password', wrongPassword.reply, wrongPassword.failure),
          refused('no code', noCode.reply, noCode.failure),
          refused('too many', tooMany.reply, tooMany.failure),
          done('lost, made', ['noAnswer', accountWith(HASH.slice(0, 8))], true),
          absent('lost, not made', ['noAnswer', accountWith(null)]),
          absent('lost, another made', ['noAnswer', accountWith('cdcdcdcd')]),
          unknown('lost, no answer', ['noAnswer', 'noAnswer'], UNREACHABLE),
          unknown('lost, key unnamed', ['noAnswer', accountWith(undefined)], {
            code: 'unreadable',
            retryable: false,
          }),
        ],
      },
      sut,
    },
  ],
  requirements: ROWS,
  invariant: ({ context }) =>
    [PASSWORD, CODE, HASH].some((secret) => JSON.stringify(context).includes(secret))
      ? 'a secret is kept'
      : undefined,
  selectors: {
    from: selectors,
    rules: {
      recoveryKeyView: [
        [/idle/, 'idle'],
        [/showing/, 'showing'],
        [/./, 'confirming'],
      ],
      selectFailure: { context: 'failure' },
    },
  },
  tags: { busy: /keeping/ },
};
