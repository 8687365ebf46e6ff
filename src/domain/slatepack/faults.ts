/** Faults in the order of the checks, of which the first is named. The venue sends the same codes. */

/** Longest slatepack that is read. */
export const LONGEST_TEXT = 32_768;

/** Not a slatepack at all. */
export type TextFault =
  | { readonly code: 'EMPTY' }
  | { readonly code: 'TOO_LARGE'; readonly length: number; readonly limit: number }
  /** `grin1…`, or the onion name of a wallet. */
  | { readonly code: 'ADDRESS_NOT_MESSAGE' }
  | { readonly code: 'JSON_SLATE' }
  | { readonly code: 'HASH_NOT_MESSAGE' }
  | { readonly code: 'NO_SLATEPACK' }
  | { readonly code: 'TRUNCATED_START' }
  | { readonly code: 'TRUNCATED_END' }
  | { readonly code: 'SEVERAL' }
  | { readonly code: 'CASE_CHANGED' }
  | {
      readonly code: 'BAD_CHAR';
      readonly character: string;
      /** From 1, in the given text. */
      readonly position: number;
      /** Whether the character is an ellipsis: an app shortened the text. */
      readonly isShortened: boolean;
    }
  | {
      readonly code: 'CHECKSUM';
      /** The first word with a letter too many or too few, from 1 after BEGINSLATEPACK. */
      readonly word?: number;
      readonly wordText?: string;
    };

/** The text is sound, but its binary cannot be read. */
export type FormatFault =
  | { readonly code: 'VERSION'; readonly version: string }
  | { readonly code: 'MODE'; readonly mode: number }
  | { readonly code: 'SLATE_VERSION'; readonly version: number }
  | { readonly code: 'LAYOUT' };

/** Readable, but not the slatepack that is wanted. Amounts are decimal text in GRIN. */
export type FlowFault =
  /** A deposit was given an S2. */
  | { readonly code: 'WRONG_STAGE_REPLY'; readonly id: string }
  /** A deposit was given the text that the server had signed for it. */
  | { readonly code: 'WRONG_STAGE_OWN' }
  /** An S3, which the wallet has already posted. */
  | { readonly code: 'WRONG_STAGE_FINAL'; readonly id: string }
  /** A withdrawal was given the venue's own S1. */
  | { readonly code: 'WRONG_STAGE_SAME'; readonly id: string }
  /** A withdrawal was given the user's S1. */
  | { readonly code: 'WRONG_STAGE_PAYMENT'; readonly id: string }
  | { readonly code: 'WRONG_STAGE_NONE'; readonly id: string }
  | { readonly code: 'INVOICE'; readonly id: string }
  | { readonly code: 'OTHER_SLATE'; readonly id: string; readonly expected: string }
  | { readonly code: 'AMOUNT_ZERO' }
  | { readonly code: 'BELOW_MINIMUM'; readonly amount: string; readonly minimum: string }
  | { readonly code: 'AMOUNT_DIFFERS'; readonly amount: string; readonly expected: string }
  | { readonly code: 'WRONG_NETWORK'; readonly network: 'mainnet' | 'testnet' | 'unknown' };

export type SlatepackFault = TextFault | FormatFault | FlowFault;
export type Faulty<F extends SlatepackFault> = F & { readonly ok: false };

/** Only the venue can know these; they come as the `code` of its refusal. */
export type VenueCode =
  | 'ENCRYPTED_OTHER'
  | 'PROOF_OTHER'
  | 'TTL_EXPIRED'
  | 'WINDOW_CLOSED'
  | 'ALREADY_RECEIVED'
  | 'ALREADY_FINALIZED'
  | 'BAD_SIGNATURE'
  | 'BAD_RANGE_PROOF'
  | 'FEE_TOO_LOW';

export const faulty = <F extends SlatepackFault>(fault: F): Faulty<F> => ({ ok: false, ...fault });
