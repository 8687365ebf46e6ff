/** Zero of each script's ten decimal digits, which follow each other. */
const NOT_DIGIT = /^\P{Nd}$/u;

function digitOf(sign: string): string {
  let value = 0;
  const code = sign.codePointAt(0) ?? 0;
  while (value < 9 && !NOT_DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/**
 * A text as people read it: what looks alike and means the same is the same, whatever bytes a keyboard sends for it.
 * Letters are composed, wide ones are plain (NFKC), every blank is a space, every dash a hyphen, and digits of every
 * script are 0 to 9 (TYPED-01).
 */
export const asRead = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\p{Zs}\t]/gu, ' ')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/(?![0-9])\p{Nd}/gu, digitOf);
