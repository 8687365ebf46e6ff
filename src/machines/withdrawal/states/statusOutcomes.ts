import { valueOf } from '../judge.ts';
import { settle } from '../setup.ts';
import type { GrinStatusAnswer } from '../types.ts';

interface Done<Output> {
  readonly event: { readonly output: Output };
}

/**
 * Where a GRIN withdrawal leads that stands otherwise than awaited, whoever asked: it is over here.
 * @param answerOf the server's answer in what the asking ended with.
 */
export const statusOutcomes = <Output>(answerOf: (output: Output) => GrinStatusAnswer) => {
  const ofAnswer = ({ event }: Done<Output>) => answerOf(event.output);
  const ofValue = ({ event }: Done<Output>) => valueOf(answerOf(event.output));
  return [
    {
      guard: { type: 'isStatusSubmitted', params: ofAnswer },
      target: '#withdrawal.grinResult.unknown',
      actions: [{ type: 'keepReceipt', params: ofValue }, ...settle],
    },
    {
      guard: { type: 'hasEnded', params: ofAnswer },
      target: '#withdrawal.grinResult.failed',
      actions: [{ type: 'keepEnded' }, { type: 'announceEnded' }, ...settle],
    },
  ] as const;
};
