import { assertEvent, assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import type { KeyPermission } from '../../domain/apiKey.ts';
import { type Failure, failureOf } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { type Toast, unwired, unwiredAction } from '../shared/index.ts';

/** A key to be made. The names of secrets keep them out of every log and inspector. */
export interface KeyWish {
  readonly label: string;
  readonly permissions: readonly KeyPermission[];
  /** As they were typed; the server says which is none. */
  readonly addresses: readonly string[];
  readonly privatePassword: string;
  /** Left out where the account has no second factor. */
  readonly privateCode?: string;
}

/** What proves that the user wants a key to have its rights again. */
export interface KeyProof {
  readonly id: string;
  readonly privatePassword: string;
  /** Left out where the account has no second factor. */
  readonly privateCode?: string;
}

/** What a program needs, while it is shown. */
export interface NewKey {
  readonly id: string;
  readonly label: string;
  readonly privateSecret: string;
}

export interface NamedKey {
  readonly id: string;
  readonly label: string;
}

export interface ApiKeysContext {
  /** The new key, while its secret is on the screen; null before and after. */
  readonly made: NewKey | null;
  /** Which one the user may revoke. */
  readonly asked: NamedKey | null;
  /** What was tried last, until something is edited. */
  readonly tried: 'create' | 'approve' | 'revoke' | null;
  /** Why it was refused. */
  readonly failure: Failure | null;
  /** No answer came: the list, which is read again, says what it came to. */
  readonly isLost: boolean;
}

export type ApiKeysEvent =
  | { readonly type: 'user.create'; readonly wish: KeyWish }
  /** A field was edited: what was said about the last try is no longer about what stands there. */
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.approve'; readonly proof: KeyProof }
  | { readonly type: 'user.ask'; readonly key: NamedKey }
  | { readonly type: 'user.confirm' }
  | { readonly type: 'user.cancel' }
  /** The user has kept the secret. */
  | { readonly type: 'user.kept' };

export type CreateOutput = Result<NewKey>;
export type ApproveOutput = Result<unknown>;
export type RevokeOutput = Result<unknown>;

const DEFECT: Failure = { code: 'internal', retryable: false };

// They are reached after a guard has looked at `ok`; the compiler cannot know.
const failureIn = (output: CreateOutput | ApproveOutput | RevokeOutput): Failure =>
  output.ok ? DEFECT : output.failure;
const madeIn = (output: CreateOutput): NewKey | null => (output.ok ? output.value : null);

/** Whatever went wrong, it may have been done. */
const lost = [{ type: 'keepLost' }, { type: 'outdateKeys' }] as const;

/**
 * Keys for programs: made, their secret shown once, confirmed after a second factor came (APIKEY-12), and revoked
 * (APIKEY-11). The secret is in the context exactly as
 * long as it is on the screen. Nothing is sent twice: after a lost answer the list is read, and shows what is there.
 */
export const apiKeysMachine = setup({
  types: {
    context: {} as ApiKeysContext,
    events: {} as ApiKeysEvent,
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: {
    create: fromPromise<CreateOutput, KeyWish>(unwired('apiKeys.create')),
    approve: fromPromise<ApproveOutput, KeyProof>(unwired('apiKeys.approve')),
    revoke: fromPromise<RevokeOutput, { readonly id: string }>(unwired('apiKeys.revoke')),
  },
  actions: {
    keepMade: assign({ made: (_, made: NewKey | null) => made }),
    forgetMade: assign({ made: null }),
    keepAsked: assign({ asked: (_, { id, label }: NamedKey) => ({ id, label }) }),
    forgetAsked: assign({ asked: null }),
    noteTried: assign({ tried: (_, tried: ApiKeysContext['tried']) => tried }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    keepLost: assign({ isLost: true }),
    forget: assign({ tried: null, failure: null, isLost: false }),
    announceConfirmed: emit({ type: 'toast', kind: 'success', key: 'account:toast.apiKeyConfirmed' }),
    announceRevoked: emit({ type: 'toast', kind: 'success', key: 'account:toast.apiKeyRevoked' }),
    /** The list is to be read again. */
    outdateKeys: unwiredAction<undefined>('apiKeys.outdateKeys'),
  },
  guards: {
    isMade: (_, output: CreateOutput) => output.ok,
    isApproved: (_, output: ApproveOutput) => output.ok,
    /** Also where there was none any more. */
    isGone: (_, output: RevokeOutput) => output.ok || output.failure.status === 404,
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
        'user.create': { target: 'creating', actions: { type: 'forget' } },
        'user.approve': { target: 'approving', actions: { type: 'forget' } },
        'user.ask': {
          target: 'asking',
          actions: [{ type: 'forget' }, { type: 'keepAsked', params: ({ event }) => event.key }],
        },
        'user.edit': { actions: { type: 'forget' } },
      },
    },
    creating: {
      description: 'The wish for a new key is on its way, once.',
      tags: ['busy'],
      entry: { type: 'noteTried', params: 'create' },
      invoke: {
        id: 'create',
        src: 'create',
        input: ({ event }) => {
          assertEvent(event, 'user.create');
          return event.wish;
        },
        onDone: [
          {
            guard: { type: 'isMade', params: ({ event }) => event.output },
            target: 'showing',
            actions: [
              { type: 'forget' },
              { type: 'keepMade', params: ({ event }) => madeIn(event.output) },
              { type: 'outdateKeys' },
            ],
          },
          {
            target: 'resting',
            actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          },
        ],
        onError: {
          target: 'resting',
          actions: [{ type: 'keepFailure', params: ({ event }) => failureOf(event.error) }, ...lost],
        },
      },
    },
    showing: {
      description: 'The secret of the new key is on the screen. It is shown this once.',
      exit: { type: 'forgetMade' },
      on: { 'user.kept': { target: 'resting' } },
    },
    approving: {
      description: 'The confirmation that a key may have its rights again is on its way, once.',
      tags: ['busy'],
      entry: { type: 'noteTried', params: 'approve' },
      invoke: {
        id: 'approve',
        src: 'approve',
        input: ({ event }) => {
          assertEvent(event, 'user.approve');
          return event.proof;
        },
        onDone: [
          {
            guard: { type: 'isApproved', params: ({ event }) => event.output },
            target: 'resting',
            actions: [{ type: 'forget' }, { type: 'announceConfirmed' }, { type: 'outdateKeys' }],
          },
          {
            target: 'resting',
            actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          },
        ],
        onError: {
          target: 'resting',
          actions: [{ type: 'keepFailure', params: ({ event }) => failureOf(event.error) }, ...lost],
        },
      },
    },
    asking: {
      description: 'The user is asked whether the key is to be revoked.',
      on: {
        'user.confirm': { target: 'revoking' },
        'user.cancel': { target: 'resting', actions: { type: 'forgetAsked' } },
      },
    },
    revoking: {
      description: 'The revocation is on its way, once.',
      tags: ['busy'],
      entry: { type: 'noteTried', params: 'revoke' },
      exit: { type: 'forgetAsked' },
      invoke: {
        id: 'revoke',
        src: 'revoke',
        input: ({ context }) => ({ id: context.asked?.id ?? '' }),
        onDone: [
          {
            guard: { type: 'isGone', params: ({ event }) => event.output },
            target: 'resting',
            actions: [{ type: 'forget' }, { type: 'announceRevoked' }, { type: 'outdateKeys' }],
          },
          {
            target: 'resting',
            actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          },
        ],
        onError: {
          target: 'resting',
          actions: [{ type: 'keepFailure', params: ({ event }) => failureOf(event.error) }, ...lost],
        },
      },
    },
  },
});

type ApiKeysSnapshot = SnapshotFrom<typeof apiKeysMachine>;

export const isBusy = (snapshot: ApiKeysSnapshot): boolean => snapshot.hasTag('busy');
export const selectMade = (snapshot: ApiKeysSnapshot) => snapshot.context.made;
export const selectAsked = (snapshot: ApiKeysSnapshot) => snapshot.context.asked;
export const selectTried = (snapshot: ApiKeysSnapshot) => snapshot.context.tried;
export const selectIsLost = (snapshot: ApiKeysSnapshot) => snapshot.context.isLost;
