/**
 * The text form of a slatepack (RFC 0015): `BEGINSLATEPACK.`, base58 words of 15 letters, `. ENDSLATEPACK.` The base58
 * holds a check code (four bytes of a double SHA-256), then the binary.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { decodeBase58, encodeBase58 } from './base58.ts';
import { type Faulty, faulty, LONGEST_TEXT, type TextFault } from './faults.ts';

const WORD = 15;
const CHECK_BYTES = 4;
const BEGIN = 'BEGINSLATEPACK';
const END = 'ENDSLATEPACK';

/** Added by chats, mails and web pages; none of it can be base58. */
const MARKUP = /&(?:gt|lt|nbsp|amp|#\d{1,4});|<\/?[a-z][^<>]{0,200}>|\\[nrt]/gi;
const NOISE = /[\s>*_`|~\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069]/g;
const NOT_BASE58 = /[^1-9A-HJ-NP-Za-km-z.]/;
/** A text this long in one case was changed on its way. */
const JUDGED_FOR_CASE = 60;

export type Dearmored =
  | { readonly ok: true; readonly binary: Uint8Array; readonly canonical: string }
  | Faulty<TextFault>;

/** Removes only what cannot be base58, verifies the check code, and never corrects a letter. */
export function dearmor(pasted: string): Dearmored {
  if (pasted.trim() === '') return faulty({ code: 'EMPTY' });
  if (pasted.length > LONGEST_TEXT) {
    return faulty({ code: 'TOO_LARGE', length: pasted.length, limit: LONGEST_TEXT });
  }
  // Replaced by as many spaces, so that positions stay those of the pasted text.
  const text = pasted.replace(MARKUP, (mark) => ' '.repeat(mark.length));
  const squeezed = text.replace(NOISE, '');
  const frame = findFrame(text, squeezed);
  if (!frame.ok) return frame;
  const body = squeezed.slice(frame.start, frame.end);
  const letters = body.replaceAll('.', '');
  if (isOneCase(letters)) return faulty({ code: 'CASE_CHANGED' });
  const bad = badCharacter(body);
  if (bad !== -1) return faultyCharacter(text, frame.start + bad);
  const bytes = decodeBase58(letters);
  const binary = bytes.subarray(CHECK_BYTES);
  if (bytes.length <= CHECK_BYTES || !isEqual(bytes.subarray(0, CHECK_BYTES), checkCode(binary))) {
    return faulty({ code: 'CHECKSUM', ...oddWord(text, frame) });
  }
  return { ok: true, binary, canonical: framed(letters) };
}

/** One line, because grin-wallet reads one. */
export const armor = (binary: Uint8Array): string =>
  framed(encodeBase58(concatBytes(checkCode(binary), binary)));

const WORDS = new RegExp(`.{1,${WORD}}`, 'g');
const framed = (letters: string): string => `${BEGIN}. ${(letters.match(WORDS) ?? []).join(' ')}. ${END}.`;

const checkCode = (binary: Uint8Array): Uint8Array => sha256(sha256(binary)).subarray(0, CHECK_BYTES);

const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

interface Frame {
  readonly ok: true;
  readonly start: number;
  readonly end: number;
}

function findFrame(text: string, squeezed: string): Frame | Faulty<TextFault> {
  const begin = squeezed.indexOf(BEGIN);
  const end = squeezed.indexOf(END);
  if (begin === -1 && end === -1) return faulty(frameless(text, squeezed));
  const isSeveral = squeezed.lastIndexOf(BEGIN) !== begin || squeezed.lastIndexOf(END) !== end;
  if (begin === -1)
    return faulty({ code: /beginslatepack/i.test(squeezed) ? 'CASE_CHANGED' : 'TRUNCATED_START' });
  if (end === -1) return faulty({ code: /endslatepack/i.test(squeezed) ? 'CASE_CHANGED' : 'TRUNCATED_END' });
  if (isSeveral) return faulty({ code: 'SEVERAL' });
  if (end < begin) return faulty({ code: 'TRUNCATED_END' });
  return { ok: true, start: begin + BEGIN.length, end };
}

/** Names what a text without frame words is instead. */
function frameless(text: string, squeezed: string): TextFault {
  if (/\bt?grin1[02-9ac-hj-np-z]{20,}/i.test(text) || /\b[a-z2-7]{56}(?:\.onion)?\b/i.test(text)) {
    return { code: 'ADDRESS_NOT_MESSAGE' };
  }
  if (squeezed.startsWith('{') || squeezed.startsWith('[')) return { code: 'JSON_SLATE' };
  if (/^(?:0x)?[0-9a-f]{64}(?:[0-9a-f]{2})?$/i.test(squeezed)) return { code: 'HASH_NOT_MESSAGE' };
  if (/beginslatepack|endslatepack/i.test(squeezed)) return { code: 'CASE_CHANGED' };
  if (/(?:\b[1-9A-HJ-NP-Za-km-z]{15}\s+){3}/.test(text)) return { code: 'TRUNCATED_START' };
  return { code: 'NO_SLATEPACK' };
}

const isOneCase = (letters: string): boolean =>
  letters.length >= JUDGED_FOR_CASE && (!/[a-z]/.test(letters) || !/[A-Z]/.test(letters));

/** Index of the first character that is not base58; two periods in a row count as an ellipsis. */
function badCharacter(body: string): number {
  const first = body.search(NOT_BASE58);
  const dots = /[^.]\.\.+[^.]/.exec(body);
  if (dots === null) return first;
  return first === -1 ? dots.index + 1 : Math.min(first, dots.index + 1);
}

function faultyCharacter(text: string, squeezedIndex: number): Faulty<TextFault> {
  const at = positionOf(text, squeezedIndex);
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const isShortened = character === '…' || character === '.';
  return faulty({
    code: 'BAD_CHAR',
    character: isShortened ? '…' : character,
    position: at + 1,
    isShortened,
  });
}

/** Position in the text of a character of the squeezed text. */
function positionOf(text: string, squeezedIndex: number): number {
  let kept = -1;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charAt(at).replace(NOISE, '') !== '') kept += 1;
    if (kept === squeezedIndex) return at;
  }
  return text.length;
}

/** A check code cannot say where the damage is, but a word of 14 or 16 letters can. */
function oddWord(text: string, frame: Frame): { word?: number; wordText?: string } {
  const payload = text.slice(positionOf(text, frame.start), positionOf(text, frame.end));
  const words = payload
    .replaceAll('.', ' ')
    .split(/[\s>]+/)
    .map((word) => word.replace(NOISE, ''))
    .filter((word) => word !== '');
  const at = words.findIndex(
    (word, index) => index < words.length - 1 && (word.length === WORD - 1 || word.length === WORD + 1),
  );
  const wordText = words[at];
  return wordText === undefined ? {} : { word: at + 1, wordText };
}
