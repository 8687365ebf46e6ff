import { assertEvent, assign, emit, fromPromise, setup } from 'xstate';
import { checkAddress, type AddressCheck } from '../../domain/address/check.ts';
import { failureOf, type Failure } from '../../domain/failure.ts';
import { SAVED_SHOWN } from '../flash/index.ts';
import type { Toast } from '../shared/emitted.ts';
import { unwired, unwiredAction } from '../shared/unwired.ts';
import type {
  RefundAddressContext,
  RefundAddressEvent,
  RefundAddressInput,
  RemoveInput,
  RemoveOutput,
  SaveInput,
  SaveOutput,
} from './types.ts';

interface Told {
  readonly address: string | null;
}

/**
 * The refund address of one coin (spec 2 §4, "Refund address row"): none, being typed, being saved, set, or asked
 * whether to remove it. The typed text belongs to the form and stays there when it is refused.
 */
export const refundAddressMachine = setup({
  types: {
    context: {} as RefundAddressContext,
    events: {} as RefundAddressEvent,
    input: {} as RefundAddressInput,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    save: fromPromise<SaveOutput, SaveInput>(unwired('refundAddress.save')),
    remove: fromPromise<RemoveOutput, RemoveInput>(unwired('refundAddress.remove')),
  },
  actions: {
    keepAddress: assign({ address: (_, { address }: Told) => address }),
    keepMistake: assign({ mistake: (_, check: AddressCheck) => mistakeIn(check), failure: null }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    forgetFaults: assign({ mistake: null, failure: null }),
    announceSaved: emit(({ context }) => ({
      type: 'toast',
      kind: 'success',
      key: 'refund:toast.saved',
      values: { coin: context.ticker },
    })),
    announceRemoved: emit(({ context }) => ({
      type: 'toast',
      kind: 'success',
      key: 'refund:toast.removed',
      values: { coin: context.ticker },
    })),
    announceNotSaved: emit((_, { text }: Failure) => ({
      type: 'toast',
      kind: 'error',
      key: 'refund:toast.saveFailed',
      ...(text === undefined ? {} : { text }),
    })),
    announceNotRemoved: emit((_, { text }: Failure) => ({
      type: 'toast',
      kind: 'error',
      key: 'refund:toast.removeFailed',
      ...(text === undefined ? {} : { text }),
    })),
    /** What the list says is old now, or may be. */
    outdateList: unwiredAction<undefined>('refundAddress.outdateList'),
  },
  guards: {
    hasAddress: ({ context }) => context.address !== null,
    isNews: ({ context }, { address }: Told) => address !== context.address,
    isNone: (_, { address }: Told) => address === null,
    isSound: (_, { ok }: AddressCheck) => ok,
    isDone: (_, { ok }: SaveOutput | RemoveOutput) => ok,
  },
  delays: { savedShown: SAVED_SHOWN },
}).createMachine({
  id: 'refundAddress',
  description: 'The refund address of one coin.',
  context: ({ input }) => ({ ...input, mistake: null, failure: null }),
  initial: 'resting',
  on: {
    'list.told': { actions: { type: 'keepAddress', params: ({ event }) => event } },
  },
  states: {
    resting: {
      description: 'Nothing is being changed.',
      initial: 'unset',
      on: {
        'user.edit': { target: 'editing' },
        'list.told': {
          guard: { type: 'isNews', params: ({ event }) => event },
          target: 'resting',
          actions: { type: 'keepAddress', params: ({ event }) => event },
        },
      },
      states: {
        unset: {
          description: 'The coin has no refund address; adding one is offered.',
          always: { guard: 'hasAddress', target: 'configured' },
        },
        configured: {
          description: 'The address is shown; editing and removing it are offered.',
          on: { 'user.remove': { target: '#refundAddress.removing' } },
        },
        saved: {
          description: 'The address was just saved, and the row says so for a moment.',
          after: { savedShown: { target: 'configured' } },
          on: { 'user.remove': { target: '#refundAddress.removing' } },
        },
      },
    },
    editing: {
      description: 'The user types an address.',
      on: {
        'user.type': { actions: { type: 'forgetFaults' } },
        'user.cancel': { target: 'resting', actions: { type: 'forgetFaults' } },
        'user.save': [
          {
            guard: { type: 'isSound', params: ({ context, event }) => checked(context, event) },
            target: 'saving',
          },
          { actions: { type: 'keepMistake', params: ({ context, event }) => checked(context, event) } },
        ],
      },
    },
    saving: {
      description: 'The address passed the rules of its coin; the server stores it.',
      tags: ['busy'],
      entry: { type: 'forgetFaults' },
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context, event }) => {
          assertEvent(event, 'user.save');
          return { ticker: context.ticker, address: soundIn(checked(context, event)) };
        },
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'resting.saved',
            actions: [
              { type: 'keepAddress', params: ({ event }) => savedIn(event.output) },
              { type: 'announceSaved' },
              { type: 'outdateList' },
            ],
          },
          {
            target: 'editing',
            actions: [
              { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
              { type: 'announceNotSaved', params: ({ event }) => failureIn(event.output) },
            ],
          },
        ],
        // It may have been stored all the same: the list says what is true.
        onError: {
          target: 'editing',
          actions: [
            { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
            { type: 'announceNotSaved', params: ({ event }) => failureOf(event.error) },
            { type: 'outdateList' },
          ],
        },
      },
    },
    removing: {
      description: 'The user is asked whether the address is to be removed.',
      initial: 'asking',
      entry: { type: 'forgetFaults' },
      states: {
        asking: {
          description: 'The question stands over the page.',
          on: {
            'user.keep': { target: '#refundAddress.resting' },
            'user.confirm': { target: 'sending' },
            'list.told': [
              {
                guard: { type: 'isNone', params: ({ event }) => event },
                target: '#refundAddress.resting',
                actions: { type: 'keepAddress', params: ({ event }) => event },
              },
              { actions: { type: 'keepAddress', params: ({ event }) => event } },
            ],
          },
        },
        sending: {
          description: 'The server is told to remove it.',
          tags: ['busy'],
          invoke: {
            id: 'remove',
            src: 'remove',
            input: ({ context }) => ({ ticker: context.ticker }),
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: '#refundAddress.resting',
                actions: [
                  { type: 'keepAddress', params: { address: null } },
                  { type: 'announceRemoved' },
                  { type: 'outdateList' },
                ],
              },
              {
                target: '#refundAddress.resting',
                actions: [
                  { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
                  { type: 'announceNotRemoved', params: ({ event }) => failureIn(event.output) },
                  { type: 'outdateList' },
                ],
              },
            ],
            onError: {
              target: '#refundAddress.resting',
              actions: [
                { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
                { type: 'announceNotRemoved', params: ({ event }) => failureOf(event.error) },
                { type: 'outdateList' },
              ],
            },
          },
        },
      },
    },
  },
});

/** The check of what was typed, by the coin's own rules. */
const checked = (
  { ticker, network }: RefundAddressContext,
  { text }: { readonly text: string },
): AddressCheck => checkAddress(ticker, network, text);

function mistakeIn(check: AddressCheck): RefundAddressContext['mistake'] {
  if (check.ok) return null;
  const { ok: _ok, ...mistake } = check;
  return mistake;
}

const DEFECT: Failure = { code: 'internal', retryable: false };

// Each is reached after a guard has looked at `ok`; the compiler cannot know.
const soundIn = (check: AddressCheck): string => (check.ok ? check.address : '');
const savedIn = (output: SaveOutput): Told => ({ address: output.ok ? output.value : null });
const failureIn = (output: SaveOutput | RemoveOutput): Failure => (output.ok ? DEFECT : output.failure);
