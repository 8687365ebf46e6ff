import { valueOf } from '../judge.ts';
import { settle } from '../setup.ts';
import type { StandingAnswer } from '../types.ts';

interface Done<Output> {
  readonly event: { readonly output: Output };
}

/**
 * Where a GRIN withdrawal leads that stands otherwise than awaited, whoever asked: it is over here.
 * @param answerOf the server's answer in what the asking ended with.
 */
export const standingEndings = <Output>(answerOf: (output: Output) => StandingAnswer) => {
  const ofAnswer = ({ event }: Done<Output>) => answerOf(event.output);
  const ofValue = ({ event }: Done<Output>) => valueOf(answerOf(event.output));
  return [
    {
      guard: { type: 'stoodSubmitted', params: ofAnswer },
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
