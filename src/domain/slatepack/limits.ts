/** Longest text that is read as a slatepack; a real S1 or S2 has less than 2,200 characters. */
export const LONGEST_TEXT = 32_768;
