import type { SnapshotFrom } from 'xstate';
import type { refundAddressesMachine } from './refundAddresses.machine.ts';

export { refundAddressesMachine } from './refundAddresses.machine.ts';
export type { RefundAddressesContext, RefundAddressesEvent, ReloadList } from './types.ts';

type RefundAddressesSnapshot = SnapshotFrom<typeof refundAddressesMachine>;

export type RefundAddressesView = 'gating' | 'unloaded' | 'listed';

export const refundAddressesView = (snapshot: RefundAddressesSnapshot): RefundAddressesView => snapshot.value;
export const selectRows = (snapshot: RefundAddressesSnapshot) => snapshot.context.rows;
export const selectFailure = (snapshot: RefundAddressesSnapshot) => snapshot.context.failure;
