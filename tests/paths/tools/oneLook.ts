import { assign } from 'xstate';
import {
  reconcileWriteOf,
  type ReconcileWrite,
  type reconcileWriteMachine,
} from '../../../src/machines/reconcileWrite/index.ts';

/** What a search for a lost write ends with where it has a defect of its own. */
export const BROKEN = new Error('broken');

/**
 * The real search for a lost write, cut down to one look without a pause: how often it looks is walked by itself, and a
 * parent's paths are about what it finds.
 * @param isBroken whether it fails with a defect where it finds something.
 */
export function oneLook<Subject, Found>(
  wired: ReconcileWrite<Subject, Found>,
  isBroken: () => boolean = () => false,
): ReconcileWrite<Subject, Found> {
  // What is provided is the machine; its type is the one that a parent sees.
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
