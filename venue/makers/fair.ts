import { PAIR_MODELS, QUOTIENTS } from '../market/model.ts';
import { createRandom } from '../random.ts';

/** The market makers' fair prices: seeded random walks that revert weakly to the first price. */
export interface FairPrices {
  /** Quote coin per base coin. */
  of(pair: string): number;
  advance(pair: string, seconds: number): void;
}

const DAY = 86_400;
/** Half-life of a deviation, in days. */
const HALF_LIFE = 20;
/** Largest logarithm of a deviation: a factor of about 7. */
const FARTHEST = 2;

/** @param last the pair's last price, to continue from after a restart. */
export function createFairPrices(seed: string, last: (pair: string) => number | null): FairPrices {
  const drifts = new Map<string, number>();
  const randoms = new Map(
    Object.keys(PAIR_MODELS).map((pair) => [pair, createRandom(`${seed}/fair/${pair}`)]),
  );

  function driftOf(pair: string): number {
    const known = drifts.get(pair);
    if (known !== undefined) return known;
    const [worth, anchor] = [last(pair), PAIR_MODELS[pair]?.worth ?? 1];
    const drift = worth === null || worth <= 0 ? 0 : bounded(Math.log(worth / anchor));
    drifts.set(pair, drift);
    return drift;
  }

  return {
    of(pair) {
      const quotient = QUOTIENTS[pair];
      if (quotient) return this.of(quotient[0]) / this.of(quotient[1]);
      return (PAIR_MODELS[pair]?.worth ?? 1) * Math.exp(driftOf(pair));
    },
    advance(pair, seconds) {
      const model = PAIR_MODELS[pair];
      if (!model || pair in QUOTIENTS) return;
      const days = seconds / DAY;
      const pulled = driftOf(pair) * 0.5 ** (days / HALF_LIFE);
      drifts.set(pair, bounded(pulled + model.daily * Math.sqrt(days) * (randoms.get(pair)?.normal() ?? 0)));
    },
  };
}

const bounded = (drift: number): number => Math.min(FARTHEST, Math.max(-FARTHEST, drift));
