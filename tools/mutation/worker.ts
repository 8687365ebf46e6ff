// Runs in Vitest's worker. All modules are loaded again for each mutant, because it may change what happens while a
// module is loaded, such as the creation of a machine.
import { appendFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { not } from 'xstate';

export interface Trial {
  id: number;
  test: string;
  limit: number;
}

const JOURNAL = process.env.MUTATION_JOURNAL ?? '';
const PULSE = 5000;
const note = (line: object) => appendFileSync(JOURNAL, `${JSON.stringify(line)}\n`);

const later = (delay: unknown) =>
  typeof delay === 'function'
    ? (...args: unknown[]) => 2 * Number(delay(...args)) + 1
    : 2 * Number(delay) + 1;

const fresh = () => ({
  on: -1,
  counts: false,
  ticks: 0,
  until: 0,
  hasHung: false,
  killed: new Set<number>(),
  hits: new Set<number>(),
  not,
  later,
  /** The mutant stays off. */
  hit(id: number) {
    this.hits.add(id);
    return false;
  },
  tick() {
    this.ticks += 1;
    if (this.ticks % 256 === 0 && performance.now() > this.until) {
      this.hasHung = true;
      throw new Error('the mutant hangs');
    }
    return true;
  },
});

/** A file without a test would count as broken. */
const passBecauseKilled = (killed: ReadonlySet<number>, id: number) =>
  it('was killed before', () => expect([...killed]).toContain(id));

/** With `id` -1 no mutant is on, and mutants whose code runs are noted. */
export async function begin({ id, test, limit }: Trial, load: () => Promise<unknown>) {
  const all = globalThis as unknown as { __quietbookMutation?: ReturnType<typeof fresh> };
  const state = (all.__quietbookMutation ??= fresh());
  const began = performance.now();
  note({ begins: id, test });
  if (state.killed.has(id)) {
    passBecauseKilled(state.killed, id);
    return;
  }
  Object.assign(state, {
    on: id,
    counts: id === -1,
    ticks: 0,
    until: began + limit,
    hasHung: false,
    hits: new Set(),
  });
  let isDead = false;
  let lastSign = began;
  const dies = () => {
    isDead = true;
    if (id !== -1) state.killed.add(id);
  };
  beforeEach((context) => {
    // One failure is enough.
    if (isDead && id !== -1) context.skip();
  });
  afterEach((context) => {
    if (context.task.result?.state === 'fail') dies();
    if (performance.now() - lastSign < PULSE) return;
    lastSign = performance.now();
    note({ lives: id });
  });
  const end = () =>
    note({
      ended: id,
      test,
      isDead,
      hasHung: state.hasHung,
      ms: performance.now() - began,
      hits: [...state.hits],
    });
  afterAll(end);
  vi.resetModules();
  try {
    await load();
  } catch (error) {
    dies();
    end();
    throw error;
  }
}
