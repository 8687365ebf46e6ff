import { fromPromise } from 'xstate';
import {
  reconcileWriteMachine,
  reconcileWriteOf,
  type LookAnswer,
  type ReconcileWrite,
} from '../../machines/reconcileWrite/index.ts';

/**
 * The `reconcileWrite` machine with the look of one kind of write.
 * @param look reads the lists that would hold it; null when they do not.
 */
export const createReconcileWrite = <Subject, Found>(
  look: (subject: Subject, signal: AbortSignal) => Promise<LookAnswer<Found>>,
): ReconcileWrite<Subject, Found> =>
  reconcileWriteOf(
    reconcileWriteMachine.provide({
      actors: {
        look: fromPromise<LookAnswer, { readonly subject: unknown }>(({ input, signal }) =>
          look(input.subject as Subject, signal),
        ),
      },
    }),
  );
