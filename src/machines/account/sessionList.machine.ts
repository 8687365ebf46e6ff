import { assertEvent, assign, emit, setup } from 'xstate';
import type { Failure } from '../../domain/failure.ts';
import type { SessionChange } from '../../domain/ownSession.ts';
import { effect, type Toast } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';

export interface SessionListContext {
  /** Why the last change was refused. */
  readonly failure: Failure | null;
  /** The result of reading the list after an answer was lost; null where none was, or the change was made. */
  readonly lost: 'absent' | 'unknown' | null;
}

const TOASTS = { end: 'otherSessionEnded', endOthers: 'sessionsEnded', rename: 'sessionNamed' } as const;

/** Ending and naming the account's own sessions (SESSION-16). The list itself is a read. */
export const sessionListMachine = setup({
  types: {
    context: {} as SessionListContext,
    events: {} as
      | { readonly type: 'user.change'; readonly change: SessionChange }
      | WriteEvent<'change', SessionChange['kind']>,
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: { change: createWrite<SessionChange, SessionChange['kind']>() },
  actions: {
    /** Reads the list again. */
    invalidateList: effect(),
  },
}).createMachine({
  id: 'sessionList',
  description: 'Ending and naming sessions of the account.',
  context: { failure: null, lost: null },
  initial: 'idle',
  states: {
    idle: { description: 'The user may end a session, or name this one.', on: { 'user.change': 'changing' } },
    changing: {
      description: 'The change is on its way, once; after a lost answer the list is read.',
      tags: ['busy'],
      entry: assign({ failure: null, lost: null }),
      exit: 'invalidateList',
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ event }) => {
          assertEvent(event, 'user.change');
          return { subject: event.change };
        },
      },
      on: {
        'change.done': {
          target: 'idle',
          actions: emit(({ event }) => ({
            type: 'toast',
            kind: 'success',
            key: `account:toast.${TOASTS[event.value]}`,
          })),
        },
        'change.refused': { target: 'idle', actions: assign({ failure: ({ event }) => event.failure }) },
        'change.absent': { target: 'idle', actions: assign({ lost: 'absent' }) },
        'change.unknown': { target: 'idle', actions: assign({ lost: 'unknown' }) },
      },
    },
  },
});
