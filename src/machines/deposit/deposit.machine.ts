import { type ActorRefFrom, assign, emit, sendTo, setup, type SnapshotFrom } from 'xstate';
import type { Coin } from '../../domain/coin.ts';
import type { DepositAddress } from '../../domain/deposit.ts';
import { type DepositGate, usesSlatepacks } from '../../domain/depositGate.ts';
import { type Failure, failureOf, isOutage } from '../../domain/failure.ts';
import { callback, effect, type Emitted, promise } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';

export interface DepositInput {
  readonly symbol: string;
}

/** DEPOSIT-10. */
export interface DepositProblem {
  readonly what: 'coins' | 'refundAddresses' | 'noAddress' | 'address';
  /** Null when the answer held no address. */
  readonly failure: Failure | null;
}

/** PRIVACY-01. */
interface UnmadeAddress {
  /** `absent`, `unknown`: what reading the addresses showed after the answer was lost. */
  readonly why: 'refused' | 'absent' | 'unknown';
  /** Of the refusal, or why the addresses could not be read. */
  readonly failure: Failure | null;
}

export interface DepositContext extends DepositInput {
  readonly coin: Coin | null;
  readonly address: DepositAddress | null;
  readonly problem: DepositProblem | null;
  /** The result of the last request for another address, where it was not made. */
  readonly unmade: UnmadeAddress | null;
}

export type DepositEvent =
  | { readonly type: 'facts.known'; readonly coin: Coin | null; readonly gate: DepositGate }
  | { readonly type: 'facts.failed'; readonly what: 'coins' | 'refundAddresses'; readonly failure: Failure }
  | { readonly type: 'user.reload' }
  | { readonly type: 'user.retry' }
  | { readonly type: 'user.freshAddress' }
  | WriteEvent<'makeAddress', DepositAddress>;

/** Reads again what could not be loaded. */
export interface Reload {
  readonly type: 'reload';
}

/** Another address than this one is wanted. */
export interface FreshAddress extends DepositInput {
  readonly shown: string | null;
}

/** The deposit page of one coin (DEPOSIT-01). One actor is one visit, and requests one address. */
export const depositMachine = setup({
  types: {
    context: {} as DepositContext,
    events: {} as DepositEvent,
    input: {} as DepositInput,
    emitted: {} as Emitted,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    /** Follows the lists of coins and of refund addresses. */
    facts: callback<Reload, DepositInput>(),
    requestAddress: promise<DepositAddress, DepositInput>(),
    makeAddress: createWrite<FreshAddress, DepositAddress>(),
  },
  actions: {
    /** Leads to the maintenance page (CALL-02). */
    reportOutage: effect(),
  },
  guards: {
    isUnavailable: (_, gate: DepositGate) => gate === 'unavailable',
    lacksRefundAddress: (_, gate: DepositGate) => gate === 'refundAddressMissing',
    usesSlatepacks: ({ context }) => usesSlatepacks(context.symbol),
    isOutage: (_, failure: Failure) => isOutage(failure),
    hasAddress: (_, { address }: DepositAddress) => address !== null,
  },
}).createMachine({
  id: 'deposit',
  description: 'The deposit page of one coin: its gates, then one address.',
  context: ({ input }) => ({ symbol: input.symbol, coin: null, address: null, problem: null, unmade: null }),
  initial: 'entering',
  states: {
    entering: {
      description: 'Whether this coin can be deposited now is being found out.',
      invoke: {
        id: 'facts',
        src: 'facts',
        input: ({ context }) => ({ symbol: context.symbol }),
        onError: {},
      },
      on: {
        'facts.known': [
          {
            guard: { type: 'isUnavailable', params: ({ event }) => event.gate },
            target: 'leaving',
            actions: [
              emit(({ context }) => ({
                type: 'toast',
                kind: 'error',
                key: 'deposit:toast.unavailable',
                values: { coin: context.symbol },
              })),
              emit({ type: 'navigate', to: '/wallet', replace: true }),
            ],
          },
          {
            guard: { type: 'lacksRefundAddress', params: ({ event }) => event.gate },
            target: 'leaving',
            actions: [
              emit(({ context }) => ({
                type: 'toast',
                // Not an error: a refund address is needed first.
                kind: 'info',
                key: 'deposit:toast.refundAddressFirst',
                values: { coin: context.symbol },
              })),
              // To the row of this coin (DEPOSIT-02).
              emit(({ context }) => ({
                type: 'navigate',
                to: `/refund-addresses?coin=${encodeURIComponent(context.symbol)}`,
                replace: true,
                remembersWay: true,
              })),
            ],
          },
          {
            guard: 'usesSlatepacks',
            target: 'exchanging',
            actions: assign({ coin: ({ event }) => event.coin, problem: null }),
          },
          { target: 'requesting', actions: assign({ coin: ({ event }) => event.coin, problem: null }) },
        ],
        'facts.failed': [
          {
            guard: { type: 'isOutage', params: ({ event }) => event.failure },
            target: '.unloaded',
            actions: [
              assign({ problem: ({ event: { what, failure } }) => ({ what, failure }) }),
              'reportOutage',
            ],
          },
          {
            target: '.unloaded',
            actions: [
              assign({ problem: ({ event: { what, failure } }) => ({ what, failure }) }),
              emit(({ event }) => ({
                type: 'toast',
                kind: 'error',
                key:
                  event.what === 'coins'
                    ? 'deposit:toast.coinsFailed'
                    : 'deposit:toast.refundAddressesFailed',
              })),
            ],
          },
        ],
      },
      initial: 'gating',
      states: {
        gating: { description: 'The coins and the refund addresses are awaited.', tags: ['busy'] },
        unloaded: {
          description: 'They could not be loaded; reloading is offered.',
          tags: ['failed'],
          on: {
            'user.reload': {
              target: 'gating',
              actions: [assign({ problem: null }), sendTo('facts', { type: 'reload' })],
            },
          },
        },
      },
    },
    leaving: {
      description: 'Nothing can be deposited here now: the user is led where they can do something about it.',
    },
    exchanging: { description: 'The coin has no addresses: the user and the exchange swap slatepacks.' },
    requesting: {
      description: 'The server is asked for an address, once.',
      tags: ['busy'],
      invoke: {
        id: 'requestAddress',
        src: 'requestAddress',
        input: ({ context }) => ({ symbol: context.symbol }),
        onDone: [
          {
            guard: { type: 'hasAddress', params: ({ event }) => event.output },
            target: 'showing',
            actions: assign({ address: ({ event }) => event.output }),
          },
          {
            target: 'uncreated',
            actions: [
              assign({ problem: { what: 'noAddress', failure: null } }),
              emit({ type: 'toast', kind: 'error', key: 'deposit:toast.noAddress' }),
            ],
          },
        ],
        onError: {
          target: 'uncreated',
          actions: [
            assign({ problem: ({ event }) => ({ what: 'address', failure: failureOf(event.error) }) }),
            emit(({ event }) => {
              const { text } = failureOf(event.error);
              return {
                type: 'toast',
                kind: 'error',
                key: 'deposit:toast.addressFailed',
                ...(text === undefined ? {} : { text }),
              };
            }),
          ],
        },
      },
    },
    uncreated: {
      description: 'There is no address; the user may ask again or go back to the wallet.',
      tags: ['failed'],
      on: { 'user.retry': { target: 'requesting', actions: assign({ problem: null }) } },
    },
    showing: {
      description: 'The address is on the screen, as text and as a QR code.',
      initial: 'idle',
      states: {
        idle: { description: 'The user may ask for another one.', on: { 'user.freshAddress': 'making' } },
        making: {
          description:
            'Another address is asked for, once; after a lost answer the addresses are read. The old one stays.',
          tags: ['busy'],
          entry: assign({ unmade: null }),
          invoke: {
            id: 'makeAddress',
            src: 'makeAddress',
            input: ({ context: { symbol, address } }) => ({
              subject: { symbol, shown: address?.address ?? null },
            }),
          },
          on: {
            'makeAddress.done': {
              target: 'idle',
              actions: [
                assign({ address: ({ event }) => event.value }),
                emit(({ context }) => ({
                  type: 'toast',
                  kind: 'success',
                  key: 'deposit:toast.freshAddress',
                  values: { coin: context.symbol },
                })),
              ],
            },
            'makeAddress.refused': {
              target: 'idle',
              actions: assign({ unmade: ({ event: { failure } }) => ({ why: 'refused', failure }) }),
            },
            'makeAddress.lost': '.looking',
            'makeAddress.absent': {
              target: 'idle',
              actions: assign({ unmade: { why: 'absent', failure: null } }),
            },
            'makeAddress.unknown': {
              target: 'idle',
              actions: assign({ unmade: ({ event: { failure } }) => ({ why: 'unknown', failure }) }),
            },
          },
          initial: 'sending',
          states: {
            sending: { description: 'The request is on its way.' },
            looking: { description: 'The addresses are read, with growing pauses. Nothing is sent.' },
          },
        },
      },
    },
  },
});

export type DepositRef = ActorRefFrom<typeof depositMachine>;
type DepositSnapshot = SnapshotFrom<typeof depositMachine>;

export function depositView(snapshot: DepositSnapshot) {
  if (snapshot.matches({ entering: 'unloaded' })) return 'unloaded';
  if (snapshot.matches('requesting')) return 'creating';
  if (snapshot.matches('showing')) return 'address';
  for (const view of ['leaving', 'exchanging', 'uncreated'] as const) {
    if (snapshot.matches(view)) return view;
  }
  return 'loading';
}
