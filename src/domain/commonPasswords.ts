/**
 * The most used passwords, one list for the venue, which refuses them, and the meter of a new password, which must not
 * call one strong that is refused (LOGIN-08, LOGIN-19). Large: the client loads it once a new password is typed.
 */
import list from './commonPasswords.txt?raw';

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

/** The first guesses of an attacker: what an exchange is, and what it trades. */
const CONTEXT_WORDS = [
  'quietbook',
  'exchange',
  'bitcoin',
  'monero',
  'wownero',
  'grin',
  'kaspa',
  'avalanche',
  'tether',
  'ethereum',
  'crypto',
  'cryptocurrency',
  'trading',
];

let words: ReadonlySet<string> | undefined;

/** The 45,000 most used passwords with a letter, lowercase, from zxcvbn (NOTICE). */
function mostUsed(): ReadonlySet<string> {
  words ??= new Set(list.trim().split(/\s/));
  return words;
}

/** Facts that others know about a user. */
export interface KnownOfUser {
  readonly email: string;
  readonly username: string;
}

/**
 * Whether a password is a common one, a word of the trade or one of the user's own, apart from digits and signs around
 * it (LOGIN-19).
 */
export function isCommonPassword(password: string, user?: KnownOfUser): boolean {
  const own = user ? [user.email, user.email.split('@')[0] ?? '', user.username] : [];
  const known = new Set([...CONTEXT_WORDS, ...own.map((one) => one.toLowerCase())]);
  const text = password.toLowerCase();
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const spelled = core.replace(/[01!34@5$7]/g, (sign) => SIGNS[sign] ?? sign);
  const isKnown = (word: string): boolean =>
    word.length >= SHORTEST && (mostUsed().has(word) || known.has(word));
  return [text, core, spelled].some(isKnown);
}
