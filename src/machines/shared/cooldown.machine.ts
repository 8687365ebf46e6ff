import { assign, emit, setup, type SnapshotFrom } from 'xstate';
import type { Toast } from './common.ts';

/** Milliseconds (TRADE-05). */
export const COOLDOWN = 10_000;

export interface CooldownContext {
  /** Epoch milliseconds. */
  readonly until: number;
}

export interface CooldownEvent {
  readonly type: 'user.refresh';
  /** Epoch milliseconds. */
  readonly now: number;
  readonly isRunning: boolean;
}

/** At most one refresh by hand in 10 s; a press too early shows how long to wait (TRADE-05). */
export const cooldownMachine = setup({
  types: {
    context: {} as CooldownContext,
    events: {} as CooldownEvent,
    emitted: {} as Toast | { readonly type: 'refresh' },
  },
  guards: { isRunning: (_, isRunning: boolean) => isRunning },
  delays: { cooldown: COOLDOWN },
}).createMachine({
  id: 'cooldown',
  description: 'The pause between two refreshes by hand.',
  context: { until: 0 },
  initial: 'ready',
  states: {
    ready: {
      description: 'The user may refresh.',
      on: {
        'user.refresh': [
          { guard: { type: 'isRunning', params: ({ event }) => event.isRunning } },
          {
            target: 'cooling',
            actions: [emit({ type: 'refresh' }), assign({ until: ({ event }) => event.now + COOLDOWN })],
          },
        ],
      },
    },
    cooling: {
      description: 'The user refreshed a moment ago; another try shows how long to wait.',
      after: { cooldown: 'ready' },
      on: {
        'user.refresh': {
          actions: emit(({ context, event }) => ({
            type: 'toast',
            kind: 'error',
            key: 'toast.waitBeforeRefresh',
            values: { count: Math.max(1, Math.ceil((context.until - event.now) / 1000)) },
          })),
        },
      },
    },
  },
});

export type CooldownSnapshot = SnapshotFrom<typeof cooldownMachine>;
