import type { SnapshotFrom } from 'xstate';
import type { loginMachine } from './login.machine.ts';

export type LoginSnapshot = SnapshotFrom<typeof loginMachine>;

export const isSubmitting = (snapshot: LoginSnapshot): boolean => snapshot.matches({ form: 'submitting' });
/** Whether the two-factor field is where the user has to go. */
export const isAwaitingCode = (snapshot: LoginSnapshot): boolean =>
  snapshot.matches({ form: 'awaitingCode' });
/** Whether the server asked to wait before the next try. */
export const isWaiting = (snapshot: LoginSnapshot): boolean => snapshot.matches({ form: 'waiting' });
export const showsNotice = (snapshot: LoginSnapshot): boolean => snapshot.matches({ notice: 'shown' });
/** Whether the notice was shown, and is over. */
export const hasSaidNotice = (snapshot: LoginSnapshot): boolean => snapshot.matches({ notice: 'over' });
export const selectRefusal = (snapshot: LoginSnapshot) => snapshot.context.refusal;
