import { assign, setup, type SnapshotFrom } from 'xstate';
import { callback } from './common.ts';

export interface CountdownInput {
  /** Epoch milliseconds. */
  readonly until: number;
}

export interface CountdownContext extends CountdownInput {
  /** Whole seconds, rounded up; null before the first tick. */
  readonly secondsLeft: number | null;
}

export interface CountdownEvent {
  readonly type: 'clock.ticked';
  readonly now: number;
}

export interface TickerInput {
  readonly until: number;
}

/** Whole seconds, rounded up; both times in epoch milliseconds. */
const secondsLeft = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000));

/** The seconds until an instant (ACCOUNT-07). Every tick brings the time, so that it is right after sleep, too. */
export const countdownMachine = setup({
  types: { context: {} as CountdownContext, events: {} as CountdownEvent, input: {} as CountdownInput },
  actors: {
    /** Ticks at once, with each second, and when the page becomes visible. */
    ticker: callback<CountdownEvent, TickerInput>(),
  },
  guards: { isOver: ({ context }, now: number) => secondsLeft(context.until, now) === 0 },
}).createMachine({
  id: 'countdown',
  description: 'The seconds until an instant.',
  context: ({ input }) => ({ until: input.until, secondsLeft: null }),
  initial: 'running',
  states: {
    running: {
      description: 'The instant is ahead, or nobody looked at the clock yet.',
      invoke: {
        id: 'ticker',
        src: 'ticker',
        input: ({ context }) => ({ until: context.until }),
        // The last figure stays; the instant itself is shown beside it.
        onError: {},
      },
      on: {
        'clock.ticked': [
          {
            guard: { type: 'isOver', params: ({ event }) => event.now },
            target: 'over',
            actions: assign({ secondsLeft: ({ context, event }) => secondsLeft(context.until, event.now) }),
          },
          { actions: assign({ secondsLeft: ({ context, event }) => secondsLeft(context.until, event.now) }) },
        ],
      },
    },
    over: { description: 'The instant has passed.', type: 'final' },
  },
});

type CountdownSnapshot = SnapshotFrom<typeof countdownMachine>;

export const isOver = (snapshot: CountdownSnapshot): boolean => snapshot.matches('over');
