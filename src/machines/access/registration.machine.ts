import { assign, emit, setup, type SnapshotFrom } from 'xstate';
import {
  type AccessRefusal,
  type Attempt,
  attemptOf,
  type Challenged,
  challengedIn,
  MAX_ROUNDS,
  registrationRefusal,
} from './access.rules.ts';
import { failureOf, type Failure } from '../../domain/failure.ts';
import { failureIn, type Result } from '../../domain/result.ts';
import { type Emitted, promise } from '../shared/common.ts';

/** The form's values. They pass through the machine in an event and are never stored in its context. */
export interface NewAccount {
  readonly email: string;
  readonly username: string;
  readonly password: string;
  readonly confirmation: string;
}

export interface RegistrationContext {
  /** Why the last submit failed; null once a field is edited. */
  readonly refusal: AccessRefusal | null;
  /** How many challenges were solved for this attempt (LOGIN-21). */
  readonly rounds: number;
}

export type RegistrationEvent =
  | { readonly type: 'user.submit'; readonly account: NewAccount }
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.cancel' };

export type RegistrationOutput = Result<null> & {
  /** Of a refusal that the browser can work off. */
  readonly challenged?: Challenged<NewAccount>;
};

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
    register: promise<RegistrationOutput, Attempt<NewAccount>>(),
    /** Works off what the server asks for, and gives the same attempt with it. */
    work: promise<Attempt<NewAccount>, Challenged<NewAccount>>(),
  },
  actions: { forgetRefusal: assign({ refusal: null, rounds: 0 }) },
  guards: {
    isAccepted: (_, answer: RegistrationOutput) => answer.ok,
    isChallenged: ({ context }, { challenged }: RegistrationOutput) =>
      challenged !== undefined && context.rounds < MAX_ROUNDS,
  },
}).createMachine({
  id: 'registration',
  description: 'The registration form.',
  context: { refusal: null, rounds: 0 },
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
      description: 'The new account is on its way; the button waits.',
      tags: ['busy'],
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ event }) => attemptOf(event, event.type === 'user.submit' && event.account),
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'created',
            actions: emit({ type: 'navigate', to: '/login', passesWay: true, notice: 'accountCreated' }),
          },
          { guard: { type: 'isChallenged', params: ({ event }) => event.output }, target: 'working' },
          { target: 'editing', actions: assign(({ event: { output } }) => refusedFor(failureIn(output))) },
        ],
        onError: { target: 'editing', actions: assign(({ event }) => refusedFor(failureOf(event.error))) },
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
        input: ({ event }) => challengedIn<NewAccount>(event),
        onDone: { target: 'submitting', actions: assign({ rounds: ({ context }) => context.rounds + 1 }) },
        onError: { target: 'editing', actions: assign(({ event }) => refusedFor(failureOf(event.error))) },
      },
    },
    created: { description: 'The account exists; the page moves on to the login.' },
  },
});

const refusedFor = (failure: Failure | null): RegistrationContext => ({
  refusal: failure && registrationRefusal(failure),
  rounds: 0,
});

export type RegistrationSnapshot = SnapshotFrom<typeof registrationMachine>;
