import { assertEvent, assign, emit, setup } from 'xstate';
import type { KeyPermission } from '../../domain/apiKey.ts';
import { type Failure, failureOf } from '../../domain/failure.ts';
import { failureIn, type Result, valueIn } from '../../domain/result.ts';
import { effect, promise, type Toast } from '../shared/common.ts';

/** A key to be made. The names of secrets keep them out of every log and inspector. */
export interface KeyWish {
  readonly label: string;
  readonly permissions: readonly KeyPermission[];
  /** As they were typed; the server decides which are invalid. */
  readonly addresses: readonly string[];
  readonly privatePassword: string;
  /** Left out where the account has no second factor. */
  readonly privateCode?: string;
}

/** Proof that the user wants a key to have its rights again. */
export interface KeyProof {
  readonly id: string;
  readonly privatePassword: string;
  /** Left out where the account has no second factor. */
  readonly privateCode?: string;
}

/** The data that a program needs, while it is shown. */
export interface NewKey {
  readonly id: string;
  readonly label: string;
  readonly privateSecret: string;
}

interface NamedKey {
  readonly id: string;
  readonly label: string;
}

export interface ApiKeysContext {
  /** The new key, while its secret is on the screen; null before and after. */
  readonly made: NewKey | null;
  /** Which one the user may revoke. */
  readonly asked: NamedKey | null;
  /** The last attempt, until something is edited. */
  readonly tried: 'create' | 'approve' | 'revoke' | null;
  /** Why it was refused. */
  readonly failure: Failure | null;
  /** No answer came: the list is read again and shows the result. */
  readonly isLost: boolean;
}

export type ApiKeysEvent =
  | { readonly type: 'user.create'; readonly wish: KeyWish }
  /** A field was edited: messages about the last attempt no longer apply to its text. */
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.approve'; readonly proof: KeyProof }
  | { readonly type: 'user.ask'; readonly key: NamedKey }
  | { readonly type: 'user.confirm' }
  | { readonly type: 'user.cancel' }
  /** The user has saved the secret. */
  | { readonly type: 'user.kept' };

/**
 * Keys for programs: made, their secret shown once, confirmed after a second factor was added (APIKEY-12), and revoked
 * (APIKEY-11). The secret is in the context exactly as long as it is on the screen. Nothing is sent twice: after any
 * failure it may have been done, and the list, which is read again, shows the result.
 */
export const apiKeysMachine = setup({
  types: {
    context: {} as ApiKeysContext,
    events: {} as ApiKeysEvent,
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: {
    create: promise<Result<NewKey>, KeyWish>(),
    approve: promise<Result<unknown>, KeyProof>(),
    revoke: promise<Result<unknown>, { readonly id: string }>(),
  },
  actions: {
    forget: assign({ tried: null, failure: null, isLost: false }),
    /** The list is to be read again. */
    invalidateKeys: effect(),
  },
  guards: {
    isAccepted: (_, answer: Result<unknown>) => answer.ok,
    /** Also where there was none any more. */
    isGone: (_, answer: Result<unknown>) => answer.ok || answer.failure.status === 404,
  },
}).createMachine({
  id: 'apiKeys',
  description: 'Keys for programs: making one, showing its secret once, and revoking one.',
  context: { made: null, asked: null, tried: null, failure: null, isLost: false },
  initial: 'resting',
  states: {
    resting: {
      description: 'The list is shown, and the form of a new key.',
      on: {
        'user.create': { target: 'creating', actions: 'forget' },
        'user.approve': { target: 'approving', actions: 'forget' },
        'user.ask': {
          target: 'asking',
          actions: ['forget', assign({ asked: ({ event: { key } }) => ({ id: key.id, label: key.label }) })],
        },
        'user.edit': { actions: 'forget' },
      },
    },
    creating: {
      description: 'The wish for a new key is on its way, once.',
      tags: ['busy'],
      entry: assign({ tried: 'create' }),
      invoke: {
        id: 'create',
        src: 'create',
        input: ({ event }) => {
          assertEvent(event, 'user.create');
          return event.wish;
        },
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'showing',
            actions: ['forget', assign({ made: ({ event }) => valueIn(event.output) }), 'invalidateKeys'],
          },
          { target: 'resting', actions: assign({ failure: ({ event }) => failureIn(event.output) }) },
        ],
        onError: {
          target: 'resting',
          actions: [
            assign({ failure: ({ event }) => failureOf(event.error), isLost: true }),
            'invalidateKeys',
          ],
        },
      },
    },
    showing: {
      description: 'The secret of the new key is on the screen. It is shown this once.',
      exit: assign({ made: null }),
      on: { 'user.kept': 'resting' },
    },
    approving: {
      description: 'The confirmation that a key may have its rights again is on its way, once.',
      tags: ['busy'],
      entry: assign({ tried: 'approve' }),
      invoke: {
        id: 'approve',
        src: 'approve',
        input: ({ event }) => {
          assertEvent(event, 'user.approve');
          return event.proof;
        },
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'resting',
            actions: [
              'forget',
              emit({ type: 'toast', kind: 'success', key: 'account:toast.apiKeyConfirmed' }),
              'invalidateKeys',
            ],
          },
          { target: 'resting', actions: assign({ failure: ({ event }) => failureIn(event.output) }) },
        ],
        onError: {
          target: 'resting',
          actions: [
            assign({ failure: ({ event }) => failureOf(event.error), isLost: true }),
            'invalidateKeys',
          ],
        },
      },
    },
    asking: {
      description: 'The user is asked whether the key is to be revoked.',
      on: {
        'user.confirm': 'revoking',
        'user.cancel': { target: 'resting', actions: assign({ asked: null }) },
      },
    },
    revoking: {
      description: 'The revocation is on its way, once.',
      tags: ['busy'],
      entry: assign({ tried: 'revoke' }),
      exit: assign({ asked: null }),
      invoke: {
        id: 'revoke',
        src: 'revoke',
        input: ({ context }) => ({ id: context.asked?.id ?? '' }),
        onDone: [
          {
            guard: { type: 'isGone', params: ({ event }) => event.output },
            target: 'resting',
            actions: [
              'forget',
              emit({ type: 'toast', kind: 'success', key: 'account:toast.apiKeyRevoked' }),
              'invalidateKeys',
            ],
          },
          { target: 'resting', actions: assign({ failure: ({ event }) => failureIn(event.output) }) },
        ],
        onError: {
          target: 'resting',
          actions: [
            assign({ failure: ({ event }) => failureOf(event.error), isLost: true }),
            'invalidateKeys',
          ],
        },
      },
    },
  },
});
