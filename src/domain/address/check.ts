/** Whether coins can be paid to a text: for withdrawals and refund addresses, in the client and at the venue. */
import { readBitcoin } from './bitcoin.ts';
import { readMonero, readWownero } from './cryptonote.ts';
import { readEvm } from './evm.ts';
import {
  type AddressFault,
  type AddressNetwork,
  type AddressReader,
  type FaultyAddress,
  type ReadAddress,
  wrong,
} from './faults.ts';
import { readGrin } from './grin.ts';
import { readKaspa } from './kaspa.ts';

export interface GoodAddress {
  readonly ok: true;
  readonly address: string;
  readonly kind: string;
  /** Whether the canonical form differs from the given text (a link was taken off, or letters changed case). */
  readonly isChanged: boolean;
}
export type AddressCheck = GoodAddress | FaultyAddress;

const readers: Readonly<Record<string, AddressReader>> = {
  BTC: readBitcoin,
  XMR: readMonero,
  WOW: readWownero,
  GRIN: readGrin,
  KAS: readKaspa,
  ETH: readEvm,
  USDT: readEvm,
  USDC: readEvm,
  AVAX: readEvm,
};
const EVM_NETWORKS = /eth|erc|evm|avax|avalanche|c-chain|mainnet|testnet|^$/i;
const INVISIBLE = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
/** The least that is asked of an address (WITHDRAW-04); the only check for coins whose addresses are not known here. */
const LEAST_LENGTH = 10;

/** Stands for a network that is not known: addresses of every network pass. */
const ANY_NETWORK = 'any';

export function grinNetworkName(known: 'main' | 'test' | null): string {
  return known === null ? ANY_NETWORK : `${known}net`;
}

/**
 * @param network as the venue names it: identifies testnets, and the chain of a token.
 * @param pasted surrounding blanks, invisible marks and the scheme of a payment link are ignored.
 */
export function checkAddress(ticker: string, network: string, pasted: string): AddressCheck {
  const typed = pasted.replace(INVISIBLE, '').trim();
  if (typed === '') return wrong({ code: 'EMPTY' });
  const secret = secretIn(typed);
  if (secret) return wrong(secret);
  if (/^ethereum:[^?]*\/transfer\b/i.test(typed)) return wrong({ code: 'TOKEN_URI' });
  const text = withoutLink(typed);
  const reader = readerOf(ticker, network);
  if (!reader) {
    return text.length < LEAST_LENGTH
      ? wrong({ code: 'TOO_SHORT', least: LEAST_LENGTH })
      : { ok: true, address: text, kind: 'unknown', isChanged: text !== pasted };
  }
  const reading = reader(text);
  if (!reading.ok) return otherCoin(ticker, text) ?? reading;
  const found = reading.network;
  if (found !== null && network !== ANY_NETWORK && found !== wantedNetwork(network))
    return wrong({ code: 'WRONG_NETWORK', network: found });
  const { address, kind } = reading;
  return { ok: true, address, kind, isChanged: address !== pasted };
}

/** Tokens on networks that are not Ethereum-like have addresses that are not known here. */
function readerOf(ticker: string, network: string): AddressReader | undefined {
  const reader = readers[ticker.toUpperCase()];
  return reader === readEvm && !EVM_NETWORKS.test(network) ? undefined : reader;
}

const wantedNetwork = (network: string): AddressNetwork =>
  /test|stage/i.test(network) ? 'testnet' : 'mainnet';

/** Private keys and seeds must not be shown, stored or sent. */
function secretIn(text: string): AddressFault | null {
  const isImportKey = /^(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KLc9][1-9A-HJ-NP-Za-km-z]{50,51})$/.test(text);
  const isExtendedKey = /^[a-z]prv[1-9A-HJ-NP-Za-km-z]{100,}$/i.test(text);
  const isSeed = /^[a-z]+(?:[\s,]+[a-z]+){11,}$/i.test(text);
  if (isImportKey || isExtendedKey || isSeed) return { code: 'PRIVATE_KEY' };
  return /^(?:0x)?[0-9a-f]{64}$/i.test(text) ? { code: 'KEY_OR_HASH' } : null;
}

/** Only the address of `bitcoin:…?amount=1` or `ethereum:pay-0x…@1`. Kaspa's prefix is part of the address. */
function withoutLink(text: string): string {
  const link = /^(bitcoin|monero|wownero|ethereum|avalanche|grin):(?:\/\/)?(?:pay-)?([^?]*)(?:\?.*)?$/i.exec(
    text,
  );
  if (!link) return text.replace(/^(kaspa(?:test)?:[^?]*)\?.*$/i, '$1');
  return (link[2] ?? '').replace(/@\d+$/, '');
}

function otherCoin(ticker: string, text: string): FaultyAddress | null {
  const own = readers[ticker.toUpperCase()];
  const found = Object.entries(readers).find(([, reader]) => reader !== own && isSound(reader(text)));
  return found ? wrong({ code: 'OTHER_COIN', coin: found[0] }) : null;
}

const isSound = (reading: ReadAddress | FaultyAddress): boolean => reading.ok;
