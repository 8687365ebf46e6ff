import { RefusedError } from '../refused.ts';
import { FairQueue, type Source } from './fairQueue.ts';

export interface GateSettings {
  readonly atOnce: number;
  readonly waiting: number;
  readonly waitingPerSource: number;
  /** How long a read leaves its place empty while others wait, in multiples of its duration, to spare the processor. */
  readonly rest: number;
}

interface Waiting {
  enter(): void;
  refuse(): void;
}

/** Limits concurrent work; the rest waits, each source in turn (LOAD-03, LOAD-17). */
export interface Gate {
  /**
   * @param source a network address, or an account.
   * @param onGone registers a handler for the client's leaving; returns how to unregister it.
   * @throws RefusedError 429 or 503 with `Retry-After` when too many wait or the client is gone.
   */
  pass<T>(source: Source, onGone: OnGone, work: () => Promise<T>): Promise<T>;
}

export type OnGone = (listener: () => void) => () => void;

/** Seconds. */
const RETRY_AFTER = 1;
const busy = (): RefusedError =>
  new RefusedError(503, 'BUSY', 'The server is busy. Please try again in a moment.', RETRY_AFTER);
const tooMany = (): RefusedError =>
  new RefusedError(429, 'TOO_MANY_AT_ONCE', 'Too many requests at once. Please wait a moment.', RETRY_AFTER);

export function createGate({ atOnce, waiting, waitingPerSource, rest }: GateSettings): Gate {
  const queue = new FairQueue<Waiting>();
  let running = 0;

  function wait(source: Source, onGone: OnGone): Promise<void> {
    if (queue.sizeOf(source) >= waitingPerSource) throw tooMany();
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        enter() {
          forget();
          running += 1;
          resolve();
        },
        refuse() {
          forget();
          reject(busy());
        },
      };
      const forget = onGone(() => {
        queue.remove(source, one);
        reject(busy());
      });
      queue.push(source, one);
      // The source that fills the queue loses a place, not the newcomer.
      if (queue.size > waiting) queue.takeFromLargest()?.refuse();
    });
  }

  return {
    async pass(source, onGone, work) {
      if (running < atOnce) running += 1;
      else await wait(source, onGone);
      const began = performance.now();
      try {
        return await work();
      } finally {
        setTimeout(
          () => {
            running -= 1;
            queue.take()?.enter();
          },
          (performance.now() - began) * rest,
        );
      }
    },
  };
}
