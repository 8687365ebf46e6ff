import { assertEvent, assign, emit, setup, type SnapshotFrom } from 'xstate';
import { failureOf, leavesFirstOpen, type Failure } from '../../domain/failure.ts';
import { failureIn, type Result, valueIn } from '../../domain/result.ts';
import type { Enrolment } from '../../domain/twoFactor.ts';
import { effect, promise, type Toast } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';

export interface TwoFactorContext {
  /** As far as this page knows. */
  readonly isOn: boolean;
  /** The new secret, while it is shown; null before and after. */
  readonly enrolmentSecret: Enrolment | null;
  /** New recovery codes, while they are shown; null before and after (RECOVERY-02). */
  readonly privateRecoveryCodes: readonly string[] | null;
  /** Recovery codes were made, or may have been, and the answer that held them was lost. */
  readonly areCodesUnseen: boolean;
  /** Why the last call failed. */
  readonly failure: Failure | null;
  /** The result of reading the account after the answer to a code was lost; null where none was, or it had counted. */
  readonly lost: 'absent' | 'unknown' | null;
}

/** The typed proof of identity. */
export interface CodeInput {
  readonly code: string;
  /** Absent where the server asks for none. */
  readonly privatePassword?: string;
}

/** Recovery codes from switching it on; null where there are none, or nobody saw them. */
export interface Proven {
  readonly codes: readonly string[] | null;
}

export type TwoFactorEvent =
  | { readonly type: 'user.setUp' }
  | ({ readonly type: 'user.verify' | 'user.disable' | 'user.makeCodes' } & CodeInput)
  /** Asks for new recovery codes. */
  | { readonly type: 'user.askCodes' }
  | { readonly type: 'user.saveCodes' }
  /** The user has the codes that are shown. */
  | { readonly type: 'user.keptCodes' }
  /** The code was edited: messages about the last one no longer apply. */
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.cancel' }
  | WriteEvent<'verify', Proven>
  | WriteEvent<'disable', Proven>;

function codeIn(event: TwoFactorEvent): CodeInput {
  assertEvent(event, ['user.verify', 'user.disable', 'user.makeCodes']);
  const { type: _type, ...typed } = event;
  return typed;
}

/**
 * The second factor of the account (ACCOUNT-05): off, its new secret shown, or on. The secret and the recovery codes are
 * in the context exactly as long as they are on the screen. A code whose answer was lost may have counted: the account is
 * read to find out.
 */
export const twoFactorMachine = setup({
  types: {
    context: {} as TwoFactorContext,
    events: {} as TwoFactorEvent,
    /** The account's state when the page was opened. */
    input: {} as { readonly isOn: boolean },
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: {
    enable: promise<Result<Enrolment>>(),
    verify: createWrite<CodeInput, Proven>(),
    disable: createWrite<CodeInput, Proven>(),
    /** Makes new recovery codes, once; the old ones end. Nobody can read them again. */
    makeCodes: promise<Result<readonly string[]>, CodeInput>(),
  },
  actions: {
    /** Unknown values stay unknown. */
    forgetFailure: assign({
      failure: null,
      lost: ({ context }) => (context.lost === 'unknown' ? 'unknown' : null),
    }),
    announceOn: emit({ type: 'toast', kind: 'success', key: 'account:toast.twoFactorOn' }),
    announceOff: emit({ type: 'toast', kind: 'success', key: 'account:toast.twoFactorOff' }),
    /** Saves the codes as a text file on the user's device. */
    saveCodes: effect<{ readonly codes: readonly string[] }>(),
    /** Account data in other parts of the page is now out of date. */
    invalidateAccount: effect(),
  },
  guards: {
    isOn: ({ context }) => context.isOn,
    isCode: ({ event }) => 'code' in event && event.code !== '',
    isDone: (_, answer: Result<unknown>) => answer.ok,
    hasCodes: (_, { codes }: Proven) => codes !== null,
    /** ACCOUNT-05: a 400 containing 'already enabled'. */
    isOnAlready: (_, failure: Failure | null) =>
      failure?.status === 400 && /already enabled/i.test(failure.text ?? ''),
    isOffAlready: (_, { serverCode }: Failure) => serverCode === 'TWO_FACTOR_OFF',
  },
}).createMachine({
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
          // The account's state when the page was opened.
          always: { guard: 'isOn', target: '#twoFactor.on' },
          on: { 'user.setUp': 'enabling' },
        },
        enabling: {
          description: 'The server is asked for a new secret.',
          tags: ['busy'],
          entry: 'forgetFailure',
          invoke: {
            id: 'enable',
            src: 'enable',
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: '#twoFactor.enrolling',
                actions: assign({ lost: null, enrolmentSecret: ({ event }) => valueIn(event.output) }),
              },
              {
                guard: { type: 'isOnAlready', params: ({ event }) => failureIn(event.output) },
                target: '#twoFactor.on',
                actions: 'invalidateAccount',
              },
              { target: 'idle', actions: assign({ failure: ({ event }) => failureIn(event.output) }) },
            ],
            onError: { target: 'idle', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
      },
    },
    enrolling: {
      description: 'The new secret is on the screen, until a code of it was accepted or the user leaves.',
      initial: 'showing',
      on: { 'user.cancel': 'off' },
      exit: [assign({ enrolmentSecret: null }), 'forgetFailure'],
      states: {
        showing: {
          description: 'The user adds the secret to an app and types the code that it shows.',
          on: {
            'user.verify': { guard: 'isCode', target: 'verifying' },
            'user.edit': { actions: 'forgetFailure' },
          },
        },
        verifying: {
          description: 'The code is being checked; after a lost answer the account is read.',
          tags: ['busy'],
          entry: 'forgetFailure',
          invoke: { id: 'verify', src: 'verify', input: ({ event }) => ({ subject: codeIn(event) }) },
          on: {
            'verify.done': [
              {
                // Where the server makes recovery codes, switching it on gives them (RECOVERY-01).
                guard: { type: 'hasCodes', params: ({ event }) => event.value },
                target: '#twoFactor.on.keeping',
                actions: [
                  assign({ privateRecoveryCodes: ({ event }) => event.value.codes, areCodesUnseen: false }),
                  'announceOn',
                  'invalidateAccount',
                ],
              },
              { target: '#twoFactor.on', actions: ['announceOn', 'invalidateAccount'] },
            ],
            'verify.refused': [
              {
                guard: { type: 'isOnAlready', params: ({ event }) => event.failure },
                target: '#twoFactor.on',
                actions: 'invalidateAccount',
              },
              {
                target: 'showing',
                actions: assign({
                  failure: ({ event }) => event.failure,
                  // A refusal of the code also tells about the one before.
                  lost: ({ context, event }) => (leavesFirstOpen(event.failure) ? context.lost : null),
                }),
              },
            ],
            'verify.lost': { target: '.looking', actions: assign({ failure: ({ event }) => event.failure }) },
            'verify.absent': { target: 'showing', actions: assign({ lost: 'absent' }) },
            'verify.unknown': {
              target: 'showing',
              actions: [assign({ lost: 'unknown' }), 'invalidateAccount'],
            },
            // It may count all the same.
            'user.cancel': {
              target: '#twoFactor.off',
              actions: [assign({ lost: 'unknown' }), 'invalidateAccount'],
            },
          },
          initial: 'sending',
          states: {
            sending: { description: 'The code is on its way, once.' },
            looking: {
              description: 'No answer came: the account is read to see whether the code counted.',
              on: {
                'verify.done': {
                  target: '#twoFactor.on',
                  // Recovery codes that were made with it were in the lost answer.
                  actions: [assign({ areCodesUnseen: true }), 'announceOn', 'invalidateAccount'],
                },
              },
            },
          },
        },
      },
    },
    on: {
      description: 'The second factor is on; disabling it is offered, for a code.',
      initial: 'idle',
      entry: assign({ isOn: true, lost: null }),
      exit: assign({ isOn: false, lost: null, areCodesUnseen: false }),
      states: {
        idle: {
          description: 'The user may type a code.',
          on: {
            'user.disable': { guard: 'isCode', target: 'disabling' },
            'user.askCodes': { target: 'asking', actions: 'forgetFailure' },
            'user.edit': { actions: 'forgetFailure' },
          },
        },
        disabling: {
          description: 'The code is being checked; after a lost answer the account is read.',
          tags: ['busy'],
          entry: 'forgetFailure',
          invoke: { id: 'disable', src: 'disable', input: ({ event }) => ({ subject: codeIn(event) }) },
          on: {
            'disable.done': {
              target: '#twoFactor.off',
              actions: ['forgetFailure', 'announceOff', 'invalidateAccount'],
            },
            'disable.refused': [
              {
                guard: { type: 'isOffAlready', params: ({ event }) => event.failure },
                target: '#twoFactor.off',
                actions: 'invalidateAccount',
              },
              {
                target: 'idle',
                actions: assign({
                  failure: ({ event }) => event.failure,
                  lost: ({ context, event }) => (leavesFirstOpen(event.failure) ? context.lost : null),
                }),
              },
            ],
            'disable.lost': {
              target: '.looking',
              actions: assign({ failure: ({ event }) => event.failure }),
            },
            'disable.absent': { target: 'idle', actions: assign({ lost: 'absent' }) },
            'disable.unknown': {
              target: 'idle',
              actions: [assign({ lost: 'unknown' }), 'invalidateAccount'],
            },
          },
          initial: 'sending',
          states: {
            sending: { description: 'The code is on its way, once.' },
            looking: { description: 'No answer came: the account is read to see whether the code counted.' },
          },
        },
        keeping: {
          description: 'New recovery codes are shown, once, until the user says that they are kept.',
          exit: assign({ privateRecoveryCodes: null }),
          on: {
            'user.saveCodes': {
              actions: {
                type: 'saveCodes',
                params: ({ context }) => ({ codes: context.privateRecoveryCodes ?? [] }),
              },
            },
            'user.keptCodes': 'idle',
          },
        },
        asking: {
          description: 'New recovery codes are asked for: the user types a code of the app.',
          exit: 'forgetFailure',
          on: {
            'user.makeCodes': { guard: 'isCode', target: 'making' },
            'user.edit': { actions: 'forgetFailure' },
            'user.cancel': 'idle',
          },
        },
        making: {
          description: 'New recovery codes are being made, once; the old ones end.',
          tags: ['busy'],
          invoke: {
            id: 'makeCodes',
            src: 'makeCodes',
            input: ({ event }) => codeIn(event),
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: 'keeping',
                actions: [
                  assign({
                    privateRecoveryCodes: ({ event }) => valueIn(event.output),
                    areCodesUnseen: false,
                  }),
                  'invalidateAccount',
                ],
              },
              { target: 'asking', actions: assign({ failure: ({ event }) => failureIn(event.output) }) },
            ],
            // Nobody can read the codes of a lost answer again: new ones have to be made (RECOVERY-04).
            onError: {
              target: 'asking',
              actions: [
                assign({ failure: ({ event }) => failureOf(event.error), areCodesUnseen: true }),
                'invalidateAccount',
              ],
            },
          },
        },
      },
    },
  },
});

type TwoFactorSnapshot = SnapshotFrom<typeof twoFactorMachine>;
/** The section's view: setting up, the new secret, switching off, new recovery codes, or the form for them. */
export type TwoFactorView = 'off' | 'enrolling' | 'on' | 'keepingCodes' | 'askingCodes';

export function selectView(snapshot: TwoFactorSnapshot): TwoFactorView {
  if (snapshot.matches('enrolling')) return 'enrolling';
  if (snapshot.matches({ on: 'keeping' })) return 'keepingCodes';
  if (snapshot.matches({ on: 'asking' }) || snapshot.matches({ on: 'making' })) return 'askingCodes';
  return snapshot.matches('on') ? 'on' : 'off';
}

/** The answer to a code was lost, and the account is being read. */
export const isChecking = (snapshot: TwoFactorSnapshot): boolean =>
  snapshot.matches({ enrolling: { verifying: 'looking' } }) ||
  snapshot.matches({ on: { disabling: 'looking' } });
export const areCodesUnseen = (snapshot: TwoFactorSnapshot): boolean => snapshot.context.areCodesUnseen;
