import { assertEvent } from 'xstate';
import { failureOf } from '../../../domain/failure.ts';
import { codesIn, failureIn, twoFactorSetup } from '../twoFactor.setup.ts';

/** They are in the context exactly as long as they are on the screen (RECOVERY-02). */
export const keeping = twoFactorSetup.createStateConfig({
  description: 'New recovery codes are shown, once, until the user says that they are kept.',
  exit: { type: 'forgetCodes' },
  on: {
    'user.saveCodes': {
      actions: {
        type: 'saveCodes',
        params: ({ context }) => ({ codes: context.privateRecoveryCodes ?? [] }),
      },
    },
    'user.keptCodes': { target: 'idle' },
  },
});

export const asking = twoFactorSetup.createStateConfig({
  description: 'New recovery codes are asked for: the user types a code of the app.',
  exit: { type: 'forgetFailure' },
  on: {
    'user.makeCodes': {
      guard: { type: 'isCode', params: ({ event }) => ({ code: event.code }) },
      target: 'making',
    },
    'user.edit': { actions: { type: 'forgetFailure' } },
    'user.cancel': { target: 'idle' },
  },
});

/** Where the answer was lost, nobody can read the codes again: new ones have to be made (RECOVERY-04). */
export const making = twoFactorSetup.createStateConfig({
  description: 'New recovery codes are being made, once; the old ones end.',
  tags: ['busy'],
  invoke: {
    id: 'makeCodes',
    src: 'makeCodes',
    input: ({ event }) => {
      assertEvent(event, 'user.makeCodes');
      const { type: _type, ...input } = event;
      return input;
    },
    onDone: [
      {
        guard: { type: 'isAccepted', params: ({ event }) => event.output },
        target: 'keeping',
        actions: [
          { type: 'keepCodes', params: ({ event }) => codesIn(event.output) },
          { type: 'outdateAccount' },
        ],
      },
      {
        target: 'asking',
        actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
      },
    ],
    onError: {
      target: 'asking',
      actions: [
        { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
        { type: 'noteUnseen' },
        { type: 'outdateAccount' },
      ],
    },
  },
});
