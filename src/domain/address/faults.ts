/** Why a text is not an address that a coin can be paid to. The codes are stable; views translate them. */
export type AddressFault =
  | { readonly code: 'EMPTY' }
  /** A key in import format, an extended private key, or seed words. */
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
  | { readonly code: 'UNKNOWN_KIND' }
  | { readonly code: 'CHARACTERS' }
  | { readonly code: 'MIXED_CASE' }
  | { readonly code: 'LENGTH' }
  | { readonly code: 'CHECKSUM' }
  | { readonly code: 'ZERO_ADDRESS' }
  | { readonly code: 'TOKEN_CONTRACT' }
  /** The coin's addresses are not known here; the text is shorter than the minimum. */
  | { readonly code: 'TOO_SHORT'; readonly least: number };

export type AddressCode = AddressFault['code'];
export type AddressNetwork = 'mainnet' | 'testnet';

export type FaultyAddress = AddressFault & { readonly ok: false };
/** An address that its coin's rules accept, in canonical form (one case, with checksum letters). */
export interface ReadAddress {
  readonly ok: true;
  readonly address: string;
  /** Such as `p2wpkh` or `subaddress`. */
  readonly kind: string;
  /** Null where addresses do not show it. */
  readonly network: AddressNetwork | null;
}
export type AddressReading = ReadAddress | FaultyAddress;
export type AddressReader = (text: string) => AddressReading;

export const wrong = (fault: AddressFault): FaultyAddress => ({ ok: false, ...fault });
