import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { depositMachine } from './deposit.machine.ts';

export type DepositRef = ActorRefFrom<typeof depositMachine>;
type DepositSnapshot = SnapshotFrom<typeof depositMachine>;

export type DepositView =
  | 'loading'
  | 'unloaded'
  | 'leaving'
  | 'exchanging'
  | 'creating'
  | 'uncreated'
  | 'address';

export function depositView(snapshot: DepositSnapshot): DepositView {
  if (snapshot.matches({ entering: 'unloaded' })) return 'unloaded';
  if (snapshot.matches('requesting')) return 'creating';
  if (snapshot.matches('showing')) return 'address';
  for (const view of ['leaving', 'exchanging', 'uncreated'] as const) {
    if (snapshot.matches(view)) return view;
  }
  return 'loading';
}

export const selectCoin = (snapshot: DepositSnapshot) => snapshot.context.coin;
export const selectAddress = (snapshot: DepositSnapshot) => snapshot.context.address;
export const selectProblem = (snapshot: DepositSnapshot) => snapshot.context.problem;
export const selectUnmade = (snapshot: DepositSnapshot) => snapshot.context.unmade;
/** Another address is being made, or looked for after a lost answer. */
export const isMaking = (snapshot: DepositSnapshot): boolean =>
  snapshot.matches({ showing: 'making' }) || snapshot.matches({ showing: 'finding' });
export const isFinding = (snapshot: DepositSnapshot): boolean => snapshot.matches({ showing: 'finding' });
