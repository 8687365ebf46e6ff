import { assign, fromCallback, setup, type SnapshotFrom } from 'xstate';
import { unwired } from './common.ts';

export interface CountdownInput {
  /** Epoch milliseconds. Another instant is another actor. */
  readonly until: number;
}

export interface CountdownContext extends CountdownInput {
  /** Whole seconds, the running one counted; null before the first look at the clock. */
  readonly secondsLeft: number | null;
}

/** @param now epoch milliseconds. */
export interface CountdownEvent {
  readonly type: 'clock.ticked';
  readonly now: number;
}

export interface TickerInput {
  readonly until: number;
}

/** Whole seconds until `until`, the running one counted; both epoch milliseconds. */
const secondsLeft = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000));

/**
 * The seconds until an instant, once a second (ACCOUNT-07). It counts nothing itself: every tick brings the time, so
 * that a machine that slept shows what is true when it wakes.
 */
export const countdownMachine = setup({
  types: {
    context: {} as CountdownContext,
    events: {} as CountdownEvent,
    input: {} as CountdownInput,
  },
  actors: {
    /** Says `clock.ticked` at once, whenever the seconds left change, and when the page is looked at again. */
    ticker: fromCallback<CountdownEvent, TickerInput>(unwired('countdown.ticker')),
  },
  actions: {
    keepSeconds: assign({
      secondsLeft: ({ context }, { now }: { now: number }) => secondsLeft(context.until, now),
    }),
  },
  guards: {
    isOver: ({ context }, { now }: { now: number }) => secondsLeft(context.until, now) === 0,
  },
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
        // A clock that fails leaves the last figure standing; the instant itself stands in words beside it.
        onError: {},
      },
      on: {
        'clock.ticked': [
          {
            guard: { type: 'isOver', params: ({ event }) => ({ now: event.now }) },
            target: 'over',
            actions: { type: 'keepSeconds', params: ({ event }) => ({ now: event.now }) },
          },
          { actions: { type: 'keepSeconds', params: ({ event }) => ({ now: event.now }) } },
        ],
      },
    },
    over: {
      description: 'The instant has passed.',
      type: 'final',
    },
  },
});

type CountdownSnapshot = SnapshotFrom<typeof countdownMachine>;

/** Whole seconds; null while nobody knows. */
export const selectSecondsLeft = (snapshot: CountdownSnapshot): number | null => snapshot.context.secondsLeft;
export const isOver = (snapshot: CountdownSnapshot): boolean => snapshot.matches('over');
