import { assign, emit, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import type { DepositAddress } from '../../domain/deposit.ts';
import { usesSlatepacks } from '../../domain/depositGate.ts';
import { type Failure, failureOf, isOutage } from '../../domain/failure.ts';
import { reconcileInput, reconcileWriteOf } from '../reconcileWrite/index.ts';
import { type Emitted, unwired, unwiredAction } from '../shared/index.ts';
import { addressIn, failureIn, foundIn, lostAddress } from './deposit.rules.ts';
import type {
  AddressOutput,
  DepositContext,
  DepositEvent,
  DepositInput,
  DepositProblem,
  Failed,
  FreshAddress,
  FreshSearch,
  Known,
  Reload,
  UnmadeAddress,
} from './deposit.types.ts';

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
    makeAddress: fromPromise<AddressOutput, DepositInput>(unwired('deposit.makeAddress')),
    /** Reads the list of addresses, and sends nothing. */
    reconcileWrite: reconcileWriteOf<FreshAddress, DepositAddress>(),
  },
  actions: {
    keepCoin: assign({ coin: (_, { coin }: Known) => coin, problem: null }),
    keepAddress: assign({ address: (_, address: DepositAddress) => address, problem: null }),
    keepProblem: assign({ problem: (_, problem: DepositProblem) => problem }),
    forgetProblem: assign({ problem: null }),
    keepUnmade: assign({ unmade: (_, unmade: UnmadeAddress) => unmade }),
    keepLost: assign({
      unmade: ({ context }, { why }: Pick<UnmadeAddress, 'why'>) => lostAddress(context, why),
    }),
    forgetUnmade: assign({ unmade: null }),
    announceMade: emit(({ context }) => ({
      type: 'toast',
      kind: 'success',
      key: 'deposit:toast.freshAddress',
      values: { coin: context.symbol },
    })),
    announceUnavailable: emit(({ context }) => ({
      type: 'toast',
      kind: 'error',
      key: 'deposit:toast.unavailable',
      values: { coin: context.symbol },
    })),
    announceRefundMissing: emit(({ context }) => ({
      type: 'toast',
      // Nothing went wrong: something is wanted first.
      kind: 'info',
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
      remembersWay: true,
    })),
    reloadFacts: sendTo('facts', { type: 'reload' }),
    /** Leads to the maintenance page (CALL-02). */
    reportOutage: unwiredAction<undefined>('deposit.reportOutage'),
  },
  guards: {
    isUnavailable: (_, { gate }: Known) => gate === 'unavailable',
    lacksRefundAddress: (_, { gate }: Known) => gate === 'refundAddressMissing',
    usesSlatepacks: ({ context }) => usesSlatepacks(context.symbol),
    isOutage: (_, { failure }: Failed) => isOutage(failure),
    hasAddress: (_, output: AddressOutput) => output.ok && output.value.address !== null,
    isRefused: (_, output: AddressOutput) => !output.ok,
    isFound: (_, { kind }: FreshSearch) => kind === 'found',
    isAbsent: (_, { kind }: FreshSearch) => kind === 'absent',
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
      initial: 'idle',
      states: {
        idle: {
          description: 'The user may ask for another one.',
          on: { 'user.freshAddress': { target: 'making', actions: { type: 'forgetUnmade' } } },
        },
        making: {
          description: 'Another address is asked for, once; the old one stays on the screen.',
          tags: ['busy'],
          invoke: {
            id: 'makeAddress',
            src: 'makeAddress',
            input: ({ context }) => ({ symbol: context.symbol }),
            onDone: [
              {
                guard: { type: 'hasAddress', params: ({ event }) => event.output },
                target: 'idle',
                actions: [
                  { type: 'keepAddress', params: ({ event }) => addressIn(event.output) },
                  { type: 'announceMade' },
                ],
              },
              {
                guard: { type: 'isRefused', params: ({ event }) => event.output },
                target: 'idle',
                actions: {
                  type: 'keepUnmade',
                  params: ({ event }) => ({ why: 'refused' as const, failure: failureIn(event.output) }),
                },
              },
              // It was made, and its address is not known yet.
              { target: 'finding' },
            ],
            onError: {
              target: 'finding',
              actions: {
                type: 'keepUnmade',
                params: ({ event }) => ({ why: 'unknown' as const, failure: failureOf(event.error) }),
              },
            },
          },
        },
        finding: {
          description:
            'No answer came: the addresses are read, with growing pauses, to see whether it was made.',
          tags: ['busy'],
          invoke: {
            id: 'reconcileWrite',
            src: 'reconcileWrite',
            input: ({ context: { symbol, address, unmade } }) =>
              reconcileInput({ symbol, shown: address?.address ?? null }, false, unmade?.failure ?? null),
            onDone: [
              {
                guard: { type: 'isFound', params: ({ event }) => event.output },
                target: 'idle',
                actions: [
                  { type: 'keepAddress', params: ({ event }) => foundIn(event.output) },
                  { type: 'forgetUnmade' },
                  { type: 'announceMade' },
                ],
              },
              {
                guard: { type: 'isAbsent', params: ({ event }) => event.output },
                target: 'idle',
                actions: { type: 'keepLost', params: { why: 'absent' } },
              },
              { target: 'idle', actions: { type: 'keepLost', params: { why: 'unknown' } } },
            ],
            onError: { target: 'idle', actions: { type: 'keepLost', params: { why: 'unknown' } } },
          },
        },
      },
    },
  },
});
