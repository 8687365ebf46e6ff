import type { SnapshotFrom } from 'xstate';
import type { countdownMachine } from './countdown.machine.ts';

export { countdownMachine } from './countdown.machine.ts';
export type { CountdownContext, CountdownEvent, CountdownInput, TickerInput } from './types.ts';

type CountdownSnapshot = SnapshotFrom<typeof countdownMachine>;

/** Whole seconds; null while nobody knows. */
export const selectSecondsLeft = (snapshot: CountdownSnapshot): number | null => snapshot.context.secondsLeft;
export const isOver = (snapshot: CountdownSnapshot): boolean => snapshot.matches('over');
