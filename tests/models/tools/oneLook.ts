import { assign, type AnyStateMachine } from 'xstate';
import {
  reconcileWriteOf,
  type ReconcileWrite,
  type reconcileWriteMachine,
} from '../../../src/machines/reconcileWrite/index.ts';
import { TestClock } from './clock.ts';
import { recordEmitted, type Reply, type ScriptedNetwork } from './ports.ts';
import type { Sut } from './walk.ts';

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

/** What the statechart takes part in: its log of effects and its scripted network. */
interface Stage {
  readonly effects: string[];
  readonly network: ScriptedNetwork;
}

/**
 * The sut of a statechart that writes over the network and looks once for a lost answer.
 * @param withLook the machine with its services, and with the given search in place of their own
 */
export function writingSut<M extends AnyStateMachine, Subject, Found>(
  { effects, network }: Stage,
  wired: ReconcileWrite<Subject, Found>,
  withLook: (reconcileWrite: ReconcileWrite<Subject, Found>) => M,
): Sut<M> & { readonly leaks: () => string[] } {
  let isBroken = false;
  return {
    machine: withLook(oneLook(wired, () => isBroken)),
    clock: new TestClock(),
    settle: (invokeId, outcome) => {
      isBroken = invokeId === 'reconcileWrite' && outcome.error !== undefined;
      network.reply(outcome.reply as Reply);
    },
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => network.open(),
  };
}
