// By its file, because the name stands for this module (vitest.config.ts).
import { hash as real, type Options } from '../../../node_modules/@node-rs/argon2/index.js';

export { verify } from '../../../node_modules/@node-rs/argon2/index.js';

/** The parameters of the venue's latest call. */
export let askedCost: Options | null | undefined;

let isReal = false;

/** For tests of hashing time. @returns a function that ends this, because other files share this process. */
export function payTheRealCost(): () => void {
  isReal = true;
  return () => {
    isReal = false;
  };
}

/**
 * Stands in for Argon2 in the venue's tests: the same function with the least memory and one pass. The tests make
 * thousands of accounts, and one test checks the real cost of a password (`passwords.test.ts`).
 */
export function hash(password: string | Uint8Array, cost?: Options | null): Promise<string> {
  askedCost = cost;
  return real(password, isReal ? cost : { ...cost, memoryCost: 64, timeCost: 1 });
}
