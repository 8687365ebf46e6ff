/** `npm run proof` sets it. */
export const isLong = process.env.TEST_LONG === '1';

/** How many cases of a property are tried: all in the long proof, a tenth in the core. */
export const casesOf = (all: number): number => (isLong ? all : all / 10);
