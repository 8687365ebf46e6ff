import { assign, emit, setup } from 'xstate';
import type { Failure } from '../../domain/failure.ts';
import { effect, type Toast } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';

export interface ResetStopContext {
  /** Why it was refused. */
  readonly failure: Failure | null;
  /** The result of reading the account after an answer was lost; null where none was, or it was stopped. */
  readonly lost: 'absent' | 'unknown' | null;
}

/** Stopping a reset of the second factor, from any session of the account (RESET-02). */
export const resetStopMachine = setup({
  types: {
    context: {} as ResetStopContext,
    events: {} as { readonly type: 'user.stop' } | WriteEvent<'stop'>,
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: { stop: createWrite<null>() },
  actions: {
    /** Reads the account again. */
    invalidateAccount: effect(),
  },
}).createMachine({
  id: 'resetStop',
  description: 'Stopping a reset of the second factor that somebody has asked for.',
  context: { failure: null, lost: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'The page says when the reset can be used, and the user may stop it.',
      on: { 'user.stop': 'stopping' },
    },
    stopping: {
      description: 'The stop is on its way, once; after a lost answer the account is read.',
      tags: ['busy'],
      entry: assign({ failure: null, lost: null }),
      invoke: { id: 'stop', src: 'stop', input: { subject: null } },
      on: {
        'stop.done': {
          target: 'idle',
          actions: [
            emit({ type: 'toast', kind: 'success', key: 'account:toast.resetStopped' }),
            'invalidateAccount',
          ],
        },
        'stop.refused': { target: 'idle', actions: assign({ failure: ({ event }) => event.failure }) },
        'stop.absent': { target: 'idle', actions: [assign({ lost: 'absent' }), 'invalidateAccount'] },
        'stop.unknown': { target: 'idle', actions: [assign({ lost: 'unknown' }), 'invalidateAccount'] },
      },
    },
  },
});
