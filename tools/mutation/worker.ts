// Runs in Vitest's worker. All modules are loaded again for each mutant, because it may change what happens while a
// module is loaded, such as the creation of a machine.
import { appendFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { not } from 'xstate';

/** One mutant with one file of tests. */
export interface Trial {
  /** The mutant's number; -1 runs the file without one and notes which code it runs. */
  id: number;
  test: string;
  /** Milliseconds. */
  limit: number;
}

/** Written into the journal when a trial's tests are done. */
export interface Note {
  ended: number;
  test: string;
  hasHung: boolean;
  ms: number;
  hits: readonly number[];
}

const note = (line: Note | { begins: number }) =>
  appendFileSync(process.env.MUTATION_JOURNAL ?? '', `${JSON.stringify(line)}\n`);

const doubled = (delay: unknown) =>
  typeof delay === 'function'
    ? (...args: unknown[]) => 2 * Number(delay(...args)) + 1
    : 2 * Number(delay) + 1;

/** Called by the first lines of each trial's file. */
export async function begin({ id, test, limit }: Trial, load: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  const hits = new Set<number>();
  let hasHung = false;
  let hasFailed = false;
  let ticks = 0;
  note({ begins: id });
  Object.assign(globalThis, {
    __quietbookMutation: {
      on: id,
      counts: id === -1,
      not,
      doubled,
      hit: (mutant: number) => {
        hits.add(mutant);
        return false;
      },
      tick: () => {
        ticks += 1;
        hasHung ||= ticks % 256 === 0 && performance.now() > began + limit;
        if (hasHung) throw new Error('the mutant hangs');
        return true;
      },
    },
  });
  beforeEach((context) => {
    // One failure is enough.
    if (hasFailed && id !== -1) context.skip();
  });
  afterEach((context) => {
    hasFailed ||= context.task.result?.state === 'fail';
  });
  afterAll(() => note({ ended: id, test, hasHung, ms: performance.now() - began, hits: [...hits] }));
  vi.resetModules();
  await load();
}
