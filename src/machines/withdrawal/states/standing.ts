import { valueOf } from '../judge.ts';
import { settle } from '../setup.ts';
import type { StandingAnswer } from '../types.ts';

const ofAnswer = ({ event }: { event: { output: StandingAnswer } }) => event.output;
const ofValue = ({ event }: { event: { output: StandingAnswer } }) => valueOf(event.output);

/** Where a GRIN withdrawal leads that stands otherwise than awaited, whoever asked: it is over here. */
export const standingEndings = [
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
