import { RefusedError } from '../refused.ts';

export interface GateSettings {
  readonly atOnce: number;
  readonly waiting: number;
  readonly waitingPerSource: number;
  /** How many times its own duration a read leaves its place empty while others wait, to spare the processor. */
  readonly rest: number;
}

/** Limits concurrent reads; the others wait, each source in turn (LOAD-03). */
export interface Gate {
  /**
   * @param source an address or an account.
   * @param onGone registers a handler for the client's leaving; returns how to unregister it.
   * @throws RefusedError 429 or 503 with `Retry-After` when too many wait or the client is gone.
   */
  pass<T>(source: string, onGone: OnGone, work: () => Promise<T>): Promise<T>;
}

export type OnGone = (listener: () => void) => () => void;

/** Seconds. */
const RETRY_AFTER = 1;
const busy = (): RefusedError =>
  new RefusedError(503, 'BUSY', 'Too much is being asked for. Please try again in a moment.', RETRY_AFTER);
const tooMany = (): RefusedError =>
  new RefusedError(429, 'TOO_MANY_AT_ONCE', 'Too many requests at once. Please wait a moment.', RETRY_AFTER);

export function createGate({ atOnce, waiting, waitingPerSource, rest }: GateSettings): Gate {
  /** By source, in the order in which they are served. */
  const queues = new Map<string, Set<() => void>>();
  let running = 0;
  let size = 0;

  function leave(source: string, enter: () => void): void {
    const queue = queues.get(source);
    if (!queue?.delete(enter)) return;
    size -= 1;
    if (queue.size === 0) queues.delete(source);
  }

  function enterNext(): void {
    const [first] = queues;
    const enter = first?.[1].values().next().value;
    if (!first || !enter) return;
    const [source, queue] = first;
    leave(source, enter);
    if (queues.delete(source)) queues.set(source, queue);
    enter();
  }

  function wait(source: string, onGone: OnGone): Promise<void> {
    const queue = queues.get(source) ?? new Set();
    if (queue.size >= waitingPerSource) throw tooMany();
    if (size >= waiting) throw busy();
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        forget();
        running += 1;
        resolve();
      };
      const forget = onGone(() => {
        leave(source, enter);
        reject(busy());
      });
      queue.add(enter);
      queues.set(source, queue);
      size += 1;
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
            enterNext();
          },
          (performance.now() - began) * rest,
        );
      }
    },
  };
}
