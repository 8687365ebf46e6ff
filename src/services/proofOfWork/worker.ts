import { solve, type WorkChallenge } from '../../domain/proofOfWork.ts';

// A thread of its own, so that the page stays responsive; it is ended from outside (`solver.ts`).
self.addEventListener('message', ({ data }: MessageEvent<WorkChallenge>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker speaks to its page alone.
  self.postMessage(solve(data));
});
