import type { SnapshotFrom } from 'xstate';
import type { twoFactorMachine } from './twoFactor.machine.ts';

type TwoFactorSnapshot = SnapshotFrom<typeof twoFactorMachine>;
/** What the section shows: the way in, the new secret, the way out, new recovery codes, or the form for them. */
export type TwoFactorView = 'off' | 'enrolling' | 'on' | 'keepingCodes' | 'askingCodes';

export function selectView(snapshot: TwoFactorSnapshot): TwoFactorView {
  if (snapshot.matches('enrolling')) return 'enrolling';
  if (snapshot.matches({ on: 'keeping' })) return 'keepingCodes';
  if (snapshot.matches({ on: 'asking' }) || snapshot.matches({ on: 'making' })) return 'askingCodes';
  return snapshot.matches('on') ? 'on' : 'off';
}

export const isBusy = (snapshot: TwoFactorSnapshot): boolean => snapshot.hasTag('busy');
export const selectEnrolment = (snapshot: TwoFactorSnapshot) => snapshot.context.enrolmentSecret;
/** The answer to a code was lost, and the account is being read. */
export const isChecking = (snapshot: TwoFactorSnapshot): boolean =>
  snapshot.matches({ enrolling: 'finding' }) || snapshot.matches({ on: 'finding' });
export const selectLost = (snapshot: TwoFactorSnapshot) => snapshot.context.lost;
/** New recovery codes, while they are to be shown. */
export const selectRecoveryCodes = (snapshot: TwoFactorSnapshot) => snapshot.context.privateRecoveryCodes;
export const areCodesUnseen = (snapshot: TwoFactorSnapshot): boolean => snapshot.context.areCodesUnseen;
