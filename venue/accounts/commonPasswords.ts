import { brotliDecompressSync } from 'node:zlib';
import packed from './commonPasswords.txt?raw';

/** Letters that signs stand for in passwords such as `P@ssw0rd`. */
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
/** A shorter word is no reason to refuse what stands around it. */
const SHORTEST = 4;

let list: ReadonlySet<string> | undefined;

/** The 45,000 most used passwords with a letter, in lowercase: a list of zxcvbn (NOTICE), compressed. */
function mostUsed(): ReadonlySet<string> {
  list ??= new Set(brotliDecompressSync(Buffer.from(packed, 'base64')).toString().split('\n'));
  return list;
}

/**
 * Whether a password is among the first that an attacker tries (LOGIN-19): one of the most used, in whatever case, or
 * such a word, or one of the user's own, with digits and signs before or behind it.
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
