import { assertEvent, assign, emit, setup, type SnapshotFrom } from 'xstate';
import type { Failure } from '../../domain/failure.ts';
import { effect, type Toast } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';

/** The submitted form; its names keep the values out of every log and inspector. The words stay in the view. */
export interface RecoveryKeyInput {
  /** SHA-256 of the key. */
  readonly keyHash: string;
  readonly privatePassword: string;
  /** Empty without a second factor. */
  readonly code: string;
}

export interface RecoveryKeyContext {
  /** Why the last try failed. */
  readonly failure: Failure | null;
  /** The result of reading the account after the answer was lost. */
  readonly lost: 'absent' | 'unknown' | null;
}

export type RecoveryKeyEvent =
  | { readonly type: 'user.make' | 'user.written' | 'user.back' | 'user.edit' | 'user.cancel' }
  | ({ readonly type: 'user.submit' } & RecoveryKeyInput)
  | WriteEvent<'keep'>;

/**
 * Making a recovery key (FORGOT-01, FORGOT-02). It is drawn in the browser, and the server hears its hash once the user
 * has shown to have the words; until then an older key works.
 */
export const recoveryKeyMachine = setup({
  types: {
    context: {} as RecoveryKeyContext,
    events: {} as RecoveryKeyEvent,
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: { keep: createWrite<RecoveryKeyInput>() },
  actions: {
    forget: assign({ failure: null, lost: null }),
    /** Reads the account again. */
    invalidateAccount: effect(),
  },
}).createMachine({
  id: 'recoveryKey',
  description: 'Making a recovery key, or another one in its place.',
  context: { failure: null, lost: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'The page says whether there is a key, and since when.',
      entry: 'forget',
      on: { 'user.make': 'showing' },
    },
    showing: {
      description: 'The words of a new key are shown, to be written down. Nothing was sent.',
      on: { 'user.written': 'confirming', 'user.cancel': 'idle' },
    },
    confirming: {
      description: 'The words are hidden; three of them, the password and a code are asked for.',
      on: {
        'user.submit': 'keeping',
        'user.edit': { actions: 'forget' },
        'user.back': { target: 'showing', actions: 'forget' },
        'user.cancel': 'idle',
      },
    },
    keeping: {
      description: 'The hash is on its way, once; after a lost answer the account is read.',
      tags: ['busy'],
      entry: 'forget',
      invoke: {
        id: 'keep',
        src: 'keep',
        input: ({ event }) => {
          assertEvent(event, 'user.submit');
          const { type: _type, ...subject } = event;
          return { subject };
        },
      },
      on: {
        'keep.done': {
          target: 'idle',
          actions: [
            emit({ type: 'toast', kind: 'success', key: 'account:toast.recoveryKeyMade' }),
            'invalidateAccount',
          ],
        },
        'keep.refused': { target: 'confirming', actions: assign({ failure: ({ event }) => event.failure }) },
        'keep.absent': { target: 'confirming', actions: [assign({ lost: 'absent' }), 'invalidateAccount'] },
        'keep.unknown': { target: 'confirming', actions: [assign({ lost: 'unknown' }), 'invalidateAccount'] },
      },
    },
  },
});

type RecoveryKeySnapshot = SnapshotFrom<typeof recoveryKeyMachine>;

/** The shown view; the form stays while it is sent. */
export function recoveryKeyView(snapshot: RecoveryKeySnapshot) {
  for (const view of ['idle', 'showing'] as const) if (snapshot.matches(view)) return view;
  return 'confirming';
}
