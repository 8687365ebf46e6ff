import { assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { registrationRefusal, type AccessRefusal } from './access.rules.ts';
import { failureOf, type Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { type Emitted, unwired } from '../shared/index.ts';

/** What the form holds. It passes through the machine in an event and is never kept in its context. */
export interface NewAccount {
  readonly email: string;
  readonly username: string;
  readonly password: string;
  readonly confirmation: string;
}

export interface RegistrationContext {
  /** Why the last submit failed; null once a field is edited. */
  readonly refusal: AccessRefusal | null;
}

export type RegistrationEvent =
  | { readonly type: 'user.submit'; readonly account: NewAccount }
  | { readonly type: 'user.edit' };

/** The registration form's way to the server and back (LOGIN-07, LOGIN-13). */
export const registrationMachine = setup({
  types: {
    context: {} as RegistrationContext,
    events: {} as RegistrationEvent,
    emitted: {} as Emitted,
    tags: {} as 'busy',
  },
  actors: {
    /** Sends the new account, once. A refusal is a result. */
    register: fromPromise<Result<null>, NewAccount>(unwired('registration.register')),
  },
  actions: {
    keepRefusal: assign({ refusal: (_, { failure }: { failure: Failure }) => registrationRefusal(failure) }),
    forgetRefusal: assign({ refusal: null }),
    goToLogin: emit({ type: 'navigate', to: '/login', passesWay: true, notice: 'accountCreated' }),
  },
  guards: {
    isAccepted: (_, answer: Result<null>) => answer.ok,
  },
}).createMachine({
  id: 'registration',
  description: 'The registration form.',
  context: { refusal: null },
  initial: 'editing',
  states: {
    editing: {
      description: 'The user fills in the form, perhaps after a refusal.',
      on: {
        'user.submit': { target: 'submitting', actions: { type: 'forgetRefusal' } },
        'user.edit': { actions: { type: 'forgetRefusal' } },
      },
    },
    submitting: {
      description: 'The new account is on its way; the button waits.',
      tags: ['busy'],
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ event }) => accountIn(event),
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'created',
            actions: { type: 'goToLogin' },
          },
          {
            target: 'editing',
            actions: { type: 'keepRefusal', params: ({ event }) => refusalIn(event.output) },
          },
        ],
        onError: {
          target: 'editing',
          actions: { type: 'keepRefusal', params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
    },
    created: {
      description: 'The account exists; the page moves on to the login.',
    },
  },
});

/** The one event that leads to `submitting` carries the account. */
function accountIn(event: RegistrationEvent): NewAccount {
  if (event.type !== 'user.submit') throw new Error(`${event.type} carries no account`);
  return event.account;
}

/** The refusal in an answer that is not accepted. */
function refusalIn(answer: Result<null>): { failure: Failure } {
  if (answer.ok) throw new Error('an accepted registration holds no refusal');
  return { failure: answer.failure };
}

export type RegistrationSnapshot = SnapshotFrom<typeof registrationMachine>;

export const isRegistering = (snapshot: RegistrationSnapshot): boolean => snapshot.matches('submitting');
export const selectRegistrationRefusal = (snapshot: RegistrationSnapshot) => snapshot.context.refusal;
