import { assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '../../domain/failure.ts';
import { unwired } from '../shared/index.ts';

/** `failure` is null where the user or the device did not want to. The private code is for this once. */
export type Confirmation =
  | { readonly ok: true; readonly privateCode: string }
  | { readonly ok: false; readonly failure: Failure | null };

export interface PasskeyCodeContext {
  /** Why there is no code; null once it is tried again. */
  readonly failure: Failure | null;
  readonly isNoneGiven: boolean;
}

export type PasskeyCodeEvent = { readonly type: 'user.confirm' } | { readonly type: 'user.cancel' };

/** The form that asked takes it, and this keeps nothing of it. */
export interface CodeGiven {
  readonly type: 'code.given';
  readonly privateCode: string;
}

/**
 * Gets a code for a passkey, which stands in for one of an app (REAUTH-08). Nothing is changed by it, so a lost answer
 * needs no reading: the user asks again.
 */
export const passkeyCodeMachine = setup({
  types: {
    context: {} as PasskeyCodeContext,
    events: {} as PasskeyCodeEvent,
    emitted: {} as CodeGiven,
    tags: {} as 'busy',
  },
  actors: {
    /** Asks the server what to sign, the device to sign it, and the server for a code. */
    confirm: fromPromise<Confirmation>(unwired('passkeyCode.confirm')),
  },
  actions: {
    giveCode: emit((_, { privateCode }: { readonly privateCode: string }) => ({
      type: 'code.given' as const,
      privateCode,
    })),
    keepFailure: assign((_, { failure }: { readonly failure: Failure | null }) => ({
      failure,
      isNoneGiven: failure === null,
    })),
    forgetFailure: assign({ failure: null, isNoneGiven: false }),
  },
  guards: {
    isGiven: (_, { ok }: Confirmation) => ok,
  },
}).createMachine({
  id: 'passkeyCode',
  description: 'A passkey in place of a code.',
  context: { failure: null, isNoneGiven: false },
  initial: 'idle',
  states: {
    idle: {
      description: 'A passkey can be used.',
      on: {
        'user.confirm': { target: 'asking', actions: { type: 'forgetFailure' } },
      },
    },
    asking: {
      description: 'The browser asks for a passkey of the account.',
      tags: ['busy'],
      on: { 'user.cancel': { target: 'idle' } },
      invoke: {
        id: 'confirm',
        src: 'confirm',
        onDone: [
          {
            guard: { type: 'isGiven', params: ({ event }) => event.output },
            target: 'idle',
            actions: {
              type: 'giveCode',
              params: ({ event: { output } }) => ({ privateCode: output.ok ? output.privateCode : '' }),
            },
          },
          {
            target: 'idle',
            actions: {
              type: 'keepFailure',
              params: ({ event: { output } }) => ({ failure: output.ok ? null : output.failure }),
            },
          },
        ],
        onError: {
          target: 'idle',
          actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
    },
  },
});

type PasskeyCodeSnapshot = SnapshotFrom<typeof passkeyCodeMachine>;

export const isAskingPasskey = (snapshot: PasskeyCodeSnapshot): boolean => snapshot.hasTag('busy');
export const isNoneGiven = (snapshot: PasskeyCodeSnapshot): boolean => snapshot.context.isNoneGiven;
