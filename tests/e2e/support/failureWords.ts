import type { Failure } from '../../../src/domain/failure.ts';

/** English words of the screens, by a failure's code. */
export const WORDS: Readonly<Record<string, string>> = {
  server: 'Server error. Try again in a moment.',
  unreachable: 'Cannot reach the server. Check your connection.',
  unreadable: 'The server sent a response that could not be read.',
};
/** What the screen says of a failure: the server's words where there are some. */
export const wordsOf = ({ text, code }: Failure): string => text ?? WORDS[code] ?? code;
