/** Makes and verifies range proofs, in this thread or a separate one, so that nothing waits for the arithmetic. */
import { Worker } from 'node:worker_threads';
import { RefusedError } from '../../refused.ts';
import { makeRangeProof, type Secret, verifyRangeProof } from './rangeProof.ts';

export interface RangeProofs {
  /** 675 bytes. */
  make(secret: Secret): Promise<Uint8Array>;
  /** Whether each output's proof holds. */
  verify(outputs: readonly ProvenOutput[]): Promise<boolean>;
}

export interface ProvenOutput {
  /** 33 bytes. */
  readonly commitment: Uint8Array;
  readonly rangeProof: Uint8Array;
}

export type ProofTask = { readonly make: Secret } | { readonly verify: readonly ProvenOutput[] };
export type ProofResult = Uint8Array | boolean;

export function runProofTask(task: ProofTask): ProofResult {
  if ('make' in task) return makeRangeProof(task.make);
  return task.verify.every(({ commitment, rangeProof }) => verifyRangeProof(commitment, rangeProof));
}

export const inlineProofs: RangeProofs = {
  make: async (secret) => makeRangeProof(secret),
  verify: async (verify) => runProofTask({ verify }) === true,
};

/** A proof takes about 0.2 s, so the last of them waits about ten. */
const MAX_WAITING = 50;
const RETRY_AFTER_S = 10;

interface Waiting {
  readonly resolve: (result: ProofResult) => void;
  readonly reject: (error: Error) => void;
}

/** Of `thread.ts`, as messages. */
export interface ProofAnswer {
  readonly id: number;
  readonly result?: ProofResult;
  /** Words. */
  readonly failed?: string;
}

/** A separate thread where the venue is built; this one when run from the sources, which a thread could not load. */
export function openProofs(): RangeProofs & { close(): Promise<void> } {
  const here = import.meta.url;
  if (here.endsWith('.ts')) return { ...inlineProofs, close: async () => undefined };
  return createProofThread(new URL('proofThread.js', here));
}

/** The thread starts with the first task, and again after it has died. @param file the script of the thread. */
export function createProofThread(file: URL): RangeProofs & { close(): Promise<void> } {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  function failAll(error: Error): void {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(file);
    started.unref();
    started.on('message', ({ id, result, failed }: ProofAnswer) => {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (result === undefined) asked?.reject(new Error(failed ?? 'no result'));
      else asked?.resolve(result);
    });
    started.on('error', failAll);
    started.on('exit', () => {
      if (worker === started) failAll(new Error('the thread of the range proofs has ended'));
    });
    return started;
  }

  /** @throws RefusedError 503 when too many wait. */
  async function run(task: ProofTask): Promise<ProofResult> {
    if (waiting.size >= MAX_WAITING)
      throw new RefusedError(
        503,
        'BUSY',
        'Too many GRIN messages are being worked on. Please try again in a moment.',
        RETRY_AFTER_S,
      );
    worker ??= start();
    lastId += 1;
    const id = lastId;
    const answer = new Promise<ProofResult>((resolve, reject) => waiting.set(id, { resolve, reject }));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name.
    worker.postMessage({ id, task });
    return answer;
  }

  return {
    async make(secret) {
      const result = await run({ make: secret });
      if (typeof result === 'boolean') throw new Error('the thread gave no proof');
      return result;
    },
    verify: async (outputs) => (await run({ verify: outputs })) === true,
    async close() {
      const old = worker;
      worker = undefined;
      await old?.terminate();
      failAll(new Error('the venue is closing'));
    },
  };
}
