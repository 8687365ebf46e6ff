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
} from './types.ts';

type RefundAddressSnapshot = SnapshotFrom<typeof refundAddressMachine>;

/** What the row shows (spec 2 §4). */
export type RefundAddressPhase =
  | 'unset'
  | 'configured'
  | 'saved'
  | 'editing'
  | 'saving'
  | 'asking'
  | 'removing';

export function refundAddressPhase({ value }: RefundAddressSnapshot): RefundAddressPhase {
  if (typeof value === 'string') return value;
  if ('resting' in value) return value.resting;
  return value.removing === 'sending' ? 'removing' : 'asking';
}
export const selectAddress = (snapshot: RefundAddressSnapshot) => snapshot.context.address;
export const selectMistake = (snapshot: RefundAddressSnapshot) => snapshot.context.mistake;
export const selectFailure = (snapshot: RefundAddressSnapshot) => snapshot.context.failure;
