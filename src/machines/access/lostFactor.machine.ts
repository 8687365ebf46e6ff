import { assertEvent, assign, emit, setup, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '../../domain/failure.ts';
import { failureIn, type Result, valueIn } from '../../domain/result.ts';
import { promise } from '../shared/common.ts';
import type { Credentials } from './login.machine.ts';

/** When the reset can be used, epoch milliseconds. */
export type ResetOutput = Result<number>;

/** In place of the password (FORGOT-07). */
export interface KeyProof {
  readonly email: string;
  readonly recoveryKey: string;
}

export interface LostFactorContext {
  /** Null until the server has noted the request. */
  readonly resetAt: number | null;
  /** Why the last request was not noted, or perhaps not; null once it is asked again. */
  readonly failure: Failure | null;
}

export type LostFactorEvent =
  | { readonly type: 'user.open' }
  | { readonly type: 'user.close' }
  /** With what the form holds; the password, or the key, is checked again. */
  | { readonly type: 'user.ask'; readonly credentials: Credentials | KeyProof };

/**
 * What the login offers when the second factor is lost: a reset after seven days (RESET-01). Asking again changes
 * nothing, so after a lost answer the user may simply press again.
 */
export const lostFactorMachine = setup({
  types: {
    context: {} as LostFactorContext,
    events: {} as LostFactorEvent,
    emitted: {} as { readonly type: 'captcha.reset' },
    tags: {} as 'busy',
  },
  actors: {
    /** Asks for the reset, once. */
    ask: promise<ResetOutput, Credentials | KeyProof>(),
  },
  actions: {
    /** A captcha token works once. */
    resetCaptcha: emit({ type: 'captcha.reset' }),
  },
  guards: { isNoted: (_, { ok }: ResetOutput) => ok },
}).createMachine({
  id: 'lostFactor',
  description: 'Asking for the reset of a lost second factor, at the login.',
  context: { resetAt: null, failure: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'Nothing is said of it, but for the button that opens it.',
      on: { 'user.open': { target: 'offering', actions: assign({ failure: null }) } },
    },
    offering: {
      description: 'The user reads what a reset does, or why it was not noted, and may ask for it.',
      on: { 'user.ask': { target: 'asking', actions: assign({ failure: null }) }, 'user.close': 'closed' },
    },
    asking: {
      description: 'The request is on its way.',
      tags: ['busy'],
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ event }) => {
          assertEvent(event, 'user.ask');
          return event.credentials;
        },
        onDone: [
          {
            guard: { type: 'isNoted', params: ({ event }) => event.output },
            target: 'noted',
            actions: [
              assign({ resetAt: ({ event }) => valueIn(event.output), failure: null }),
              'resetCaptcha',
            ],
          },
          {
            target: 'offering',
            actions: [assign({ failure: ({ event }) => failureIn(event.output) }), 'resetCaptcha'],
          },
        ],
        onError: {
          target: 'offering',
          actions: [assign({ failure: ({ event }) => failureOf(event.error) }), 'resetCaptcha'],
        },
      },
    },
    noted: {
      description: 'The server has noted it. The page says from when on the password alone signs in.',
      on: { 'user.close': 'closed' },
    },
  },
});

type LostFactorSnapshot = SnapshotFrom<typeof lostFactorMachine>;

export const isLostFactorOpen = (snapshot: LostFactorSnapshot): boolean => !snapshot.matches('closed');
/** Whether the user may ask, or has asked and waits. */
export const isOfferingReset = (snapshot: LostFactorSnapshot): boolean =>
  snapshot.matches('offering') || snapshot.matches('asking');
