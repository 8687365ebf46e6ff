import { assign, emit, fromPromise, setup } from 'xstate';
import { leavesFirstOpen, type Failure } from '../../domain/failure.ts';
import type { Enrolment } from '../../domain/twoFactor.ts';
import { reconcileWriteOf } from '../reconcileWrite/index.ts';
import { type Toast, unwired, unwiredAction } from '../shared/index.ts';
import type {
  CodeInput,
  CodeOutput,
  CodeSearch,
  CodesOutput,
  EnableOutput,
  SentCode,
  TwoFactorContext,
  TwoFactorEvent,
  TwoFactorInput,
} from './twoFactor.types.ts';

/** What follows where the account could not be read after a lost answer. */
export const unknown = [{ type: 'keepUnknown' }, { type: 'outdateAccount' }] as const;

export const twoFactorSetup = setup({
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
    /** Makes new recovery codes, once; the old ones end. */
    makeCodes: fromPromise<CodesOutput, CodeInput>(unwired('twoFactor.makeCodes')),
    /** Reads the account, and sends nothing. */
    reconcileWrite: reconcileWriteOf<SentCode, true>(),
  },
  actions: {
    noteOn: assign({ isOn: true }),
    noteOff: assign({ isOn: false }),
    keepEnrolment: assign({ enrolmentSecret: (_, enrolment: Enrolment) => enrolment }),
    forgetEnrolment: assign({ enrolmentSecret: null }),
    keepCodes: assign({
      privateRecoveryCodes: (_, codes: readonly string[]) => codes,
      areCodesUnseen: false,
    }),
    forgetCodes: assign({ privateRecoveryCodes: null }),
    /** The answer that held them was lost, and they are shown once. */
    noteUnseen: assign({ areCodesUnseen: true }),
    noteSeen: assign({ areCodesUnseen: false }),
    /** Saves the codes as a text file on the user's device. */
    saveCodes: unwiredAction<{ readonly codes: readonly string[] }>('twoFactor.saveCodes'),
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
    isGivenCodes: (_, result: CodeOutput) => result.ok && (result.value ?? null) !== null,
    /** ACCOUNT-05: a 400 containing 'already enabled'. */
    isOnAlready: (_, result: EnableOutput | CodeOutput) =>
      !result.ok && result.failure.status === 400 && /already enabled/i.test(result.failure.text ?? ''),
    isOffAlready: (_, result: CodeOutput) => !result.ok && result.failure.serverCode === 'TWO_FACTOR_OFF',
    isFound: (_, { kind }: CodeSearch) => kind === 'found',
    isAbsent: (_, { kind }: CodeSearch) => kind === 'absent',
    isCode: (_, { code }: CodeInput) => code !== '',
  },
});

const DEFECT: Failure = { code: 'internal', retryable: false };

// They are reached after a guard has looked at `ok`; the compiler cannot know.
export function enrolmentIn(output: EnableOutput): Enrolment {
  return output.ok ? output.value : { secret: '', keyUri: null, picture: null };
}
export function failureIn(output: EnableOutput | CodeOutput): Failure {
  return output.ok ? DEFECT : output.failure;
}
export const codesIn = (output: CodeOutput): readonly string[] => (output.ok ? (output.value ?? []) : []);
