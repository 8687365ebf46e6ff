import type { SnapshotFrom } from 'xstate';
import type { slatepackDepositMachine } from './slatepackDeposit.machine.ts';

export { slatepackDepositMachine } from './slatepackDeposit.machine.ts';
export type {
  ReceiveInput,
  ReceiveOutput,
  SignedSlatepack,
  SlatepackDepositContext,
  SlatepackDepositEvent,
  SlatepackDepositInput,
} from './types.ts';

type SlatepackDepositSnapshot = SnapshotFrom<typeof slatepackDepositMachine>;

/** How far the exchange has come; the last three are those of the window to finalize. */
export type SlatepackDepositPhase = 'pasting' | 'submitting' | 'safe' | 'closing' | 'closed';

export function slatepackDepositPhase({ value }: SlatepackDepositSnapshot): SlatepackDepositPhase {
  return typeof value === 'string' ? value : value.signed;
}
export const selectMistake = (snapshot: SlatepackDepositSnapshot) => snapshot.context.mistake;
export const selectFailure = (snapshot: SlatepackDepositSnapshot) => snapshot.context.failure;
export const selectAnswer = (snapshot: SlatepackDepositSnapshot) => snapshot.context.answer;
export const selectSigned = (snapshot: SlatepackDepositSnapshot) => snapshot.context.signed;
