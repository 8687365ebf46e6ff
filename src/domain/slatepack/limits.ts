/**
 * The longest text that is judged as a slatepack: base58 costs more than its length. A real S1 or S2 stays below 2,200
 * characters. By itself here, so that who only counts characters loads nothing that reads them.
 */
export const LONGEST_TEXT = 32_768;
