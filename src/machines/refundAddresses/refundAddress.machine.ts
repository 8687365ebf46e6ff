import { assign, emit, setup, type SnapshotFrom } from 'xstate';
import { type AddressCheck, checkAddress } from '../../domain/address/check.ts';
import type { FaultyAddress } from '../../domain/address/faults.ts';
import { type Failure, saidIn } from '../../domain/failure.ts';
import { SAVED_SHOWN } from '../shared/flash.machine.ts';
import { effect, type Toast } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';

export interface RefundAddressInput {
  /** The coin's symbol. */
  readonly ticker: string;
  /** The coin's network as the venue names it; empty where it does not. */
  readonly network: string;
  /** The initial value; null for none. */
  readonly address: string | null;
}

export interface RefundAddressContext extends RefundAddressInput {
  /** Why the typed address was not sent. */
  readonly mistake: FaultyAddress | null;
  /** Why the last saving or removing failed. */
  readonly failure: Failure | null;
  /** The address that was sent last, in its canonical form, until it was answered or is no longer of interest. */
  readonly sent: string | null;
  /** The result of reading after the answer was lost; null where none was lost, or it was found. */
  readonly lost: 'absent' | 'unknown' | null;
}

interface SentAddress {
  /** Null for none. */
  readonly address: string | null;
}

/** A change on its way to the server. */
export interface RefundChange extends SentAddress {
  readonly ticker: string;
  /** The value before it. */
  readonly before: string | null;
  /** The second factor; null where none is asked for. */
  readonly privateCode: string | null;
}

export type RefundAddressEvent =
  /** The list's entry of this coin, whenever it is read. */
  | { readonly type: 'list.changed'; readonly address: string | null }
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.cancel' }
  /** The text changed: messages about the last one no longer apply. */
  | { readonly type: 'user.type' }
  /** @param privateCode the second factor; absent where none is asked for. */
  | { readonly type: 'user.save'; readonly text: string; readonly privateCode?: string }
  | { readonly type: 'user.remove' }
  | { readonly type: 'user.keep' }
  | { readonly type: 'user.confirm' }
  /** With the address as it is stored now. */
  | WriteEvent<'change', SentAddress>;

const NO_FAULTS = { mistake: null, failure: null, sent: null, lost: null } as const;

function judged({ ticker, network }: RefundAddressContext, text: string) {
  const check = checkAddress(ticker, network, text);
  return { ...NO_FAULTS, ...(check.ok ? { sent: check.address } : { mistake: check }) };
}

/**
 * The refund address of one coin (REFUND-02): none, being typed, being saved, set, or asked whether to remove it. The
 * typed text belongs to the form and stays there when it is refused. After a lost answer the list is read.
 */
export const refundAddressMachine = setup({
  types: {
    context: {} as RefundAddressContext,
    events: {} as RefundAddressEvent,
    input: {} as RefundAddressInput,
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: { change: createWrite<RefundChange, SentAddress>() },
  actions: {
    forgetFaults: assign(NO_FAULTS),
    announceSaved: emit(({ context }) => ({
      type: 'toast',
      kind: 'success',
      key: 'refund:toast.saved',
      values: { coin: context.ticker },
    })),
    announceUnknown: emit(({ context }) => ({
      type: 'toast',
      kind: 'error',
      key: 'refund:toast.unknown',
      values: { coin: context.ticker },
    })),
    /** The list is out of date, or may be. */
    invalidateList: effect(),
  },
  guards: {
    hasAddress: ({ context }) => context.address !== null,
    isNews: ({ context, event }) => event.type === 'list.changed' && event.address !== context.address,
    isNone: ({ event }) => event.type === 'list.changed' && event.address === null,
    isSound: (_, { ok }: AddressCheck) => ok,
    /** The list has the sent address, without an answer. */
    isSent: ({ context, event }) =>
      event.type === 'list.changed' && context.lost !== null && event.address === context.sent,
  },
  delays: { savedShown: SAVED_SHOWN },
}).createMachine({
  id: 'refundAddress',
  description: 'The refund address of one coin.',
  context: ({ input }) => ({ ...input, ...NO_FAULTS }),
  initial: 'resting',
  on: { 'list.changed': { actions: assign({ address: ({ event }) => event.address }) } },
  states: {
    resting: {
      description: 'Nothing is being changed.',
      initial: 'unset',
      on: {
        'user.edit': { target: 'editing', actions: 'forgetFaults' },
        'list.changed': {
          guard: 'isNews',
          target: 'resting',
          actions: assign({ ...NO_FAULTS, address: ({ event }) => event.address }),
        },
      },
      states: {
        unset: {
          description: 'The coin has no refund address; adding one is offered.',
          always: { guard: 'hasAddress', target: 'configured' },
        },
        configured: {
          description: 'The address is shown; editing and removing it are offered.',
          on: { 'user.remove': '#refundAddress.asking' },
        },
        saved: {
          description: 'The address was just saved, and the row says so for a moment.',
          after: { savedShown: 'configured' },
          on: { 'user.remove': '#refundAddress.asking' },
        },
      },
    },
    editing: {
      description: 'The user types an address.',
      on: {
        'user.type': { actions: 'forgetFaults' },
        'user.cancel': { target: 'resting', actions: 'forgetFaults' },
        'list.changed': {
          guard: 'isSent',
          target: 'resting',
          actions: assign({ ...NO_FAULTS, address: ({ event }) => event.address }),
        },
        'user.save': [
          {
            guard: {
              type: 'isSound',
              params: ({ context, event }) => checkAddress(context.ticker, context.network, event.text),
            },
            target: 'saving',
            actions: assign(({ context, event }) => judged(context, event.text)),
          },
          { actions: assign(({ context, event }) => judged(context, event.text)) },
        ],
      },
    },
    saving: {
      description: 'The address passed the rules of its coin, and is sent to be stored, once.',
      tags: ['busy'],
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ context: { ticker, sent, address }, event }) => ({
          subject: {
            ticker,
            address: sent,
            before: address,
            // The code passes through and is stored nowhere.
            privateCode: event.type === 'user.save' ? (event.privateCode ?? null) : null,
          },
        }),
      },
      on: {
        'change.done': {
          target: 'resting.saved',
          actions: [
            assign({ ...NO_FAULTS, address: ({ event }) => event.value.address }),
            'announceSaved',
            'invalidateList',
          ],
        },
        'change.refused': {
          target: 'editing',
          actions: [
            assign({ failure: ({ event }) => event.failure, sent: null }),
            emit(({ event }) => ({
              type: 'toast',
              kind: 'error',
              key: 'refund:toast.saveFailed',
              ...saidIn(event.failure),
            })),
          ],
        },
        'change.lost': { target: '.looking', actions: assign({ failure: ({ event }) => event.failure }) },
        'change.absent': {
          target: 'editing',
          actions: [
            assign({ lost: 'absent' }),
            emit({ type: 'toast', kind: 'error', key: 'refund:toast.saveFailed' }),
            'invalidateList',
          ],
        },
        'change.unknown': {
          target: 'editing',
          actions: [assign({ lost: 'unknown' }), 'announceUnknown', 'invalidateList'],
        },
      },
      initial: 'sending',
      states: {
        sending: { description: 'The server stores it.' },
        looking: {
          description: 'No answer came: the list is read, with growing pauses, to see whether it was stored.',
          on: {
            'user.cancel': { target: '#refundAddress.resting', actions: ['forgetFaults', 'invalidateList'] },
          },
        },
      },
    },
    asking: {
      description:
        'The user is asked whether the address is to be removed. The question stands over the page.',
      entry: 'forgetFaults',
      on: {
        'user.keep': 'resting',
        'user.confirm': 'removing',
        'list.changed': { guard: 'isNone', target: 'resting', actions: assign({ address: null }) },
      },
    },
    removing: {
      description: 'The server is told to remove the address, once.',
      tags: ['busy'],
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ context: { ticker, address } }) => ({
          subject: { ticker, address: null, before: address, privateCode: null },
        }),
      },
      on: {
        'change.done': {
          target: 'resting',
          actions: [
            assign({ ...NO_FAULTS, address: null }),
            emit(({ context }) => ({
              type: 'toast',
              kind: 'success',
              key: 'refund:toast.removed',
              values: { coin: context.ticker },
            })),
            'invalidateList',
          ],
        },
        'change.refused': {
          target: 'resting',
          actions: [
            assign({ failure: ({ event }) => event.failure }),
            emit(({ event }) => ({
              type: 'toast',
              kind: 'error',
              key: 'refund:toast.removeFailed',
              ...saidIn(event.failure),
            })),
            'invalidateList',
          ],
        },
        'change.lost': { target: '.looking', actions: assign({ failure: ({ event }) => event.failure }) },
        'change.absent': {
          target: 'resting',
          actions: [
            assign({ lost: 'absent' }),
            emit({ type: 'toast', kind: 'error', key: 'refund:toast.removeFailed' }),
            'invalidateList',
          ],
        },
        'change.unknown': {
          target: 'resting',
          actions: [assign({ lost: 'unknown' }), 'announceUnknown', 'invalidateList'],
        },
      },
      initial: 'sending',
      states: {
        sending: { description: 'The server removes it.' },
        looking: {
          description:
            'No answer came: the list is read, with growing pauses, to see whether it was removed.',
        },
      },
    },
  },
});

type RefundAddressSnapshot = SnapshotFrom<typeof refundAddressMachine>;

/** The view of the row (REFUND-02). */
export function refundAddressPhase({ value }: RefundAddressSnapshot) {
  if (typeof value === 'string') return value;
  if ('resting' in value) return value.resting;
  if ('saving' in value) return value.saving === 'sending' ? 'saving' : 'checkingSaved';
  return value.removing === 'sending' ? 'removing' : 'checkingRemoved';
}
