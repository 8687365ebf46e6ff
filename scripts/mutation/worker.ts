// Runs inside of Vitest's worker: one file of tests for one mutant. All modules of the project are read anew for each,
// so that what they do when they are read (a whole chart) is the mutant's, too.
import { appendFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { not } from 'xstate';

/** `areTours`: of a chart's walks only its tours. They take every edge, in a fifth of the steps of all walks. */
export interface Trial {
  id: number;
  test: string;
  limit: number;
  areTours?: boolean;
}

/** How the test of a chart's tours is named (tests/paths/tools/chart.ts). */
const TOUR = /^tours: /;

const JOURNAL = process.env['MUTATION_JOURNAL'] ?? '';
/** A file of tests that goes on says so: in milliseconds. */
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
  /** Notes that a mutant was come by; it stays off. */
  hit(id: number) {
    this.hits.add(id);
    return false;
  },
  /** A mutant that loops for ever comes by again and again: it is stopped from here. */
  tick() {
    this.ticks += 1;
    if (this.ticks % 256 === 0 && performance.now() > this.until) {
      this.hasHung = true;
      throw new Error('the mutant hangs');
    }
    return true;
  },
});

/** A file without a test counts as broken: this one says why the mutant needs no other. */
const sayWhy = (killed: ReadonlySet<number>, id: number) =>
  it('was killed before', () => expect([...killed]).toContain(id));

/**
 * @param trial `id` -1 is the control: no mutant, and what is come by is noted
 * @param load reads the file of tests
 */
export async function begin({ id, test, limit, areTours = false }: Trial, load: () => Promise<unknown>) {
  const all = globalThis as unknown as { __quietbookMutation?: ReturnType<typeof fresh> };
  const state = (all.__quietbookMutation ??= fresh());
  const began = performance.now();
  note({ begins: id, test });
  if (state.killed.has(id)) {
    sayWhy(state.killed, id);
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
  let told = began;
  const dies = () => {
    isDead = true;
    if (id !== -1) state.killed.add(id);
  };
  beforeEach((context) => {
    // One failure is enough.
    if (isDead && id !== -1) context.skip();
    if (areTours && !TOUR.test(context.task.name)) context.skip();
  });
  afterEach((context) => {
    if (context.task.result?.state === 'fail') dies();
    if (performance.now() - told < PULSE) return;
    told = performance.now();
    note({ lives: id });
  });
  const end = () =>
    note({
      ended: id,
      test,
      areTours,
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
