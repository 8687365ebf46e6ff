// By its file: the name stands for this module (vitest.config.ts).
import { hash as real, type Options } from '../../../node_modules/@node-rs/argon2/index.js';

export { verify } from '../../../node_modules/@node-rs/argon2/index.js';

/** What the venue asked for last. */
export let askedCost: Options | null | undefined;

let isReal = false;

/** Where the time of a password is what is tested. @returns ends it: other files share this process. */
export function payTheRealCost(): () => void {
  isReal = true;
  return () => {
    isReal = false;
  };
}

/**
 * Stands in for Argon2 in the tests of the venue: the same function with the least memory and one pass. The tests make
 * thousands of accounts, and what a password costs is checked by one of them (`passwords.test.ts`).
 */
export function hash(password: string | Uint8Array, cost?: Options | null): Promise<string> {
  askedCost = cost;
  return real(password, isReal ? cost : { ...cost, memoryCost: 64, timeCost: 1 });
}
