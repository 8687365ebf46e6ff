import type { SnapshotFrom } from 'xstate';
import type { refundAddressMachine } from './refundAddress.machine.ts';

export { refundAddressMachine } from './refundAddress.machine.ts';
export type {
  RefundAddressContext,
  RefundAddressEvent,
  RefundAddressInput,
  RemoveInput,
  RemoveOutput,
  SaveInput,
  SaveOutput,
  SentChange,
} from './types.ts';

type RefundAddressSnapshot = SnapshotFrom<typeof refundAddressMachine>;

/** What the row shows (REFUND-02). */
export type RefundAddressPhase =
  | 'unset'
  | 'configured'
  | 'saved'
  | 'editing'
  | 'saving'
  | 'checkingSaved'
  | 'asking'
  | 'removing'
  | 'checkingRemoved';

export function refundAddressPhase({ value }: RefundAddressSnapshot): RefundAddressPhase {
  if (typeof value === 'string') return value;
  if ('resting' in value) return value.resting;
  if ('saving' in value) return value.saving === 'sending' ? 'saving' : 'checkingSaved';
  if (value.removing === 'finding') return 'checkingRemoved';
  return value.removing === 'sending' ? 'removing' : 'asking';
}
export const selectAddress = (snapshot: RefundAddressSnapshot) => snapshot.context.address;
export const selectMistake = (snapshot: RefundAddressSnapshot) => snapshot.context.mistake;
export const selectFailure = (snapshot: RefundAddressSnapshot) => snapshot.context.failure;
export const selectLost = (snapshot: RefundAddressSnapshot) => snapshot.context.lost;
