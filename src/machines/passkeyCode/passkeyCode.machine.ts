import { assign, emit, setup, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '../../domain/failure.ts';
import { promise } from '../shared/common.ts';

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
interface CodeGiven {
  readonly type: 'code.given';
  readonly privateCode: string;
}

/**
 * Gets a code for a passkey, which replaces one of an app (REAUTH-08). It changes nothing, so a lost answer needs no
 * reading: the user asks again.
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
    confirm: promise<Confirmation>(),
  },
  guards: { isGiven: (_, { ok }: Confirmation) => ok },
}).createMachine({
  id: 'passkeyCode',
  description: 'A passkey in place of a code.',
  context: { failure: null, isNoneGiven: false },
  initial: 'idle',
  states: {
    idle: { description: 'A passkey can be used.', on: { 'user.confirm': 'asking' } },
    asking: {
      description: 'The browser asks for a passkey of the account.',
      tags: ['busy'],
      entry: assign({ failure: null, isNoneGiven: false }),
      on: { 'user.cancel': 'idle' },
      invoke: {
        id: 'confirm',
        src: 'confirm',
        onDone: [
          {
            guard: { type: 'isGiven', params: ({ event }) => event.output },
            target: 'idle',
            actions: emit(({ event: { output } }) => ({
              type: 'code.given',
              privateCode: output.ok ? output.privateCode : '',
            })),
          },
          {
            target: 'idle',
            actions: assign(({ event: { output } }) => {
              const failure = output.ok ? null : output.failure;
              return { failure, isNoneGiven: failure === null };
            }),
          },
        ],
        onError: { target: 'idle', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
  },
});

type PasskeyCodeSnapshot = SnapshotFrom<typeof passkeyCodeMachine>;

export const isNoneGiven = (snapshot: PasskeyCodeSnapshot): boolean => snapshot.context.isNoneGiven;
