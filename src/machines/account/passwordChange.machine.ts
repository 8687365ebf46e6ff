import { assertEvent, assign, emit, setup, type SnapshotFrom } from 'xstate';
import { type Failure, failureOf } from '../../domain/failure.ts';
import { failureIn, type Result, valueIn } from '../../domain/result.ts';
import { isAboutTwoFactor, wantsCode } from '../../domain/twoFactor.ts';
import { effect, promise, type Toast } from '../shared/common.ts';

/** The submitted form; the names keep the values out of every log and inspector. */
export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
  /** Empty without two-factor. */
  readonly twoFactorCode: string;
}

export interface PasswordChangeContext {
  /** Why the last try failed. */
  readonly failure: Failure | null;
  /** The server's message about the change; null when it sent none, or nothing was changed yet. */
  readonly answer: string | null;
}

export type PasswordChangeEvent =
  | ({ readonly type: 'user.submit' } & PasswordChange)
  /** A field was edited: messages about the last attempt no longer apply to its text. */
  | { readonly type: 'user.edit' };

/** The form is emptied after a change: it contains the old password and the new one. */
export type PasswordChangeEmitted = Toast | { readonly type: 'form.clear' };

export type PasswordChangeOutput = Result<string | null>;

/** Which field a refusal is about. */
export type PasswordChangeField = 'oldPassword' | 'twoFactorCode' | 'form';

/**
 * Changing the password (ACCOUNT-04, ACCOUNT-09). Field rules are the form's; here arrives one validated submit, whose
 * passwords go straight into the call.
 */
export const passwordChangeMachine = setup({
  types: {
    context: {} as PasswordChangeContext,
    events: {} as PasswordChangeEvent,
    emitted: {} as PasswordChangeEmitted,
    tags: {} as 'busy' | 'failed',
  },
  actors: { change: promise<PasswordChangeOutput, PasswordChange>() },
  actions: {
    forget: assign({ failure: null, answer: null }),
    /** The account has a cooldown now. */
    invalidateAccount: effect(),
  },
  guards: { isAccepted: (_, result: PasswordChangeOutput) => result.ok },
}).createMachine({
  id: 'passwordChange',
  description: 'The form that changes the password.',
  context: { failure: null, answer: null },
  initial: 'editing',
  states: {
    editing: { description: 'The user fills the form in.', on: { 'user.submit': 'changing' } },
    changing: {
      description: 'The change is on its way to the server.',
      tags: ['busy'],
      entry: 'forget',
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ event }) => {
          assertEvent(event, 'user.submit');
          const { type: _type, ...change } = event;
          return change;
        },
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'changed',
            actions: [
              assign({ answer: ({ event }) => valueIn(event.output) }),
              emit({ type: 'toast', kind: 'success', key: 'account:toast.passwordChanged' }),
              emit({ type: 'form.clear' }),
              'invalidateAccount',
            ],
          },
          { target: 'refused', actions: assign({ failure: ({ event }) => failureIn(event.output) }) },
        ],
        // A defect, too, may have come after the server had changed it.
        onError: {
          target: 'outcomeUnknown',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    changed: {
      description: 'The password is the new one; the form is empty and says what the server said.',
      on: { 'user.submit': 'changing', 'user.edit': { target: 'editing', actions: 'forget' } },
    },
    refused: {
      description: 'The password is the old one; the form says why, at the field that it is about.',
      tags: ['failed'],
      on: { 'user.submit': 'changing', 'user.edit': { target: 'editing', actions: 'forget' } },
    },
    outcomeUnknown: {
      description: 'No answer came: the password may be the old one or the new one, and the form says so.',
      tags: ['failed'],
      on: { 'user.submit': 'changing' },
    },
  },
});

type PasswordChangeSnapshot = SnapshotFrom<typeof passwordChangeMachine>;

/** The field of the failure: a 401 is the old password's (SESSION-02), a text with 2fa the code's (LOGIN-04). */
export function selectFailedField(snapshot: PasswordChangeSnapshot): PasswordChangeField | null {
  const { failure } = snapshot.context;
  if (failure === null) return null;
  if (isAboutTwoFactor(failure.text) || wantsCode(failure)) return 'twoFactorCode';
  return failure.code === 'unauthorized' ? 'oldPassword' : 'form';
}
