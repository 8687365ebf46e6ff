import { assign, setup, type SnapshotFrom } from 'xstate';
import {
  type AccessRefusal,
  type Attempt,
  attemptOf,
  type Challenged,
  challengedIn,
  MAX_ROUNDS,
  RECOVERY_PASSKEY_MISSING,
  recoveryRefusal,
} from './access.rules.ts';
import { failureOf, type Failure } from '../../domain/failure.ts';
import { failureIn, type Result } from '../../domain/result.ts';
import { promise } from '../shared/common.ts';

/** The form's values. They pass through the machine in an event and are never stored in its context. */
export interface Recovery {
  readonly email: string;
  /** 32 bytes, hexadecimal. */
  readonly recoveryKey: string;
  readonly password: string;
  readonly confirmation: string;
  /** Code of the second factor; empty where none was asked for. */
  readonly code: string;
}

export interface RecoveryContext {
  /** Why the last submit failed; null once a field is edited. */
  readonly refusal: AccessRefusal | null;
  /** The server asked for a code: the account has two-factor. */
  readonly asksForCode: boolean;
  /** How many challenges were solved for this attempt (LOGIN-21). */
  readonly rounds: number;
}

export type RecoveryEvent =
  | { readonly type: 'user.submit'; readonly recovery: Recovery }
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.cancel' };

export type RecoveryOutput = Result<null> & {
  /** Of a refusal that the browser can work off. */
  readonly challenged?: Challenged<Recovery>;
};

/** The way back to an account whose password is forgotten (FORGOT-03, FORGOT-04). Nobody is signed in by it. */
export const recoveryMachine = setup({
  types: { context: {} as RecoveryContext, events: {} as RecoveryEvent, tags: {} as 'busy' },
  actors: {
    /** Sends the key and the new password, once. A refusal is a result. */
    recover: promise<RecoveryOutput, Attempt<Recovery>>(),
    /** Works off what the server asks for, and gives the same attempt with it. */
    work: promise<Attempt<Recovery>, Challenged<Recovery>>(),
  },
  actions: { forgetRefusal: assign({ refusal: null, rounds: 0 }) },
  guards: {
    isAccepted: (_, answer: RecoveryOutput) => answer.ok,
    isChallenged: ({ context }, { challenged }: RecoveryOutput) =>
      challenged !== undefined && context.rounds < MAX_ROUNDS,
  },
}).createMachine({
  id: 'recovery',
  description: 'The form that sets a new password with a recovery key.',
  context: { refusal: null, asksForCode: false, rounds: 0 },
  initial: 'editing',
  states: {
    editing: {
      description: 'The user fills in the form, perhaps after a refusal.',
      on: {
        'user.submit': { target: 'submitting', actions: 'forgetRefusal' },
        'user.edit': { actions: 'forgetRefusal' },
      },
    },
    submitting: {
      description: 'The key and the new password are on their way; the button waits.',
      tags: ['busy'],
      invoke: {
        id: 'recover',
        src: 'recover',
        input: ({ event }) => attemptOf(event, event.type === 'user.submit' && event.recovery),
        onDone: [
          { guard: { type: 'isAccepted', params: ({ event }) => event.output }, target: 'recovered' },
          { guard: { type: 'isChallenged', params: ({ event }) => event.output }, target: 'working' },
          {
            target: 'editing',
            actions: assign(({ context, event: { output } }) => refusedFor(context, failureIn(output))),
          },
        ],
        onError: {
          target: 'editing',
          actions: assign(({ context, event }) => refusedFor(context, failureOf(event.error))),
        },
      },
    },
    working: {
      description:
        'The server refused for now and did nothing; the browser works off what it asks for, then sends the same.',
      tags: ['busy'],
      on: { 'user.cancel': { target: 'editing', actions: 'forgetRefusal' } },
      invoke: {
        id: 'work',
        src: 'work',
        input: ({ event }) => challengedIn<Recovery>(event),
        onDone: { target: 'submitting', actions: assign({ rounds: ({ context }) => context.rounds + 1 }) },
        onError: {
          target: 'editing',
          actions: assign(({ context, event }) => refusedFor(context, failureOf(event.error))),
        },
      },
    },
    recovered: {
      description: 'The password is the new one. The page says what else has ended, and leads to the login.',
    },
  },
});

/** Once a code is requested, the form sends one. */
function refusedFor({ asksForCode }: RecoveryContext, failure: Failure | null): RecoveryContext {
  const refusal = failure && recoveryRefusal(failure, asksForCode);
  return { refusal, asksForCode: asksForCode || refusal?.field === 'code', rounds: 0 };
}

type RecoverySnapshot = SnapshotFrom<typeof recoveryMachine>;

export const asksForCode = (snapshot: RecoverySnapshot) => snapshot.context.asksForCode;
/** The key was right, and the second factor is missing. */
export const isRecoveryFactorMissing = ({ context }: RecoverySnapshot): boolean =>
  context.asksForCode || context.refusal?.key === RECOVERY_PASSKEY_MISSING;
