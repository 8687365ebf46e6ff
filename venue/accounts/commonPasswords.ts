import { brotliDecompressSync } from 'node:zlib';
import packed from './commonPasswords.txt?raw';

const SIGNS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
};
const SHORTEST = 4;

let list: ReadonlySet<string> | undefined;

/** The 45,000 most used passwords with a letter, lowercase, from zxcvbn (NOTICE). */
function mostUsed(): ReadonlySet<string> {
  list ??= new Set(brotliDecompressSync(Buffer.from(packed, 'base64')).toString().split('\n'));
  return list;
}

/**
 * Whether a password is a common one or one of the user's own words, apart from digits and signs around it (LOGIN-19).
 * @param own what others know of the user, such as the email.
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const text = password.toLowerCase();
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const spelled = core.replace(/[01!34@5$7]/g, (sign) => SIGNS[sign] ?? sign);
  const isKnown = (word: string): boolean =>
    word.length >= SHORTEST && (mostUsed().has(word) || own.some((one) => one.toLowerCase() === word));
  return [text, core, spelled].some(isKnown);
}
