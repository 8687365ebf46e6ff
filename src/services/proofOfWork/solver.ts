import type { WorkChallenge } from '../../domain/proofOfWork.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker.
import address from './worker.ts?worker&url';

/** Gives the solution. Rejects where the browser cannot work, or when it is stopped. */
export type SolveWork = (challenge: WorkChallenge, signal: AbortSignal) => Promise<string>;

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

export interface WorkerHost {
  readonly Worker: new (url: string, options?: WorkerOptions) => Worker;
  readonly trustedTypes?: TrustedTypes;
}

/** The operator's content security policy must allow this name, and workers of the page's own origin. */
const POLICY = 'proof-of-work';

/** One for each page, which may create its policy only once. The policy admits only the worker's address. */
export function createSolver(host: WorkerHost): SolveWork {
  const policy = host.trustedTypes?.createPolicy(POLICY, {
    createScriptURL: (url) => {
      if (url !== address) throw new TypeError('not the address of the worker');
      return url;
    },
  });
  return (challenge, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const worker = new host.Worker(policy?.createScriptURL(address) ?? address);
      const end = (): void => worker.terminate();
      signal.addEventListener('abort', () => {
        end();
        reject(new DOMException('the work was stopped', 'AbortError'));
      });
      worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
        end();
        resolve(data);
      });
      worker.addEventListener('error', () => {
        end();
        reject(new Error('the worker failed'));
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker is no window.
      worker.postMessage(challenge);
    });
}
