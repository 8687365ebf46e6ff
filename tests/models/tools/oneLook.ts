import { assign } from 'xstate';
import {
  reconcileWriteOf,
  type ReconcileWrite,
  type reconcileWriteMachine,
} from '../../../src/machines/reconcileWrite/index.ts';

export const BROKEN = new Error('broken');

/**
 * The real search for a lost write with one look and no pause, because it has a walk of its own.
 * @param isBroken whether it fails with a defect where it would find something
 */
export function oneLook<Subject, Found>(
  wired: ReconcileWrite<Subject, Found>,
  isBroken: () => boolean = () => false,
): ReconcileWrite<Subject, Found> {
  const machine = wired as unknown as typeof reconcileWriteMachine;
  return reconcileWriteOf(
    machine.provide({
      guards: {
        isDue: () => true,
        isLastLook: () => true,
        isAbsentAtLastLook: (_, answer) => answer.ok,
      },
      actions: {
        keepFound: assign({
          found: (_, answer) => {
            if (isBroken()) throw BROKEN;
            return answer.ok ? answer.value : null;
          },
        }),
      },
    }),
  );
}
