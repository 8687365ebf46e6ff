/**
 * Every mistake that a slatepack can carry, each with its own stable code. The order is the order of the checks,
 * so the first one that applies is named. Views put the codes into words; the venue sends the same codes.
 */

/** What keeps a text from being a slatepack at all. */
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
      /** In the text as it was given; the first character is 1. */
      readonly position: number;
      /** The character is an ellipsis: an app shortened the text. */
      readonly isShortened: boolean;
    }
  | {
      readonly code: 'CHECKSUM';
      /** The first word with a letter too many or too few; the word after BEGINSLATEPACK is 1. */
      readonly word?: number;
      readonly wordText?: string;
    };

/** What keeps the binary of a sound text from being read. */
export type FormatFault =
  | { readonly code: 'VERSION'; readonly version: string }
  | { readonly code: 'MODE'; readonly mode: number }
  | { readonly code: 'SLATE_VERSION'; readonly version: number }
  | { readonly code: 'LAYOUT' };

/** A readable slatepack that is not the one that is wanted here. Amounts are decimal text in GRIN. */
export type FlowFault =
  /** A deposit was given an S2. */
  | { readonly code: 'WRONG_STAGE_REPLY'; readonly id: string }
  /** A deposit was given the very text that the server had signed for it. */
  | { readonly code: 'WRONG_STAGE_OWN' }
  /** An S3: the wallet has posted it already. */
  | { readonly code: 'WRONG_STAGE_FINAL'; readonly id: string }
  /** A withdrawal was given back the venue's own S1. */
  | { readonly code: 'WRONG_STAGE_SAME'; readonly id: string }
  /** A withdrawal was given an S1 of the user. */
  | { readonly code: 'WRONG_STAGE_PAYMENT'; readonly id: string }
  /** A slate without a state. */
  | { readonly code: 'WRONG_STAGE_NONE'; readonly id: string }
  | { readonly code: 'INVOICE'; readonly id: string }
  | { readonly code: 'OTHER_SLATE'; readonly id: string; readonly expected: string }
  | { readonly code: 'AMOUNT_ZERO' }
  | { readonly code: 'BELOW_MINIMUM'; readonly amount: string; readonly minimum: string }
  | { readonly code: 'AMOUNT_DIFFERS'; readonly amount: string; readonly expected: string }
  | { readonly code: 'WRONG_NETWORK'; readonly network: 'mainnet' | 'testnet' | 'unknown' };

export type SlatepackFault = TextFault | FormatFault | FlowFault;
export type Faulty<F extends SlatepackFault> = F & { readonly ok: false };

/** Codes of which only the venue can know. They come as the `code` of its refusal. */
export type VenueCode =
  | 'ENCRYPTED_OTHER'
  /** The payment proof is asked of another address. */
  | 'PROOF_OTHER'
  | 'TTL_EXPIRED'
  | 'WINDOW_CLOSED'
  | 'ALREADY_RECEIVED'
  | 'ALREADY_FINALIZED'
  | 'BAD_SIGNATURE'
  | 'FEE_TOO_LOW';

/** The fault as the negative half of a result. */
export const faulty = <F extends SlatepackFault>(fault: F): Faulty<F> => ({ ok: false, ...fault });
