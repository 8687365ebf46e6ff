/** Why a text is not an address that a coin can be paid to. The codes are stable; views put them into words. */
export type AddressFault =
  | { readonly code: 'EMPTY' }
  /** A key in import format, an extended private key, or seed words: must never be pasted anywhere. */
  | { readonly code: 'PRIVATE_KEY' }
  /** 64 hexadecimal digits: a transaction hash, or a private key. */
  | { readonly code: 'KEY_OR_HASH' }
  /** `ethereum:…/transfer?…` pays a token contract when an app reads it wrongly. */
  | { readonly code: 'TOKEN_URI' }
  | { readonly code: 'SLATEPACK_MESSAGE' }
  | { readonly code: 'TRON_ADDRESS' }
  /** An Avalanche X-, P- or C-bech32 address; the 0x address of the C-Chain is needed. */
  | { readonly code: 'NOT_C_CHAIN' }
  | { readonly code: 'OTHER_COIN'; readonly coin: string }
  | { readonly code: 'WRONG_NETWORK'; readonly network: AddressNetwork }
  | { readonly code: 'PREFIX_MISSING'; readonly suggestion: string }
  /** A prefix, version or kind that this coin does not have. */
  | { readonly code: 'UNKNOWN_KIND' }
  | { readonly code: 'CHARACTERS' }
  | { readonly code: 'MIXED_CASE' }
  | { readonly code: 'LENGTH' }
  | { readonly code: 'CHECKSUM' }
  | { readonly code: 'ZERO_ADDRESS' }
  | { readonly code: 'TOKEN_CONTRACT' }
  /** A coin whose addresses are not known here: below the least length of the specification. */
  | { readonly code: 'TOO_SHORT'; readonly least: number };

export type AddressCode = AddressFault['code'];
export type AddressNetwork = 'mainnet' | 'testnet';

export type FaultyAddress = AddressFault & { readonly ok: false };
/** An address that its coin's rules accept. */
export interface ReadAddress {
  readonly ok: true;
  /** Its canonical form: one case, with its checksum letters. */
  readonly address: string;
  /** What kind of address it is, such as `p2wpkh` or `subaddress`. */
  readonly kind: string;
  /** null where addresses do not tell. */
  readonly network: AddressNetwork | null;
}
export type AddressReading = ReadAddress | FaultyAddress;
/** Reads a text without blanks around it by the rules of one family of coins. */
export type AddressReader = (text: string) => AddressReading;

export const wrong = (fault: AddressFault): FaultyAddress => ({ ok: false, ...fault });
