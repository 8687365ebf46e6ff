import type { SnapshotFrom } from 'xstate';
import { heldWithdrawalImplementations } from '../../src/machines/history/history.actors.ts';
import {
  heldWithdrawalMachine,
  type HeldWithdrawalContext,
} from '../../src/machines/history/heldWithdrawal.machine.ts';
import * as selectors from '../../src/machines/history/heldWithdrawal.machine.ts';
import type { MachineModel } from './tools/model.ts';
import type { Outcome } from './tools/explore.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { inPhases, oneLook, writeOutcomes, writingSut } from './tools/writes.ts';

type Machine = typeof heldWithdrawalMachine;
type Context = HeldWithdrawalContext;

const CANCEL = 'POST /withdrawal/withdrawals/w1/cancel';
const READ = 'GET /withdrawal/withdrawals/w1/status';
const REFRESHED = 'own change';

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  const { actors, actions } = heldWithdrawalImplementations({
    http: network.http,
    refreshOwnReads: () => effects.push(REFRESHED),
  });
  const cancel = oneLook(actors.cancel);
  return writingSut(heldWithdrawalMachine.provide({ actions, actors: { cancel } }), { effects, network });
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
const { done, refused, lost, absent, unknown } = writeOutcomes('cancel');
const isLooking = (snapshot: SnapshotFrom<Machine>): boolean => snapshot.matches({ cancelling: 'looking' });

const sent: readonly Outcome[] = [
  {
    ...done('cancelled', json(receipt('cancelled')), seen('cancelled')),
    says: 'the withdrawal is cancelled',
  },
  refused('too late', json({ message: 'Too late', code: 'NOT_CANCELLABLE' }, 409), {
    status: 409,
    text: 'Too late',
    serverCode: 'NOT_CANCELLABLE',
    code: 'refused',
    retryable: false,
  }),
  refused('refused without words', json({}, 409), { status: 409, code: 'refused', retryable: false }),
  lost('server down', json({}, 503), {
    status: 503,
    code: 'server',
    retryable: false,
    cause: 'cancelWithdrawal 503',
  }),
  lost('no answer', 'noAnswer', { code: 'unreachable', retryable: false, cause: 'TypeError' }),
];
const looked: readonly Outcome[] = [
  done('found cancelled', json(receipt('cancelled')), true),
  absent('still waits', json(receipt('created', { awaits_release: true }))),
  absent('released', json(receipt('pending'))),
  unknown('cannot be read', 'noAnswer', { code: 'unreachable', retryable: true, cause: 'TypeError' }),
];

const toast = (kind: string, key: string, text?: string): string =>
  `toast {"key":"history:toast.${key}","kind":"${kind}"${text === undefined ? '' : `,"text":"${text}"`}}`;

const CANCELLED = [REFRESHED, toast('success', 'withdrawalCancelled')];

const rows: readonly Row<Context>[] = [
  { ref: 'HELD-05', in: '', on: '(start)', to: 'waiting', sets: () => ({ failure: null }) },
  { ref: 'HELD-06 sent once', in: 'waiting', on: 'cancel', to: 'cancelling.sending', does: () => [CANCEL] },
  {
    ref: 'CANCEL-12: it may be cancelled again while it is read',
    in: 'cancelling.looking',
    on: 'cancel',
    to: 'cancelling.sending',
    does: () => [`abort ${READ}`, CANCEL],
    sets: () => ({ failure: null }),
  },
  { ref: 'HELD-06', in: 'cancelling.sending', on: 'cancel: cancelled', to: 'waiting', does: () => CANCELLED },
  {
    ref: 'HELD-06 what the server says to it',
    in: 'cancelling.sending',
    on: 'cancel: too late',
    to: 'waiting',
    does: () => [REFRESHED, toast('error', 'cancelFailed', 'Too late')],
  },
  {
    ref: 'HELD-06',
    in: 'cancelling.sending',
    on: 'cancel: refused without words',
    to: 'waiting',
    does: () => [REFRESHED, toast('error', 'cancelFailed')],
  },
  {
    ref: 'LOST-02 what became of it is read, nothing is sent',
    in: 'cancelling.sending',
    on: ['cancel: server down', 'cancel: no answer'],
    to: 'cancelling.looking',
    does: () => [READ],
    sets: (_context, event) => ({ failure: event.failure }),
  },
  {
    ref: 'LOST-02',
    in: 'cancelling.looking',
    on: 'cancel: found cancelled',
    to: 'waiting',
    does: () => CANCELLED,
    sets: () => ({ failure: null }),
  },
  {
    ref: 'LOST-03 reading showed that it is not cancelled',
    in: 'cancelling.looking',
    on: ['cancel: still waits', 'cancel: released'],
    to: 'waiting',
    does: () => [REFRESHED, toast('error', 'cancelFailed')],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'LOST-03 nothing is said that is not known',
    in: 'cancelling.looking',
    on: 'cancel: cannot be read',
    to: 'waiting',
    does: () => [REFRESHED, toast('error', 'cancelUnknown')],
    sets: () => ({ failure: null }),
  },
];

export const heldWithdrawalModel: MachineModel<Machine> = {
  name: 'heldWithdrawal',
  machine: heldWithdrawalMachine,
  states: {
    waiting: 'the withdrawal waits, and cancelling it is offered',
    'cancelling.sending': 'the cancellation is on its way, once',
    'cancelling.looking': 'the row says what was answered; it is read, and may be cancelled again',
  },
  services: { cancel: 'the cancellation' },
  endings: {
    'cannot be read': 'is lost, and the withdrawal cannot be read',
    'found cancelled': 'is lost, and the withdrawal is cancelled',
    'refused without words': 'is refused without a reason',
    released: 'is lost, and the withdrawal was released',
    'still waits': 'is lost, and the withdrawal still waits',
    'too late': 'comes too late',
  },
  variants: [
    {
      name: 'one that waits',
      input: { id: 'w1' },
      events: [{ name: 'cancel', says: 'the user cancels the withdrawal', event: { type: 'user.cancel' } }],
      outcomes: { cancel: inPhases(isLooking, { sent, looked }) },
      sut,
    },
  ],
  requirements: rows,
  invariant: ({ context }) =>
    Object.keys(context).join() === 'id,failure' ? undefined : 'keeps more than the id and what was answered',
  selectors: { from: selectors, rules: { selectUncertain: { context: 'failure' } } },
  tags: { busy: /sending/, unknown: /looking/ },
};
