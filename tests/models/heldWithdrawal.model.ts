import { OutageError, type Failure } from '../../src/domain/failure.ts';
import { heldWithdrawalImplementations } from '../../src/machines/history/history.actors.ts';
import { heldWithdrawalMachine } from '../../src/machines/history/index.ts';
import type { HeldWithdrawalContext } from '../../src/machines/history/heldWithdrawal.machine.ts';
import * as selectors from '../../src/machines/history/heldWithdrawal.machine.ts';
import type { MachineModel } from './tools/model.ts';
import type { Outcome } from './tools/explore.ts';
import { BROKEN, writingSut } from './tools/oneLook.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof heldWithdrawalMachine;
type Context = HeldWithdrawalContext;

const CANCEL = 'POST /withdrawal/withdrawals/w1/cancel';
const READ = 'GET /withdrawal/withdrawals/w1/status';
const REFRESHED = 'own change';

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  const implementations = heldWithdrawalImplementations({
    http: network.http,
    refreshOwnReads: () => effects.push(REFRESHED),
  });
  const base = writingSut({ effects, network }, implementations.actors.reconcileWrite, (reconcileWrite) =>
    heldWithdrawalMachine.provide({
      ...implementations,
      actors: { ...implementations.actors, reconcileWrite },
    }),
  );
  return {
    ...base,
    // A sent cancellation goes on when the screen is left.
    leaks: () => base.leaks().filter((title) => title !== CANCEL),
  };
}

const json = (body: unknown, status = 200): Reply => ({ status, body });
const receipt = (status: string, more: object = {}) => ({ withdrawal_id: 'w1', status, ...more });
const seen = (status: string, more: object = {}) => ({
  id: 'w1',
  status,
  slatepack: null,
  currency: null,
  amount: null,
  fee: null,
  address: null,
  txHash: null,
  expiresAt: null,
  ...more,
});
const lost = (name: string, reply: Reply, failure: Failure): Outcome => ({
  name,
  reply,
  error: new OutageError(failure),
});

const cancelWithdrawal: readonly Outcome[] = [
  {
    name: 'cancelled',
    says: 'the withdrawal is cancelled',
    reply: json(receipt('cancelled')),
    done: { ok: true, value: seen('cancelled') },
  },
  {
    name: 'too late',
    reply: json({ message: 'Too late', code: 'NOT_CANCELLABLE' }, 409),
    done: {
      ok: false,
      failure: {
        status: 409,
        text: 'Too late',
        serverCode: 'NOT_CANCELLABLE',
        code: 'refused',
        retryable: false,
      },
    },
  },
  {
    name: 'refused without words',
    reply: json({}, 409),
    done: { ok: false, failure: { status: 409, code: 'refused', retryable: false } },
  },
  lost('server down', json({}, 503), {
    status: 503,
    code: 'server',
    retryable: false,
    cause: 'cancelWithdrawal 503',
  }),
  lost('no answer', 'noAnswer', { code: 'unreachable', retryable: false, cause: 'TypeError' }),
];

const reconcileWrite: readonly Outcome[] = [
  { name: 'cancelled', reply: json(receipt('cancelled')), done: { kind: 'found', value: true } },
  {
    name: 'still waits',
    reply: json(receipt('created', { awaits_release: true })),
    done: { kind: 'absent' },
  },
  { name: 'released', reply: json(receipt('pending')), done: { kind: 'absent' } },
  {
    name: 'no answer',
    reply: 'noAnswer',
    done: { kind: 'unknown', failure: { code: 'unreachable', retryable: true, cause: 'TypeError' } },
  },
  { name: 'a defect', reply: json(receipt('cancelled')), error: BROKEN },
];

const toast = (kind: string, key: string, text?: string): string =>
  `toast {"key":"history:toast.${key}","kind":"${kind}"${text === undefined ? '' : `,"text":"${text}"`}}`;

const CANCELLED = [REFRESHED, toast('success', 'withdrawalCancelled')];
const UNKNOWN = [REFRESHED, toast('error', 'cancelUnknown')];

const rows: readonly Row<Context>[] = [
  { ref: 'HELD-05', in: '', on: '(start)', to: 'waiting', sets: () => ({ failure: null }) },
  {
    ref: 'CANCEL-12: it may be cancelled again while it is read',
    in: 'looking',
    on: 'cancel',
    to: 'cancelling',
    does: () => [`abort ${READ}`, CANCEL],
    sets: () => ({ failure: null }),
  },
  { ref: 'HELD-06 sent once', in: 'waiting', on: 'cancel', to: 'cancelling', does: () => [CANCEL] },
  {
    ref: 'HELD-06',
    in: 'cancelling',
    on: 'cancelWithdrawal: cancelled',
    to: 'waiting',
    does: () => CANCELLED,
  },
  {
    ref: 'HELD-06 what the server says to it',
    in: 'cancelling',
    on: 'cancelWithdrawal: too late',
    to: 'waiting',
    does: () => [REFRESHED, toast('error', 'cancelFailed', 'Too late')],
  },
  {
    ref: 'HELD-06',
    in: 'cancelling',
    on: 'cancelWithdrawal: refused without words',
    to: 'waiting',
    does: () => [REFRESHED, toast('error', 'cancelFailed')],
  },
  {
    ref: 'LOST-02 what became of it is read, nothing is sent',
    in: 'cancelling',
    on: 'cancelWithdrawal: *',
    to: 'looking',
    does: () => [READ],
    sets: (_context, event) => ({ failure: (event as unknown as { error: OutageError }).error.failure }),
  },
  {
    ref: 'LOST-02',
    in: 'looking',
    on: 'reconcileWrite: cancelled',
    to: 'waiting',
    does: () => CANCELLED,
    sets: () => ({ failure: null }),
  },
  {
    ref: 'LOST-03 reading showed that it is not cancelled',
    in: 'looking',
    on: ['reconcileWrite: still waits', 'reconcileWrite: released'],
    to: 'waiting',
    does: () => [REFRESHED, toast('error', 'cancelFailed')],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'LOST-03 nothing is said that is not known',
    in: 'looking',
    on: 'reconcileWrite: *',
    to: 'waiting',
    does: () => UNKNOWN,
    sets: () => ({ failure: null }),
  },
];

export const heldWithdrawalModel: MachineModel<Machine> = {
  name: 'heldWithdrawal',
  machine: heldWithdrawalMachine,
  states: {
    waiting: 'the withdrawal waits, and cancelling it is offered',
    cancelling: 'the cancellation is on its way, once',
    looking: 'the row says what was answered; it is read, and may be cancelled again',
  },
  services: { cancelWithdrawal: 'the cancellation', reconcileWrite: 'reading the withdrawal' },
  endings: {
    cancelled: 'shows that it is cancelled',
    'refused without words': 'is refused without a reason',
    'too late': 'comes too late',
    released: 'shows that it was released',
    'still waits': 'shows that it still waits',
  },
  variants: [
    {
      name: 'one that waits',
      input: { id: 'w1' },
      events: [{ name: 'cancel', says: 'the user cancels the withdrawal', event: { type: 'user.cancel' } }],
      outcomes: { cancelWithdrawal, reconcileWrite },
      sut,
    },
  ],
  requirements: rows,
  invariant: ({ context }) =>
    Object.keys(context).join() === 'id,failure' ? undefined : 'keeps more than the id and what was answered',
  selectors: {
    from: selectors,
    rules: {
      isCancelling: /^cancelling/,
      selectUncertain: ({ failure }) => failure,
    },
  },
  tags: { busy: /^cancelling/, unknown: /^looking/ },
};
