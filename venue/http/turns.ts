import { setImmediate } from 'node:timers/promises';
import { FairQueue, type Source } from './fairQueue.ts';

/** Milliseconds of a turn of the event loop in which requests begin. */
const AT_ONCE = 4;
/** Promises that a request awaits, at least, before it waits for anything else. */
const STEPS = 8;

/** Starts requests one after the other, each source in turn, so that they share the processor (LOAD-17). */
export interface Turns {
  take(source: Source): Promise<void>;
}

export function createTurns(): Turns {
  const queue = new FairQueue<() => void>();
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    let until = performance.now() + AT_ONCE;
    for (let begin = queue.take(); begin; begin = queue.take()) {
      begin();
      // It does everything that needs no waiting before the next one is chosen.
      for (let step = 0; step < STEPS; step += 1) await Promise.resolve();
      if (performance.now() < until) continue;
      // Requests that have arrived by now are in the queue before the next one starts.
      await setImmediate();
      until = performance.now() + AT_ONCE;
    }
    isRunning = false;
  }

  return {
    take: (source) =>
      new Promise((resolve) => {
        queue.push(source, resolve);
        if (!isRunning) void run();
      }),
  };
}
