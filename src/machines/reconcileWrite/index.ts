export { reconcileInput, reconcileWriteMachine, reconcileWriteOf } from './reconcileWrite.machine.ts';
export type { ReconcileWriteSnapshot } from './reconcileWrite.machine.ts';
export type {
  LookAnswer,
  ReconcileWrite,
  ReconcileWriteContext,
  ReconcileWriteInput,
  ReconcileWriteOutput,
} from './types.ts';
