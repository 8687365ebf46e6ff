import { createHash } from 'node:crypto';

/** Seeded pseudo-random numbers (sfc32 by Chris Doty-Humphrey). Never for secrets. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** Both bounds included. */
  whole(least: number, most: number): number;
  /** Approximately normal, mean 0 and deviation 1; never beyond 6. */
  normal(): number;
}

export function createRandom(seed: string): Random {
  const digest = createHash('sha256').update(seed).digest();
  let a = digest.readInt32LE(0);
  let b = digest.readInt32LE(4);
  let c = digest.readInt32LE(8);
  let counter = digest.readInt32LE(12);

  function next(): number {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4_294_967_296;
  }

  return {
    next,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    normal() {
      let sum = -6;
      for (let index = 0; index < 12; index += 1) sum += next();
      return sum;
    },
  };
}
