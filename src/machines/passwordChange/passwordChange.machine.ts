import { assertEvent, assign, emit, fromPromise, setup } from 'xstate';
import { failureOf, isOutcomeUnknown, type Failure } from '../../domain/failure.ts';
import { unwired, unwiredAction } from '../shared/unwired.ts';
import type {
  PasswordChange,
  PasswordChangeContext,
  PasswordChangeEmitted,
  PasswordChangeEvent,
  PasswordChangeOutput,
} from './types.ts';

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
  actors: {
    change: fromPromise<PasswordChangeOutput, PasswordChange>(unwired('passwordChange.change')),
  },
  actions: {
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    keepAnswer: assign({ answer: (_, { text }: { text: string | null }) => text }),
    forget: assign({ failure: null, answer: null }),
    announceChanged: emit({ type: 'toast', kind: 'success', key: 'account:toast.passwordChanged' }),
    clearForm: emit({ type: 'form.clear' }),
    /** The account has a cooldown now. */
    outdateAccount: unwiredAction<undefined>('passwordChange.outdateAccount'),
  },
  guards: {
    isAccepted: (_, result: PasswordChangeOutput) => result.ok,
    isOutcomeUnknown: (_, failure: Failure) => isOutcomeUnknown(failure),
  },
}).createMachine({
  id: 'passwordChange',
  description: 'The form that changes the password.',
  context: { failure: null, answer: null },
  initial: 'editing',
  states: {
    editing: {
      description: 'The user fills the form in.',
      on: { 'user.submit': { target: 'changing' } },
    },
    changing: {
      description: 'The change is on its way to the server.',
      tags: ['busy'],
      entry: { type: 'forget' },
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
              {
                type: 'keepAnswer',
                params: ({ event }) => ({ text: event.output.ok ? event.output.value : null }),
              },
              { type: 'announceChanged' },
              { type: 'clearForm' },
              { type: 'outdateAccount' },
            ],
          },
          {
            target: 'refused',
            actions: { type: 'keepFailure', params: ({ event }) => refusalIn(event.output) },
          },
        ],
        onError: [
          {
            guard: { type: 'isOutcomeUnknown', params: ({ event }) => failureOf(event.error) },
            target: 'outcomeUnknown',
            actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
          },
          {
            target: 'refused',
            actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
          },
        ],
      },
    },
    changed: {
      description: 'The password is the new one; the form is empty and says what the server said.',
      on: {
        'user.submit': { target: 'changing' },
        'user.edit': { target: 'editing', actions: { type: 'forget' } },
      },
    },
    refused: {
      description: 'The password is the old one; the form says why, at the field that it is about.',
      tags: ['failed'],
      on: {
        'user.submit': { target: 'changing' },
        'user.edit': { target: 'editing', actions: { type: 'forget' } },
      },
    },
    outcomeUnknown: {
      description: 'No answer came: the password may be the old one or the new one, and the form says so.',
      tags: ['failed'],
      on: { 'user.submit': { target: 'changing' } },
    },
  },
});

function refusalIn(result: PasswordChangeOutput): Failure {
  // Reached after `isAccepted` said no.
  return result.ok ? { code: 'internal', retryable: false } : result.failure;
}
