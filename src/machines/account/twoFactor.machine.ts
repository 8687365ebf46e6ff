import { assertEvent, assign, emit, fromPromise, setup } from 'xstate';
import { failureOf, leavesFirstOpen, type Failure } from '../../domain/failure.ts';
import type { Enrolment } from '../../domain/twoFactor.ts';
import { reconcileInput, reconcileWriteOf } from '../reconcileWrite/index.ts';
import { type Toast, unwired, unwiredAction } from '../shared/index.ts';
import type {
  CodeInput,
  CodeOutput,
  CodeSearch,
  EnableOutput,
  SentCode,
  TwoFactorContext,
  TwoFactorEvent,
  TwoFactorInput,
} from './twoFactor.types.ts';

/** What follows where the account could not be read after a lost answer. */
const unknown = [{ type: 'keepUnknown' }, { type: 'outdateAccount' }] as const;

const twoFactorSetup = setup({
  types: {
    context: {} as TwoFactorContext,
    events: {} as TwoFactorEvent,
    input: {} as TwoFactorInput,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    enable: fromPromise<EnableOutput>(unwired('twoFactor.enable')),
    verify: fromPromise<CodeOutput, CodeInput>(unwired('twoFactor.verify')),
    disable: fromPromise<CodeOutput, CodeInput>(unwired('twoFactor.disable')),
    /** Reads the account, and sends nothing. */
    reconcileWrite: reconcileWriteOf<SentCode, true>(),
  },
  actions: {
    noteOn: assign({ isOn: true }),
    noteOff: assign({ isOn: false }),
    keepEnrolment: assign({ enrolmentSecret: (_, enrolment: Enrolment) => enrolment }),
    forgetEnrolment: assign({ enrolmentSecret: null }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    /** A refusal that speaks of the code tells what is true as well. */
    keepRefusal: assign({
      failure: (_, failure: Failure) => failure,
      lost: ({ context }, failure: Failure) => (leavesFirstOpen(failure) ? context.lost : null),
    }),
    /** What is not known stays so. */
    forgetFailure: assign({
      failure: null,
      lost: ({ context }) => (context.lost === 'unknown' ? 'unknown' : null),
    }),
    keepAbsent: assign({ lost: 'absent' }),
    keepUnknown: assign({ lost: 'unknown' }),
    forgetLost: assign({ lost: null }),
    announceOn: emit({ type: 'toast', kind: 'success', key: 'account:toast.twoFactorOn' }),
    announceOff: emit({ type: 'toast', kind: 'success', key: 'account:toast.twoFactorOff' }),
    /** What other parts of the page know of the account is old now. */
    outdateAccount: unwiredAction<undefined>('twoFactor.outdateAccount'),
  },
  guards: {
    isOn: ({ context }) => context.isOn,
    isAccepted: (_, result: EnableOutput | CodeOutput) => result.ok,
    /** ACCOUNT-05: a 400 containing 'already enabled'. */
    isOnAlready: (_, result: EnableOutput | CodeOutput) =>
      !result.ok && result.failure.status === 400 && /already enabled/i.test(result.failure.text ?? ''),
    isOffAlready: (_, result: CodeOutput) => !result.ok && result.failure.serverCode === 'TWO_FACTOR_OFF',
    isFound: (_, { kind }: CodeSearch) => kind === 'found',
    isAbsent: (_, { kind }: CodeSearch) => kind === 'absent',
    isCode: (_, { code }: CodeInput) => code !== '',
  },
});

interface Proof {
  readonly by: 'verify' | 'disable';
  readonly isOn: boolean;
  /** Where the user types the code. */
  readonly typing: string;
  /** What holds once the code has counted. */
  readonly proven: '#twoFactor.on' | '#twoFactor.off';
  readonly already: 'isOnAlready' | 'isOffAlready';
  readonly announce: 'announceOn' | 'announceOff';
}

/** A code is sent; where its answer is lost, the account is read to see whether it has counted. */
function provingStates({ by, isOn, typing, proven, already, announce }: Proof) {
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
          actions: [{ type: 'forgetFailure' }, { type: announce }, { type: 'outdateAccount' }],
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
});
const disabling = provingStates({
  by: 'disable',
  isOn: false,
  typing: 'idle',
  proven: '#twoFactor.off',
  already: 'isOffAlready',
  announce: 'announceOff',
});

/**
 * The second factor of the account (ACCOUNT-05): off, its new secret shown, or on. The secret is in the context exactly
 * as long as it is on the screen. A code whose answer was lost may have counted: the account is read to find out.
 */
export const twoFactorMachine = twoFactorSetup.createMachine({
  id: 'twoFactor',
  description: 'Setting up, verifying and disabling the second factor.',
  context: ({ input }) => ({ isOn: input.isOn, enrolmentSecret: null, failure: null, lost: null }),
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
      exit: [{ type: 'noteOff' }, { type: 'forgetLost' }],
      states: {
        idle: {
          description: 'The user may type a code.',
          on: {
            'user.disable': {
              guard: { type: 'isCode', params: ({ event }) => ({ code: event.code }) },
              target: 'disabling',
            },
            'user.edit': { actions: { type: 'forgetFailure' } },
          },
        },
        disabling: disabling.checking,
        finding: disabling.finding,
      },
    },
  },
});

const DEFECT: Failure = { code: 'internal', retryable: false };

// Both are reached after a guard has looked at `ok`; the compiler cannot know.
function enrolmentIn(output: EnableOutput): Enrolment {
  return output.ok ? output.value : { secret: '', keyUri: null, picture: null };
}
function failureIn(output: EnableOutput | CodeOutput): Failure {
  return output.ok ? DEFECT : output.failure;
}
