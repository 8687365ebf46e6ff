import { random } from '../../scripts/random.ts';
import { sourcesBelow } from './reach.ts';
import type { Verdict } from './trials.ts';

/** Actors of machines are effects, and not judged by the tests of a chart. */
export const measuredFiles = (): string[] =>
  ['src/domain', 'src/machines'].flatMap(sourcesBelow).filter((file) => !/\.(actors|reads)\.ts$/.test(file));

/** @returns per cent of the mutants that a test noticed; null if there are none */
export function scoreOf(verdicts: readonly Verdict[]): number | null {
  const noticed = verdicts.filter((verdict) => verdict === 'killed' || verdict === 'timeout');
  return verdicts.length === 0 ? null : Math.floor((noticed.length * 1000) / verdicts.length) / 10;
}

/** At least three, the same for the same seed. @param share per cent */
export function sampleOf<T>(all: readonly T[], share: number, seed: number): T[] {
  const next = random(seed);
  const size = Math.max(3, Math.ceil((all.length * share) / 100));
  const chosen = new Set(
    all
      .map((one) => ({ one, order: next() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, size)
      .map(({ one }) => one),
  );
  return all.filter((one) => chosen.has(one));
}
