export {
  createReconcileWrite,
  reconcileInput,
  reconcileWriteMachine,
  reconcileWriteOf,
  type LookAnswer,
  type ReconcileWrite,
  type ReconcileWriteContext,
  type ReconcileWriteInput,
  type ReconcileWriteOutput,
  type ReconcileWriteSnapshot,
} from './reconcileWrite.machine.ts';
