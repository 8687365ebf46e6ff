import type { SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '../../domain/failure.ts';
import { reconcileInput } from '../reconcileWrite/index.ts';
import { checked, failureIn, foundIn, refundAddressSetup, savedIn, soundIn } from './refundAddress.setup.ts';

/** What is told where reading showed that nothing came of a change: nobody said why. */
const UNHEARD: Failure = { code: 'unreachable', retryable: false };
/** What follows where reading showed nothing. */
const unknown = [{ type: 'keepUnknown' }, { type: 'announceUnknown' }, { type: 'outdateList' }] as const;

/**
 * The refund address of one coin (REFUND-02): none, being typed, being saved, set, or asked whether to remove it. The
 * typed text belongs to the form and stays there when it is refused.
 */
export const refundAddressMachine = refundAddressSetup.createMachine({
  id: 'refundAddress',
  description: 'The refund address of one coin.',
  context: ({ input }) => ({ ...input, mistake: null, failure: null, sent: null, lost: null }),
  initial: 'resting',
  on: {
    'list.changed': { actions: { type: 'keepAddress', params: ({ event }) => event } },
  },
  states: {
    resting: {
      description: 'Nothing is being changed.',
      initial: 'unset',
      on: {
        'user.edit': { target: 'editing', actions: { type: 'forgetFaults' } },
        'list.changed': {
          guard: { type: 'isNews', params: ({ event }) => event },
          target: 'resting',
          actions: [{ type: 'forgetFaults' }, { type: 'keepAddress', params: ({ event }) => event }],
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
        'list.changed': [
          {
            guard: { type: 'isSent', params: ({ event }) => event },
            target: 'resting',
            actions: [{ type: 'forgetFaults' }, { type: 'keepAddress', params: ({ event }) => event }],
          },
          { actions: { type: 'keepAddress', params: ({ event }) => event } },
        ],
        'user.save': [
          {
            guard: { type: 'isSound', params: ({ context, event }) => checked(context, event) },
            target: 'saving',
            actions: [
              { type: 'forgetFaults' },
              { type: 'keepSent', params: ({ context, event }) => soundIn(checked(context, event)) },
            ],
          },
          { actions: { type: 'keepMistake', params: ({ context, event }) => checked(context, event) } },
        ],
      },
    },
    saving: {
      description: 'The address passed the rules of its coin and is to be stored.',
      tags: ['busy'],
      initial: 'sending',
      states: {
        sending: {
          description: 'The server stores it.',
          invoke: {
            id: 'save',
            src: 'save',
            // The code passes through and is kept nowhere.
            input: ({ context: { ticker, sent }, event }) => ({
              ticker,
              address: sent?.address ?? '',
              privateCode: event.type === 'user.save' ? (event.privateCode ?? null) : null,
            }),
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: '#refundAddress.resting.saved',
                actions: [
                  { type: 'forgetFaults' },
                  { type: 'keepAddress', params: ({ event }) => savedIn(event.output) },
                  { type: 'announceSaved' },
                  { type: 'outdateList' },
                ],
              },
              {
                target: '#refundAddress.editing',
                actions: [
                  { type: 'forgetFaults' },
                  { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
                  { type: 'announceNotSaved', params: ({ event }) => failureIn(event.output) },
                ],
              },
            ],
            // Whatever went wrong, it may have been stored.
            onError: {
              target: 'finding',
              actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
            },
          },
        },
        finding: {
          description: 'No answer came: the list is read, with growing pauses, to see whether it was stored.',
          invoke: {
            id: 'reconcileWrite',
            src: 'reconcileWrite',
            input: ({ context }) => reconcileInput(context.sent, false, context.failure),
            onDone: [
              {
                guard: { type: 'isFound', params: ({ event }) => event.output },
                target: '#refundAddress.resting.saved',
                actions: [
                  { type: 'forgetFaults' },
                  { type: 'keepAddress', params: ({ event }) => foundIn(event.output) },
                  { type: 'announceSaved' },
                  { type: 'outdateList' },
                ],
              },
              {
                guard: { type: 'isAbsent', params: ({ event }) => event.output },
                target: '#refundAddress.editing',
                actions: [
                  { type: 'keepAbsent' },
                  { type: 'announceNotSaved', params: UNHEARD },
                  { type: 'outdateList' },
                ],
              },
              { target: '#refundAddress.editing', actions: unknown },
            ],
            onError: { target: '#refundAddress.editing', actions: unknown },
          },
          on: {
            'user.cancel': {
              target: '#refundAddress.resting',
              actions: [{ type: 'forgetFaults' }, { type: 'outdateList' }],
            },
          },
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
            'user.confirm': {
              target: 'sending',
              actions: { type: 'keepSent', params: { address: null } },
            },
            'list.changed': [
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
                  { type: 'forgetFaults' },
                  { type: 'keepAddress', params: { address: null } },
                  { type: 'announceRemoved' },
                  { type: 'outdateList' },
                ],
              },
              {
                target: '#refundAddress.resting',
                actions: [
                  { type: 'forgetFaults' },
                  { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
                  { type: 'announceNotRemoved', params: ({ event }) => failureIn(event.output) },
                  { type: 'outdateList' },
                ],
              },
            ],
            // Whatever went wrong, it may have been removed.
            onError: {
              target: 'finding',
              actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
            },
          },
        },
        finding: {
          description:
            'No answer came: the list is read, with growing pauses, to see whether it was removed.',
          tags: ['busy'],
          invoke: {
            id: 'reconcileWrite',
            src: 'reconcileWrite',
            input: ({ context }) => reconcileInput(context.sent, false, context.failure),
            onDone: [
              {
                guard: { type: 'isFound', params: ({ event }) => event.output },
                target: '#refundAddress.resting',
                actions: [
                  { type: 'forgetFaults' },
                  { type: 'keepAddress', params: { address: null } },
                  { type: 'announceRemoved' },
                  { type: 'outdateList' },
                ],
              },
              {
                guard: { type: 'isAbsent', params: ({ event }) => event.output },
                target: '#refundAddress.resting',
                actions: [
                  { type: 'keepAbsent' },
                  { type: 'announceNotRemoved', params: UNHEARD },
                  { type: 'outdateList' },
                ],
              },
              { target: '#refundAddress.resting', actions: unknown },
            ],
            onError: { target: '#refundAddress.resting', actions: unknown },
          },
        },
      },
    },
  },
});

type RefundAddressSnapshot = SnapshotFrom<typeof refundAddressMachine>;

/** What the row shows (REFUND-02). */
export type RefundAddressPhase =
  | 'unset'
  | 'configured'
  | 'saved'
  | 'editing'
  | 'saving'
  | 'checkingSaved'
  | 'asking'
  | 'removing'
  | 'checkingRemoved';

export function refundAddressPhase({ value }: RefundAddressSnapshot): RefundAddressPhase {
  if (typeof value === 'string') return value;
  if ('resting' in value) return value.resting;
  if ('saving' in value) return value.saving === 'sending' ? 'saving' : 'checkingSaved';
  if (value.removing === 'finding') return 'checkingRemoved';
  return value.removing === 'sending' ? 'removing' : 'asking';
}
export const selectAddress = (snapshot: RefundAddressSnapshot) => snapshot.context.address;
export const selectMistake = (snapshot: RefundAddressSnapshot) => snapshot.context.mistake;
export const selectLost = (snapshot: RefundAddressSnapshot) => snapshot.context.lost;
