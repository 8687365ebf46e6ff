import {
  assign,
  emit,
  fromCallback,
  fromPromise,
  sendTo,
  setup,
  type ActorRefFrom,
  type SnapshotFrom,
} from 'xstate';
import type { Coin } from '../../domain/coin.ts';
import type { DepositAddress } from '../../domain/deposit.ts';
import { type DepositGate, usesSlatepacks } from '../../domain/depositGate.ts';
import { type Failure, failureOf, isOutcomeUnknown } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { type Emitted, unwired, unwiredAction } from '../shared/index.ts';

export interface DepositInput {
  readonly symbol: string;
}

/** DEPOSIT-10. */
export interface DepositProblem {
  readonly what: 'coins' | 'refundAddresses' | 'noAddress' | 'address';
  /** Null when the answer held no address. */
  readonly failure: Failure | null;
}

export interface DepositContext extends DepositInput {
  readonly coin: Coin | null;
  readonly address: DepositAddress | null;
  readonly problem: DepositProblem | null;
}

export type DepositEvent =
  | { readonly type: 'facts.known'; readonly coin: Coin | null; readonly gate: DepositGate }
  | {
      readonly type: 'facts.failed';
      readonly what: 'coins' | 'refundAddresses';
      readonly failure: Failure;
    }
  | { readonly type: 'user.reload' }
  | { readonly type: 'user.retry' };

/** Reads again what could not be loaded. */
export interface Reload {
  readonly type: 'reload';
}

export type AddressOutput = Result<DepositAddress>;

interface Known {
  readonly coin: Coin | null;
  readonly gate: DepositGate;
}
interface Failed {
  readonly what: 'coins' | 'refundAddresses';
  readonly failure: Failure;
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
    facts: fromCallback<Reload, DepositInput>(unwired('deposit.facts')),
    requestAddress: fromPromise<AddressOutput, DepositInput>(unwired('deposit.requestAddress')),
  },
  actions: {
    keepCoin: assign({ coin: (_, { coin }: Known) => coin, problem: null }),
    keepAddress: assign({ address: (_, address: DepositAddress) => address, problem: null }),
    keepProblem: assign({ problem: (_, problem: DepositProblem) => problem }),
    forgetProblem: assign({ problem: null }),
    announceUnavailable: emit(({ context }) => ({
      type: 'toast',
      kind: 'error',
      key: 'deposit:toast.unavailable',
      values: { coin: context.symbol },
    })),
    announceRefundMissing: emit(({ context }) => ({
      type: 'toast',
      kind: 'error',
      key: 'deposit:toast.refundAddressFirst',
      values: { coin: context.symbol },
    })),
    announceFactsFailed: emit((_, { what }: Failed) => ({
      type: 'toast',
      kind: 'error',
      key: what === 'coins' ? 'deposit:toast.coinsFailed' : 'deposit:toast.refundAddressesFailed',
    })),
    announceNoAddress: emit({ type: 'toast', kind: 'error', key: 'deposit:toast.noAddress' }),
    announceNotCreated: emit((_, { text }: Failure) => ({
      type: 'toast',
      kind: 'error',
      key: 'deposit:toast.addressFailed',
      ...(text === undefined ? {} : { text }),
    })),
    goToWallet: emit({ type: 'navigate', to: '/wallet', replace: true }),
    /** To the row of this coin (DEPOSIT-02). */
    goToRefundAddresses: emit(({ context }) => ({
      type: 'navigate',
      to: `/refund-addresses?coin=${encodeURIComponent(context.symbol)}`,
      replace: true,
    })),
    reloadFacts: sendTo('facts', { type: 'reload' }),
    /** Leads to the maintenance page (CALL-02). */
    reportOutage: unwiredAction<undefined>('deposit.reportOutage'),
  },
  guards: {
    isUnavailable: (_, { gate }: Known) => gate === 'unavailable',
    lacksRefundAddress: (_, { gate }: Known) => gate === 'refundAddressMissing',
    usesSlatepacks: ({ context }) => usesSlatepacks(context.symbol),
    isOutage: (_, { failure }: Failed) => failure.code !== 'unreadable' && isOutcomeUnknown(failure),
    hasAddress: (_, output: AddressOutput) => output.ok && output.value.address !== null,
    isRefused: (_, output: AddressOutput) => !output.ok,
  },
}).createMachine({
  id: 'deposit',
  description: 'The deposit page of one coin: its gates, then one address.',
  context: ({ input }) => ({ symbol: input.symbol, coin: null, address: null, problem: null }),
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
      initial: 'gating',
      on: {
        'facts.known': [
          {
            guard: { type: 'isUnavailable', params: ({ event }) => event },
            target: 'leaving',
            actions: [{ type: 'announceUnavailable' }, { type: 'goToWallet' }],
          },
          {
            guard: { type: 'lacksRefundAddress', params: ({ event }) => event },
            target: 'leaving',
            actions: [{ type: 'announceRefundMissing' }, { type: 'goToRefundAddresses' }],
          },
          {
            guard: 'usesSlatepacks',
            target: 'exchanging',
            actions: { type: 'keepCoin', params: ({ event }) => event },
          },
          { target: 'requesting', actions: { type: 'keepCoin', params: ({ event }) => event } },
        ],
        'facts.failed': [
          {
            guard: { type: 'isOutage', params: ({ event }) => event },
            target: '.unloaded',
            actions: [
              { type: 'keepProblem', params: ({ event }) => ({ what: event.what, failure: event.failure }) },
              { type: 'reportOutage' },
            ],
          },
          {
            target: '.unloaded',
            actions: [
              { type: 'keepProblem', params: ({ event }) => ({ what: event.what, failure: event.failure }) },
              { type: 'announceFactsFailed', params: ({ event }) => event },
            ],
          },
        ],
      },
      states: {
        gating: {
          description: 'The coins and the refund addresses are awaited.',
          tags: ['busy'],
        },
        unloaded: {
          description: 'They could not be loaded; reloading is offered.',
          tags: ['failed'],
          on: {
            'user.reload': {
              target: 'gating',
              actions: [{ type: 'forgetProblem' }, { type: 'reloadFacts' }],
            },
          },
        },
      },
    },
    leaving: {
      description: 'Nothing can be deposited here now: the user is led where they can do something about it.',
    },
    exchanging: {
      description: 'The coin has no addresses: the user and the exchange swap slatepacks.',
    },
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
            actions: { type: 'keepAddress', params: ({ event }) => addressIn(event.output) },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'uncreated',
            actions: [
              {
                type: 'keepProblem',
                params: ({ event }) => ({ what: 'address' as const, failure: failureIn(event.output) }),
              },
              { type: 'announceNotCreated', params: ({ event }) => failureIn(event.output) },
            ],
          },
          {
            target: 'uncreated',
            actions: [
              { type: 'keepProblem', params: { what: 'noAddress', failure: null } },
              { type: 'announceNoAddress' },
            ],
          },
        ],
        onError: {
          target: 'uncreated',
          actions: [
            {
              type: 'keepProblem',
              params: ({ event }) => ({ what: 'address' as const, failure: failureOf(event.error) }),
            },
            { type: 'announceNotCreated', params: ({ event }) => failureOf(event.error) },
          ],
        },
      },
    },
    uncreated: {
      description: 'There is no address; the user may ask again or go back to the wallet.',
      tags: ['failed'],
      on: { 'user.retry': { target: 'requesting', actions: { type: 'forgetProblem' } } },
    },
    showing: {
      description: 'The address is on the screen, as text and as a QR code.',
    },
  },
});

const DEFECT: Failure = { code: 'internal', retryable: false };
const NO_ADDRESS: DepositAddress = { currency: null, address: null, tag: null, createdAt: null };

// Both are called behind a guard on `ok`.
const addressIn = (output: AddressOutput): DepositAddress => (output.ok ? output.value : NO_ADDRESS);
const failureIn = (output: AddressOutput): Failure => (output.ok ? DEFECT : output.failure);

export type DepositRef = ActorRefFrom<typeof depositMachine>;
type DepositSnapshot = SnapshotFrom<typeof depositMachine>;

export type DepositView =
  | 'loading'
  | 'unloaded'
  | 'leaving'
  | 'exchanging'
  | 'creating'
  | 'uncreated'
  | 'address';

export function depositView(snapshot: DepositSnapshot): DepositView {
  if (snapshot.matches({ entering: 'unloaded' })) return 'unloaded';
  if (snapshot.matches('requesting')) return 'creating';
  if (snapshot.matches('showing')) return 'address';
  for (const view of ['leaving', 'exchanging', 'uncreated'] as const) {
    if (snapshot.matches(view)) return view;
  }
  return 'loading';
}

export const selectCoin = (snapshot: DepositSnapshot) => snapshot.context.coin;
export const selectAddress = (snapshot: DepositSnapshot) => snapshot.context.address;
export const selectProblem = (snapshot: DepositSnapshot) => snapshot.context.problem;
