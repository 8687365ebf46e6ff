/** Longest slatepack that is read. A file of its own, so that counting characters does not load the reader. */
export const LONGEST_TEXT = 32_768;
