import { assertEvent } from 'xstate';
import { failureOf } from '../../domain/failure.ts';
import { reconcileInput } from '../reconcileWrite/index.ts';
import { asking, keeping, making } from './states/recoveryCodes.ts';
import { codesIn, enrolmentIn, failureIn, twoFactorSetup, unknown } from './twoFactor.setup.ts';
import type { CodeOutput } from './twoFactor.types.ts';

interface Answered {
  readonly event: { readonly output: CodeOutput };
}

/** Where the server makes recovery codes, switching it on gives them (RECOVERY-01). */
const codesGiven = [
  {
    guard: { type: 'isGivenCodes', params: ({ event }: Answered) => event.output },
    target: '#twoFactor.on.keeping',
    actions: [
      { type: 'keepCodes', params: ({ event }: Answered) => codesIn(event.output) },
      { type: 'announceOn' },
      { type: 'outdateAccount' },
    ],
  },
] as const;

interface Proof {
  readonly by: 'verify' | 'disable';
  readonly isOn: boolean;
  /** Where the user types the code. */
  readonly typing: string;
  /** What holds once the code has counted. */
  readonly proven: '#twoFactor.on' | '#twoFactor.off';
  readonly already: 'isOnAlready' | 'isOffAlready';
  readonly announce: 'announceOn' | 'announceOff';
  readonly given: typeof codesGiven | readonly [];
}

/** A code is sent; where its answer is lost, the account is read to see whether it has counted. */
function provingStates({ by, isOn, typing, proven, already, announce, given }: Proof) {
  const checking = twoFactorSetup.createStateConfig({
    description: 'The code is being checked.',
    tags: ['busy'],
    entry: { type: 'forgetFailure' },
    invoke: {
      id: by,
      src: by,
      input: ({ event }) => {
        assertEvent(event, ['user.verify', 'user.disable']);
        const { type: _type, ...input } = event;
        return input;
      },
      onDone: [
        ...given,
        {
          guard: { type: 'isAccepted', params: ({ event }) => event.output },
          target: proven,
          actions: [{ type: announce }, { type: 'outdateAccount' }],
        },
        {
          guard: { type: already, params: ({ event }) => event.output },
          target: proven,
          actions: { type: 'outdateAccount' },
        },
        { target: typing, actions: { type: 'keepRefusal', params: ({ event }) => failureIn(event.output) } },
      ],
      // Whatever went wrong, it may have counted.
      onError: {
        target: 'finding',
        actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
      },
    },
  });
  const finding = twoFactorSetup.createStateConfig({
    description: 'No answer came: the account is read, with growing pauses, to see whether the code counted.',
    tags: ['busy'],
    invoke: {
      id: 'reconcileWrite',
      src: 'reconcileWrite',
      input: ({ context }) => reconcileInput({ isOn }, false, context.failure),
      onDone: [
        {
          guard: { type: 'isFound', params: ({ event }) => event.output },
          target: proven,
          actions: [
            { type: 'forgetFailure' },
            { type: 'noteUnseen' },
            { type: announce },
            { type: 'outdateAccount' },
          ],
        },
        {
          guard: { type: 'isAbsent', params: ({ event }) => event.output },
          target: typing,
          actions: { type: 'keepAbsent' },
        },
        { target: typing, actions: unknown },
      ],
      onError: { target: typing, actions: unknown },
    },
  });
  return { checking, finding };
}

const verifying = provingStates({
  by: 'verify',
  isOn: true,
  typing: 'showing',
  proven: '#twoFactor.on',
  already: 'isOnAlready',
  announce: 'announceOn',
  given: codesGiven,
});
const disabling = provingStates({
  by: 'disable',
  isOn: false,
  typing: 'idle',
  proven: '#twoFactor.off',
  already: 'isOffAlready',
  announce: 'announceOff',
  given: [],
});

/**
 * The second factor of the account (ACCOUNT-05): off, its new secret shown, or on. The secret is in the context exactly
 * as long as it is on the screen. A code whose answer was lost may have counted: the account is read to find out.
 */
export const twoFactorMachine = twoFactorSetup.createMachine({
  id: 'twoFactor',
  description: 'Setting up, verifying and disabling the second factor.',
  context: ({ input }) => ({
    isOn: input.isOn,
    enrolmentSecret: null,
    privateRecoveryCodes: null,
    areCodesUnseen: false,
    failure: null,
    lost: null,
  }),
  initial: 'off',
  states: {
    off: {
      description: 'There is no second factor; setting one up is offered.',
      initial: 'idle',
      states: {
        idle: {
          description: 'The user may begin.',
          // What the account said when the page was opened.
          always: { guard: 'isOn', target: '#twoFactor.on' },
          on: { 'user.setUp': { target: 'enabling' } },
        },
        enabling: {
          description: 'The server is asked for a new secret.',
          tags: ['busy'],
          entry: { type: 'forgetFailure' },
          invoke: {
            id: 'enable',
            src: 'enable',
            onDone: [
              {
                guard: { type: 'isAccepted', params: ({ event }) => event.output },
                target: '#twoFactor.enrolling',
                actions: [
                  { type: 'forgetLost' },
                  { type: 'keepEnrolment', params: ({ event }) => enrolmentIn(event.output) },
                ],
              },
              {
                guard: { type: 'isOnAlready', params: ({ event }) => event.output },
                target: '#twoFactor.on',
                actions: { type: 'outdateAccount' },
              },
              {
                target: 'idle',
                actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
              },
            ],
            onError: {
              target: 'idle',
              actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
            },
          },
        },
      },
    },
    enrolling: {
      description: 'The new secret is on the screen, until a code of it was accepted or the user leaves.',
      initial: 'showing',
      on: { 'user.cancel': { target: 'off' } },
      exit: [{ type: 'forgetEnrolment' }, { type: 'forgetFailure' }],
      states: {
        showing: {
          description: 'The user adds the secret to an app and types the code that it shows.',
          on: {
            'user.verify': {
              guard: { type: 'isCode', params: ({ event }) => ({ code: event.code }) },
              target: 'verifying',
            },
            'user.edit': { actions: { type: 'forgetFailure' } },
          },
        },
        verifying: verifying.checking,
        finding: {
          ...verifying.finding,
          on: { 'user.cancel': { target: '#twoFactor.off', actions: unknown } },
        },
      },
    },
    on: {
      description: 'The second factor is on; disabling it is offered, for a code.',
      initial: 'idle',
      entry: [{ type: 'noteOn' }, { type: 'forgetLost' }],
      exit: [{ type: 'noteOff' }, { type: 'forgetLost' }, { type: 'noteSeen' }],
      states: {
        idle: {
          description: 'The user may type a code.',
          on: {
            'user.disable': {
              guard: { type: 'isCode', params: ({ event }) => ({ code: event.code }) },
              target: 'disabling',
            },
            'user.askCodes': { target: 'asking', actions: { type: 'forgetFailure' } },
            'user.edit': { actions: { type: 'forgetFailure' } },
          },
        },
        disabling: disabling.checking,
        finding: disabling.finding,
        keeping,
        asking,
        making,
      },
    },
  },
});
