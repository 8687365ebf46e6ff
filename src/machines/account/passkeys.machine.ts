import { assertEvent, assign, emit, setup, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { effect, promise, type Toast } from '../shared/common.ts';

/** Proof that it is the user (PASSKEY-06). `code` is empty where the account has no two-factor. */
export interface PasskeyProof {
  readonly privatePassword: string;
  readonly code: string;
}

export type PasskeyChange =
  | ({ readonly kind: 'add'; readonly name: string } & PasskeyProof)
  | { readonly kind: 'rename'; readonly id: string; readonly name: string }
  | ({ readonly kind: 'remove'; readonly id: string } & PasskeyProof);

/** Why the device made none: the user or the device did not want to, or it has one already. */
export type NotMade = 'none' | 'known';

export interface PasskeyOutput {
  readonly kind: PasskeyChange['kind'];
  readonly answer: Result<null> | { readonly ok: false; readonly failure: null; readonly notMade: NotMade };
}

export interface PasskeysContext {
  /** Why the last change was not made; null once something is typed. */
  readonly failure: Failure | null;
  readonly notMade: NotMade | null;
}

export type PasskeysEvent =
  | { readonly type: 'user.change'; readonly change: PasskeyChange }
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.cancel' };

/** The form of a change that was made is closed. */
export type PasskeysEmitted = Toast | { readonly type: 'form.close' };

const TOASTS: Readonly<Record<PasskeyChange['kind'], string>> = {
  add: 'account:toast.passkeyAdded',
  rename: 'account:toast.passkeyRenamed',
  remove: 'account:toast.passkeyRemoved',
};

/**
 * Adding, renaming and removing the passkeys of the account (PASSKEY-05). Nothing is sent again automatically: after a
 * lost answer the list is read, and shows the current passkeys.
 */
export const passkeysMachine = setup({
  types: {
    context: {} as PasskeysContext,
    events: {} as PasskeysEvent,
    emitted: {} as PasskeysEmitted,
    tags: {} as 'busy',
  },
  actors: {
    /** A new one: asks the server what to sign, the device to make a passkey, and the server to take it. */
    change: promise<PasskeyOutput, PasskeyChange>(),
  },
  actions: {
    forgetFailure: assign({ failure: null, notMade: null }),
    /** The list and the account are read again. */
    invalidate: effect(),
  },
  guards: { isAccepted: (_, { answer }: PasskeyOutput) => answer.ok },
}).createMachine({
  id: 'passkeys',
  description: 'Adding, renaming and removing passkeys.',
  context: { failure: null, notMade: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'The list is shown, perhaps with a form, and why the last change was not made.',
      on: {
        'user.change': { target: 'changing', actions: 'forgetFailure' },
        'user.edit': { actions: 'forgetFailure' },
      },
    },
    changing: {
      description: 'The change is on its way. For a new passkey the browser asks its user.',
      tags: ['busy'],
      on: { 'user.cancel': { target: 'idle', actions: 'invalidate' } },
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ event }) => {
          assertEvent(event, 'user.change');
          return event.change;
        },
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'idle',
            actions: [
              emit(({ event }) => ({ type: 'toast', kind: 'success', key: TOASTS[event.output.kind] })),
              emit({ type: 'form.close' }),
              'invalidate',
            ],
          },
          {
            target: 'idle',
            actions: assign(
              ({
                event: {
                  output: { answer },
                },
              }) => ({
                failure: answer.ok ? null : answer.failure,
                notMade: 'notMade' in answer ? answer.notMade : null,
              }),
            ),
          },
        ],
        onError: {
          target: 'idle',
          actions: [assign({ failure: ({ event }) => failureOf(event.error) }), 'invalidate'],
        },
      },
    },
  },
});

type PasskeysSnapshot = SnapshotFrom<typeof passkeysMachine>;

export const selectNotMade = (snapshot: PasskeysSnapshot) => snapshot.context.notMade;
