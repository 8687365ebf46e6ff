/** Reads a pasted text as a slatepack, or names its first fault. Never throws. */
import { bech32 } from '@scure/base';
import type { DecimalText } from '../decimal.ts';
import { bookedText, grinText } from './amount.ts';
import { dearmor } from './armor.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import { type Faulty, faulty, type FormatFault, type SlatepackFault, type TextFault } from './faults.ts';
import { feeOf, readSlate, type Slate, type Stage } from './slate.ts';

export type SlatepackNetwork = 'mainnet' | 'testnet' | 'unknown';

/** Plain values, because contexts and screens hold them. */
export interface SlateFacts {
  /** UUID, which the user's wallet shows too. */
  readonly id: string;
  readonly stage: Stage;
  /** Up to nine decimals. `0` in the S2 of most wallets, which leave it out. */
  readonly amount: DecimalText;
  /** The amount that the exchange credits: eight decimals, cut (`amount.ts`). */
  readonly bookedAmount: DecimalText;
  readonly fee: DecimalText;
  /** Block height from which it is void, or null. */
  readonly ttl: string | null;
}

export interface Slatepack {
  /** In one line without anything around it, as it is sent. */
  readonly canonical: string;
  readonly isEncrypted: boolean;
  /** Address of the wallet that made it; null when left out or encrypted. */
  readonly sender: string | null;
  /** From the sender's address; null without one. */
  readonly network: SlatepackNetwork | null;
  /** Null when encrypted. */
  readonly slate: SlateFacts | null;
}

export type SlatepackReading = { readonly ok: true; readonly slatepack: Slatepack } | Faulty<SlatepackFault>;

export type OpenedSlatepack =
  | {
      readonly ok: true;
      readonly canonical: string;
      readonly envelope: Envelope;
      /** Null when encrypted. */
      readonly slate: Slate | null;
    }
  | Faulty<TextFault | FormatFault>;

export function readSlatepack(pasted: string): SlatepackReading {
  const opened = openSlatepack(pasted);
  return opened.ok ? { ok: true, slatepack: describe(opened) } : opened;
}

export function describe({ canonical, envelope, slate }: Extract<OpenedSlatepack, { ok: true }>): Slatepack {
  const { isEncrypted, sender } = envelope;
  const network = sender === null ? null : networkOf(sender);
  return { canonical, isEncrypted, sender, network, slate: slate && factsOf(slate) };
}

export function openSlatepack(pasted: string): OpenedSlatepack {
  const dearmored = dearmor(pasted);
  if (!dearmored.ok) return dearmored;
  const read = readEnvelope(dearmored.binary);
  if (!read.ok) return read;
  const { canonical } = dearmored;
  const { envelope } = read;
  if (envelope.isEncrypted) {
    return isAgeFile(envelope.payload)
      ? { ok: true, canonical, envelope, slate: null }
      : faulty({ code: 'LAYOUT' });
  }
  const inner = readSlate(envelope.payload);
  return inner.ok ? { ok: true, canonical, envelope, slate: inner.slate } : inner;
}

export const factsOf = (slate: Slate): SlateFacts => ({
  id: slate.id,
  stage: slate.stage,
  amount: grinText(slate.amount),
  bookedAmount: bookedText(slate.amount),
  fee: grinText(feeOf(slate)),
  ttl: slate.ttl === 0n ? null : slate.ttl.toString(),
});

const networks: Readonly<Record<string, SlatepackNetwork>> = { grin: 'mainnet', tgrin: 'testnet' };

/** grin-wallet accepts every prefix; an exchange must not. */
export function networkOf(sender: string): SlatepackNetwork {
  const decoded = bech32.decodeUnsafe(sender, false);
  return (decoded && networks[decoded.prefix]) ?? 'unknown';
}

const AGE = new TextEncoder().encode('age-encryption.org/v1\n');
const isAgeFile = (payload: Uint8Array): boolean => AGE.every((byte, at) => payload[at] === byte);
