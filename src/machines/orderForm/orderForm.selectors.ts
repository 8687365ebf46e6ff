import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { orderFormMachine } from './orderForm.machine.ts';

export type OrderFormRef = ActorRefFrom<typeof orderFormMachine>;
export type OrderFormSnapshot = SnapshotFrom<typeof orderFormMachine>;

export type OrderFormPhase =
  | 'loadingSettings'
  | 'settingsFailed'
  | 'editing'
  | 'placed'
  | 'refused'
  | 'held'
  | 'confirmingRepeat'
  | 'confirmingCrossing'
  | 'confirmingLarge'
  | 'submitting'
  | 'outcomeUnknown'
  | 'absent'
  | 'unresolved';

export function selectPhase(snapshot: OrderFormSnapshot): OrderFormPhase {
  if (snapshot.matches('loadingSettings')) return 'loadingSettings';
  if (snapshot.matches('settingsFailed')) return 'settingsFailed';
  if (snapshot.matches({ taking: 'placed' })) return 'placed';
  if (snapshot.matches({ taking: 'refused' })) return 'refused';
  if (snapshot.matches({ taking: 'held' })) return 'held';
  if (snapshot.matches({ confirming: 'repeat' })) return 'confirmingRepeat';
  if (snapshot.matches({ confirming: 'crossing' })) return 'confirmingCrossing';
  if (snapshot.matches({ confirming: 'large' })) return 'confirmingLarge';
  if (snapshot.matches('checking') || snapshot.matches('submitting')) return 'submitting';
  if (snapshot.matches({ outcomeUnknown: 'absent' })) return 'absent';
  if (snapshot.matches({ outcomeUnknown: 'unresolved' })) return 'unresolved';
  return snapshot.matches('outcomeUnknown') ? 'outcomeUnknown' : 'editing';
}

export const isBusy = (snapshot: OrderFormSnapshot): boolean => snapshot.hasTag('busy');
export const takesPress = (snapshot: OrderFormSnapshot): boolean =>
  snapshot.hasTag('form') || snapshot.matches('loadingSettings') || snapshot.matches('settingsFailed');
export const selectSettings = (snapshot: OrderFormSnapshot) => snapshot.context.settings;
export const selectFault = (snapshot: OrderFormSnapshot) => snapshot.context.fault;
export const selectSettingsFailure = (snapshot: OrderFormSnapshot) => snapshot.context.settingsFailure;
/** The order that is being confirmed, sent or looked for. */
export const selectSending = (snapshot: OrderFormSnapshot) => snapshot.context.sending;
/** The screen may be left without missing an answer. */
export const isSettled = (snapshot: OrderFormSnapshot): boolean =>
  takesPress(snapshot) && !snapshot.matches({ taking: 'placed' }) && !snapshot.matches({ taking: 'held' });
export const isOutcomeUnknown = (snapshot: OrderFormSnapshot): boolean => snapshot.hasTag('unknown');
