import { HDKey } from '@scure/bip32';

/** Branches of an extended key, as in wallets: addresses that are shown, and those that only the wallet itself uses. */
const SHOWN = 0;
const OWN = 1;

/** Extended keys have this many children that need no secret. */
const MAX_CHILDREN = 2n ** 31n;

/** Wallets write accounts with addresses of bech32 as zpub and zprv (SLIP 132). */
const SEGWIT = { public: 0x04b24746, private: 0x04b2430c };
const VERSIONS: Readonly<Record<string, typeof SEGWIT>> = { zpub: SEGWIT, zprv: SEGWIT };

/** What an extended public key yields. */
export interface Watching {
  addressOf(number: bigint): string;
  /** The account that pays withdrawals. */
  readonly wallet: string;
}

/** 32 secret bytes each. Only the part of the venue that sends has them. */
export interface Spending {
  readonly wallet: Uint8Array;
  keyOf(number: bigint): Uint8Array;
}

/**
 * @param xpub of an account, such as m/44'/60'/0'. @param formOf the address of a public key.
 * @throws Error for anything else, a secret key too.
 */
export function watching(xpub: string, formOf: (publicKey: Uint8Array) => string): Watching {
  const account = parse(xpub);
  if (account.privateKey !== null) throw new Error('the extended public key is a secret one');
  const addressAt = (key: HDKey): string => {
    if (key.publicKey === null) throw new Error('a key without its public half');
    return formOf(key.publicKey);
  };
  return {
    addressOf: (number) => addressAt(child(account, SHOWN, number)),
    wallet: addressAt(child(account, OWN, 0n)),
  };
}

/** @param xprv the secret half of `xpub`. @throws Error for another one. */
export function spending(xprv: string, xpub: string): Spending {
  const account = parse(xprv);
  if (account.privateKey === null || account.publicExtendedKey !== xpub)
    throw new Error('the spending key does not belong to the extended public key');
  return {
    wallet: secretAt(child(account, OWN, 0n)),
    keyOf: (number) => secretAt(child(account, SHOWN, number)),
  };
}

function parse(text: string): HDKey {
  try {
    return HDKey.fromExtendedKey(text, VERSIONS[text.slice(0, 4)] ?? undefined);
  } catch {
    // The library's message may quote the key.
    throw new Error('this is no extended key');
  }
}

function child(account: HDKey, branch: number, number: bigint): HDKey {
  if (number < 0n || number >= MAX_CHILDREN) throw new RangeError('an extended key has no such child');
  return account.deriveChild(branch).deriveChild(Number(number));
}

function secretAt(key: HDKey): Uint8Array {
  if (key.privateKey === null) throw new Error('a key without its secret half');
  return key.privateKey;
}
