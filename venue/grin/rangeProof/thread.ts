/** The script of the thread that `createProofThread` starts. */
import { parentPort } from 'node:worker_threads';
import { type ProofAnswer, type ProofTask, runProofTask } from './proofs.ts';

parentPort?.on('message', ({ id, task }: { readonly id: number; readonly task: ProofTask }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name.
  parentPort?.postMessage(answer(id, task));
});

function answer(id: number, task: ProofTask): ProofAnswer {
  try {
    return { id, result: runProofTask(task) };
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error) };
  }
}
