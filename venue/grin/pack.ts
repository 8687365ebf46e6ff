import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { armor } from '../../src/domain/slatepack/armor.ts';
import { createByteReader, LayoutFault, u16, u32, u8 } from '../../src/domain/slatepack/bytes.ts';
import { writeEnvelope } from '../../src/domain/slatepack/envelope.ts';
import type { SlatepackFault } from '../../src/domain/slatepack/faults.ts';
import { networkOf, openSlatepack, type SlatepackNetwork } from '../../src/domain/slatepack/read.ts';
import { readSlate, type Slate, writeSlate } from '../../src/domain/slatepack/slate.ts';
import { decryptAge, encryptAge } from './age.ts';
import { encryptionKeyOf, type Identity, keyOfAddress } from './identity.ts';

export interface Unpacked {
  readonly ok: true;
  readonly slate: Slate;
  readonly sender: string | null;
  readonly network: SlatepackNetwork | null;
  readonly isEncrypted: boolean;
}

export type PackFault = SlatepackFault | { readonly code: 'ENCRYPTED_OTHER' };

/** Characters. Decoding armor takes quadratic time (LOAD-06); a wallet's payment has fewer than 4,000. */
export const LONGEST_MESSAGE = 12_000;

export function unpack(text: string, identity: Identity): Unpacked | (PackFault & { readonly ok: false }) {
  if (text.length > LONGEST_MESSAGE)
    return { ok: false, code: 'TOO_LARGE', length: text.length, limit: LONGEST_MESSAGE };
  const opened = openSlatepack(text);
  if (!opened.ok) return opened;
  const { envelope, slate } = opened;
  if (slate) return unpacked(slate, envelope.sender, false);
  const plain = decryptAge(envelope.payload, identity.opening);
  if (!plain) return { ok: false, code: 'ENCRYPTED_OTHER' };
  const sealed = readSealed(plain);
  if (!sealed) return { ok: false, code: 'LAYOUT' };
  const inner = readSlate(sealed.slate);
  return inner.ok ? unpacked(inner.slate, sealed.sender, true) : inner;
}

const unpacked = (slate: Slate, sender: string | null, isEncrypted: boolean): Unpacked => ({
  ok: true,
  slate,
  sender,
  network: sender === null ? null : networkOf(sender),
  isEncrypted,
});

export interface PackOptions {
  /** With it, a grin-wallet encrypts its reply. */
  readonly sender?: string | null;
  /** Address to encrypt for; plain without it. */
  readonly to?: string | null;
}

/** @throws RangeError when `to` is no address of the main network. */
export function pack(slate: Slate, { sender = null, to = null }: PackOptions = {}): string {
  const bytes = writeSlate(slate);
  if (to === null) return armor(writeEnvelope({ isEncrypted: false, sender, payload: bytes }));
  const key = keyOfAddress(to);
  const recipient = key && encryptionKeyOf(key);
  if (!recipient) throw new RangeError('not an address to encrypt to');
  const payload = encryptAge(writeSealed(bytes, sender), recipient);
  return armor(writeEnvelope({ isEncrypted: true, sender: null, payload }));
}

const SENDER = 1;

function readSealed(plain: Uint8Array): { sender: string | null; slate: Uint8Array } | null {
  try {
    const reader = createByteReader(plain);
    const head = createByteReader(reader.bytes(reader.u32()));
    const hasSender = (head.u16() & SENDER) === SENDER;
    const sender = hasSender ? Buffer.from(head.bytes(head.u8())).toString('latin1') : null;
    return { sender, slate: reader.bytes(reader.left()) };
  } catch (error) {
    if (error instanceof LayoutFault) return null;
    throw error;
  }
}

function writeSealed(slate: Uint8Array, sender: string | null): Uint8Array {
  const head = sender === null ? u16(0) : concatBytes(u16(SENDER), u8(sender.length), utf8ToBytes(sender));
  return concatBytes(u32(head.length), head, slate);
}
