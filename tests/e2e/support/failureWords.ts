import type { Failure } from '../../../src/domain/failure.ts';

/** By a failure's code. */
export const WORDS: Readonly<Record<string, string>> = {
  server: 'Server error. Try again in a moment.',
  unreachable: 'Cannot reach the server. Check your connection.',
  unreadable: 'The server sent a response that could not be read.',
};
export const wordsOf = ({ text, code }: Failure): string => text ?? WORDS[code] ?? code;
