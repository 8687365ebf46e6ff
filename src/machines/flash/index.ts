import type { SnapshotFrom } from 'xstate';
import type { flashMachine } from './flash.machine.ts';

export { flashMachine } from './flash.machine.ts';
export {
  COPIED_SHOWN,
  SAVED_SHOWN,
  SLATEPACK_COPIED_SHOWN,
  TIP_SHOWN,
  type CopyInput,
  type FlashContext,
  type FlashEvent,
  type FlashInput,
} from './types.ts';

export const isShown = (snapshot: SnapshotFrom<typeof flashMachine>): boolean => snapshot.matches('shown');
