import type { AccountRemains } from '../../src/domain/account.ts';
import type { SnapshotFrom } from 'xstate';
import { OutageError } from '../../src/domain/failure.ts';
import { accountDeletionImplementations } from '../../src/machines/account/account.actors.ts';
import {
  accountDeletionMachine,
  type AccountDeletionContext,
} from '../../src/machines/account/accountDeletion.machine.ts';
import * as selectors from '../../src/machines/account/accountDeletion.machine.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { outages, refusal } from './tools/endings.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { inPhases, oneLook, writeOutcomes, writingSut } from './tools/writes.ts';

type Machine = typeof accountDeletionMachine;

const PASSWORD = 'Canary-Horse-1';
const EMPTY: AccountRemains = { obstacles: [], leftovers: [] };
const DUST: AccountRemains = { obstacles: [], leftovers: [{ currency: 'BTC', amount: '0.0001' }] };
const IN_USE: AccountRemains = {
  obstacles: [{ kind: 'orders', currency: null, amount: null, count: 2 }],
  leftovers: [],
};

const overUse = { status: 401, text: 'Sign in first.', code: 'unauthorized', retryable: false } as const;
const tooMany = refusal(429, 'Slow down');
const wrongPassword = refusal(403, 'The password is incorrect.', 'WRONG_PASSWORD');
const noCode = refusal(403, '2FA code required', 'TWO_FACTOR_REQUIRED');
const inUse = refusal(409, 'Not yet', 'ACCOUNT_IN_USE');
const changed = refusal(409, 'Look again', 'AMOUNTS_CHANGED');
const lostLook = outages('accountRemains', { obstacles: 7 });
const lostRemoval = outages('deleteAccount', {});
/** Only reads are tried again. */
const LOOK_OUTAGES = [lostLook.serverDown, lostLook.noAnswer, lostLook.unreadable].map((one) => ({
  ...one,
  failure: { ...one.failure, retryable: one.name !== 'unreadable' },
}));
const OUTAGES = [lostRemoval.serverDown, lostRemoval.noAnswer];

const isLooking = (snapshot: SnapshotFrom<Machine>): boolean => snapshot.matches({ deleting: 'looking' });
const { done, refused, lost, absent, unknown } = writeOutcomes('remove');
const OVER: Reply = { status: 401, body: { message: 'Sign in first.' } };
const sent: readonly Outcome[] = [
  done('done', { status: 200, body: { message: 'Deleted.' } }, { isConfirmed: true }),
  refused('wrong password', wrongPassword.reply, wrongPassword.failure),
  refused('no code', noCode.reply, noCode.failure),
  refused('in use', inUse.reply, inUse.failure),
  refused('amounts changed', changed.reply, changed.failure),
  ...OUTAGES.map(({ name, reply, failure }) => lost(name, reply, failure)),
];
const looked: readonly Outcome[] = [
  done('lost, signed out', OVER, { isConfirmed: false }),
  absent('lost, still there', { status: 200, body: EMPTY }),
  unknown('lost, no answer', 'noAnswer', { code: 'unreachable', retryable: true, cause: 'TypeError' }),
];

const endings: NonNullable<Variant<Machine>['outcomes']> = {
  look: [
    { name: 'nothing left', reply: { status: 200, body: EMPTY }, done: { ok: true, value: EMPTY } },
    { name: 'dust', reply: { status: 200, body: DUST }, done: { ok: true, value: DUST } },
    {
      name: 'in use',
      reply: { status: 200, body: { obstacles: [{ kind: 'orders', count: 2 }], leftovers: [] } },
      done: { ok: true, value: IN_USE },
    },
    {
      name: 'signed out',
      reply: { status: 401, body: { message: 'Sign in first.' } },
      done: { ok: false, failure: overUse },
    },
    { name: 'too many', reply: tooMany.reply, done: { ok: false, failure: tooMany.failure } },
    ...LOOK_OUTAGES.map(({ name, reply, failure }) => ({ name, reply, error: new OutageError(failure) })),
  ],
  remove: inPhases(isLooking, { sent, looked }),
};

const events: readonly EventCase<Machine>[] = [
  { name: 'open', says: 'the user opens the deletion of the account', event: { type: 'user.open' } },
  { name: 'cancel', says: 'the user leaves it', event: { type: 'user.cancel' } },
  { name: 'edit', says: 'the user changes the form', event: { type: 'user.edit' } },
  {
    name: 'submit',
    says: 'the user presses the button to delete the account',
    event: { type: 'user.submit', username: 'ann', privatePassword: PASSWORD, code: '', givenUp: [] },
  },
  {
    name: 'submit with code and dust',
    says: 'the user presses the button with a code, and gives up the rest',
    event: {
      type: 'user.submit',
      username: 'ann',
      privatePassword: PASSWORD,
      code: '123456',
      givenUp: DUST.leftovers,
    },
  },
];

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  const { actors, actions } = accountDeletionImplementations({
    http: network.http,
    invalidateAccount: () => effects.push('session doubted'),
    tell: (news) =>
      effects.push(
        news.type === 'account.deleted' && !news.isConfirmed ? `${news.type}, perhaps` : news.type,
      ),
  });
  const wired = { ...actors, remove: oneLook(actors.remove) };
  return writingSut(accountDeletionMachine.provide({ actions, actors: wired }), { effects, network });
}

type DeletionRow = Row<AccountDeletionContext>;
const LOOK = 'GET /user/deletion';
const unsaid = ({ lost: before }: AccountDeletionContext) => ({
  failure: null,
  lost: before === 'unknown' ? ('unknown' as const) : null,
});
const nothing = () => ({ remains: null, failure: null, lost: null });

const requirements: readonly Row<AccountDeletionContext>[] = [
  { ref: 'PRIVACY-04', in: '', on: '(start)', to: 'closed', sets: nothing },
  {
    ref: 'PRIVACY-04: what is in the way is read first',
    in: 'closed',
    on: 'open',
    to: 'reading',
    does: () => [LOOK],
  },
  {
    ref: 'PRIVACY-04: read again on request',
    in: ['unread', 'editing'],
    on: 'open',
    to: 'reading',
    does: () => [LOOK],
    sets: unsaid,
  },
  {
    ref: 'PRIVACY-04: the user leaves it',
    in: ['unread', 'editing'],
    on: 'cancel',
    to: 'closed',
    sets: nothing,
  },
  ...(
    [
      ['nothing left', EMPTY],
      ['dust', DUST],
      ['in use', IN_USE],
    ] as const
  ).map(([name, remains]): DeletionRow => ({
    ref: 'PRIVACY-04: obstacles, and what would stay behind',
    in: 'reading',
    on: `look: ${name}`,
    to: 'editing',
    sets: () => ({ remains }),
  })),
  {
    ref: 'SESSION-02: the session finds out that it is over',
    in: 'reading',
    on: 'look: signed out',
    to: 'unread',
    does: () => ['session doubted'],
    sets: () => ({ failure: overUse }),
  },
  ...[{ name: 'too many', failure: tooMany.failure }, ...LOOK_OUTAGES].map(
    ({ name, failure }): DeletionRow => ({
      ref: 'PRIVACY-04: it could not be read',
      in: 'reading',
      on: `look: ${name}`,
      to: 'unread',
      sets: () => ({ failure }),
    }),
  ),
  { ref: 'NAV-13: errors clear when something is edited', in: 'editing', on: 'edit', sets: unsaid },
  {
    ref: 'PRIVACY-03: sent once',
    in: 'editing',
    on: 'submit',
    to: 'deleting.sending',
    does: () => ['account.deleting', `POST /user/deletion {"username":"ann","password":"${PASSWORD}"}`],
    sets: unsaid,
  },
  {
    ref: 'PRIVACY-03: with the second factor, and what is given up',
    in: 'editing',
    on: 'submit with code and dust',
    to: 'deleting.sending',
    does: () => [
      'account.deleting',
      `POST /user/deletion {"username":"ann","password":"${PASSWORD}","two_factor_code":"123456","given_up":[{"currency":"BTC","amount":"0.0001"}]}`,
    ],
    sets: unsaid,
  },
  {
    ref: 'PRIVACY-05: farewell',
    in: 'deleting.sending',
    on: 'remove: done',
    to: 'gone',
    does: () => ['account.deleted'],
    sets: nothing,
  },
  ...(
    [
      ['wrong password', wrongPassword.failure],
      ['no code', noCode.failure],
    ] as const
  ).map(([name, failure]): DeletionRow => ({
    ref: 'PRIVACY-03: refused without the password or the second factor',
    in: 'deleting.sending',
    on: `remove: ${name}`,
    to: 'editing',
    does: () => ['account.kept'],
    sets: () => ({ failure }),
  })),
  ...(
    [
      ['in use', inUse.failure],
      ['amounts changed', changed.failure],
    ] as const
  ).map(([name, failure]): DeletionRow => ({
    ref: 'PRIVACY-04: what was shown is old, and read again',
    in: 'deleting.sending',
    on: `remove: ${name}`,
    to: 'reading',
    does: () => ['account.kept', LOOK],
    sets: () => ({ failure }),
  })),
  ...OUTAGES.map(({ name, failure }): DeletionRow => ({
    ref: 'PRIVACY-05: a lost answer is not sent again',
    in: 'deleting.sending',
    on: `remove: ${name}`,
    to: 'deleting.looking',
    does: () => [LOOK],
    sets: () => ({ failure }),
  })),
  {
    ref: 'PRIVACY-05: the server no longer knows the session',
    in: 'deleting.looking',
    on: 'remove: lost, signed out',
    to: 'gone',
    does: () => ['account.deleted, perhaps'],
    sets: nothing,
  },
  {
    ref: 'LOST-02: it is still there',
    in: 'deleting.looking',
    on: 'remove: lost, still there',
    to: 'editing',
    does: () => ['account.kept'],
    sets: () => ({ lost: 'absent' }),
  },
  {
    ref: 'LOST-02: nothing can be read',
    in: 'deleting.looking',
    on: 'remove: lost, no answer',
    to: 'editing',
    does: () => ['account.kept'],
    sets: () => ({ lost: 'unknown' }),
  },
];

export const accountDeletionModel: MachineModel<Machine> = {
  name: 'accountDeletion',
  machine: accountDeletionMachine,
  states: {
    closed: 'only the way in is shown',
    reading: 'what is in the way is being read',
    editing: 'the form is open, or the page says what is in the way',
    'deleting.sending': 'the deletion is on its way, once',
    'deleting.looking': 'the page reads whether the account is gone, and sends nothing',
    unread: 'the page says that it could not read what is in the way',
    gone: 'the account is gone',
  },
  services: { look: 'reading what is in the way', remove: 'the deletion' },
  endings: {
    dust: 'shows that little is left',
    'in use': 'shows that the account is in use',
    'nothing left': 'shows that nothing is left',
    'signed out': 'shows that nobody is signed in',
    'amounts changed': 'is refused, because the amounts have changed',
    done: 'is done',
    'no code': 'is refused until a code comes',
    'lost, signed out': 'is lost, and the session is no longer known',
    'lost, still there': 'is lost, and the account is still there',
    'lost, no answer': 'is lost, and the account cannot be read',
  },
  variants: [{ name: 'signed in', events, outcomes: endings, sut }],
  requirements,
  invariant: (snapshot) => {
    const text = JSON.stringify(snapshot.context);
    return text.includes(PASSWORD) || text.includes('123456') ? 'a secret is kept' : undefined;
  },
  selectors: {
    from: selectors,
    rules: {
      accountDeletionView: [
        [/^closed/, 'closed'],
        [/^reading/, 'reading'],
        [/^unread/, 'unread'],
        [/./, 'editing'],
      ],
      selectFailure: { context: 'failure' },
    },
  },
  tags: { busy: /reading|deleting|gone/, failed: /unread/ },
};
