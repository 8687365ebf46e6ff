import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import type { Failure } from '../../../src/domain/failure.ts';
import type { Write } from '../../../src/machines/write/write.machine.ts';
import { TestClock } from './clock.ts';
import type { Outcome } from './explore.ts';
import { recordEmitted, type Reply, type ScriptedNetwork } from './ports.ts';
import type { Sut } from './walk.ts';

/** The real write with one look and no pause, because it has a walk of its own. */
export const oneLook = <Subject, Value>(write: Write<Subject, Value>): Write<Subject, Value> =>
  write.provide({ guards: { isDue: () => true, isLast: () => true } });

/**
 * Answers the newest request with the first reply, and those that follow in the same step with the others. An older one
 * is an abandoned write: it continues, and nobody receives its answer.
 */
export function settle(network: ScriptedNetwork, { reply }: Outcome): void {
  const [first, ...next] = (Array.isArray(reply) ? reply : [reply]) as Reply[];
  network.answerNext(next);
  if (first !== undefined) network.reply(first, 'newest');
}

/** Ways in which the write with this id of its invoke can end. A list of replies: the lost answer, and the read after it. */
export const writeOutcomes = (id: string) => {
  const ending =
    <Rest extends unknown[]>(tell: (...rest: Rest) => EventObject) =>
    (name: string, reply: unknown, ...rest: Rest): Outcome => ({ name, reply, tells: tell(...rest) });
  const withFailure = (type: string) => (failure: Failure | null) => ({ type: `${id}.${type}`, failure });
  return {
    done: ending((value: unknown) => ({ type: `${id}.done`, value })),
    refused: ending(withFailure('refused')),
    lost: ending(withFailure('lost')),
    absent: ending(() => ({ type: `${id}.absent` })),
    unknown: ending(withFailure('unknown')),
  };
};

/** Of a write whose statechart shows a lost answer: what can come first, and what the looks after it can find. */
export const inPhases = <S extends AnyMachineSnapshot>(
  isLooking: (snapshot: S) => boolean,
  { sent, looked }: { readonly sent: readonly Outcome[]; readonly looked: readonly Outcome[] },
): readonly Outcome<S>[] => [
  ...sent.map((one) => ({ ...one, when: (snapshot: S) => !isLooking(snapshot) })),
  ...looked.map((one) => ({ ...one, when: isLooking })),
];

/**
 * A statechart that writes over a scripted network. A sent write continues after its screen is left; a read does not.
 */
export const writingSut = <M extends AnyStateMachine>(
  machine: M,
  { effects, network }: { readonly effects: string[]; readonly network: ScriptedNetwork },
): Sut<M> => ({
  machine,
  clock: new TestClock(),
  settle: (_invokeId, outcome) => settle(network, outcome),
  attach: recordEmitted(effects),
  drain: () => effects.splice(0),
  leaks: () => network.open().filter((title) => title.startsWith('GET ')),
});
