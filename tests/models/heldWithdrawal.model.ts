import { heldWithdrawalImplementations } from '../../src/machines/history/history.actors.ts';
import { heldWithdrawalMachine } from '../../src/machines/history/index.ts';
import * as selectors from '../../src/machines/history/heldWithdrawal.machine.ts';
import type { MachineModel } from './tools/model.ts';
import type { Outcome } from './tools/explore.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { oneLook, writeOutcomes, writingSut } from './tools/writes.ts';

type Machine = typeof heldWithdrawalMachine;
type Context = { readonly id: string };

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
const { done, refused, absent, unknown } = writeOutcomes('cancel');
const LOST = json({}, 503);

const cancel: readonly Outcome[] = [
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
  done('lost, cancelled', ['noAnswer', json(receipt('cancelled'))], true),
  absent('lost, still waits', [LOST, json(receipt('created', { awaits_release: true }))]),
  absent('lost, released', [LOST, json(receipt('pending'))]),
  unknown('lost, no answer', [LOST, 'noAnswer'], {
    code: 'unreachable',
    retryable: true,
    cause: 'TypeError',
  }),
];

const toast = (kind: string, key: string, text?: string): string =>
  `toast {"key":"history:toast.${key}","kind":"${kind}"${text === undefined ? '' : `,"text":"${text}"`}}`;

const CANCELLED = [REFRESHED, toast('success', 'withdrawalCancelled')];

const rows: readonly Row<Context>[] = [
  { ref: 'HELD-05', in: '', on: '(start)', to: 'waiting' },
  { ref: 'HELD-06 sent once', in: 'waiting', on: 'cancel', to: 'cancelling', does: () => [CANCEL] },
  { ref: 'HELD-06', in: 'cancelling', on: 'cancel: cancelled', to: 'waiting', does: () => CANCELLED },
  {
    ref: 'HELD-06 what the server says to it',
    in: 'cancelling',
    on: 'cancel: too late',
    to: 'waiting',
    does: () => [REFRESHED, toast('error', 'cancelFailed', 'Too late')],
  },
  {
    ref: 'HELD-06',
    in: 'cancelling',
    on: 'cancel: refused without words',
    to: 'waiting',
    does: () => [REFRESHED, toast('error', 'cancelFailed')],
  },
  {
    ref: 'LOST-02 what became of it is read, nothing is sent',
    in: 'cancelling',
    on: 'cancel: lost, cancelled',
    to: 'waiting',
    does: () => [READ, ...CANCELLED],
  },
  {
    ref: 'LOST-03 reading showed that it is not cancelled',
    in: 'cancelling',
    on: ['cancel: lost, still waits', 'cancel: lost, released'],
    to: 'waiting',
    does: () => [READ, REFRESHED, toast('error', 'cancelFailed')],
  },
  {
    ref: 'LOST-03 nothing is said that is not known',
    in: 'cancelling',
    on: 'cancel: lost, no answer',
    to: 'waiting',
    does: () => [READ, REFRESHED, toast('error', 'cancelUnknown')],
  },
];

export const heldWithdrawalModel: MachineModel<Machine> = {
  name: 'heldWithdrawal',
  machine: heldWithdrawalMachine,
  states: {
    waiting: 'the withdrawal waits, and cancelling it is offered',
    cancelling: 'the cancellation is on its way, once',
  },
  services: { cancel: 'the cancellation' },
  endings: {
    'lost, cancelled': 'is lost, and the withdrawal is cancelled',
    'refused without words': 'is refused without a reason',
    'too late': 'comes too late',
    'lost, released': 'is lost, and the withdrawal was released',
    'lost, still waits': 'is lost, and the withdrawal still waits',
    'lost, no answer': 'is lost, and the withdrawal cannot be read',
  },
  variants: [
    {
      name: 'one that waits',
      input: { id: 'w1' },
      events: [{ name: 'cancel', says: 'the user cancels the withdrawal', event: { type: 'user.cancel' } }],
      outcomes: { cancel },
      sut,
    },
  ],
  requirements: rows,
  invariant: ({ context }) => (Object.keys(context).join() === 'id' ? undefined : 'keeps more than the id'),
  selectors: {
    from: selectors,
    rules: {
      isCancelling: /^cancelling/,
    },
  },
  tags: { busy: /^cancelling/ },
};
