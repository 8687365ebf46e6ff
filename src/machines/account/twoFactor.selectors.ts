import type { SnapshotFrom } from 'xstate';
import type { twoFactorMachine } from './twoFactor.machine.ts';

type TwoFactorSnapshot = SnapshotFrom<typeof twoFactorMachine>;
/** What the section shows: the way in, the new secret, or the way out. */
export type TwoFactorView = 'off' | 'enrolling' | 'on';

export function selectView(snapshot: TwoFactorSnapshot): TwoFactorView {
  if (snapshot.matches('enrolling')) return 'enrolling';
  return snapshot.matches('on') ? 'on' : 'off';
}

export const isBusy = (snapshot: TwoFactorSnapshot): boolean => snapshot.hasTag('busy');
export const selectEnrolment = (snapshot: TwoFactorSnapshot) => snapshot.context.enrolmentSecret;
/** The answer to a code was lost, and the account is being read. */
export const isChecking = (snapshot: TwoFactorSnapshot): boolean =>
  snapshot.matches({ enrolling: 'finding' }) || snapshot.matches({ on: 'finding' });
export const selectLost = (snapshot: TwoFactorSnapshot) => snapshot.context.lost;
