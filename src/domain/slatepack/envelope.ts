/** The binary of a slatepack (RFC 0015): a header, then a slate or an age file that holds one. */
import { concatBytes } from '@noble/hashes/utils.js';
import { createByteReader, LayoutFault, u16, u64, u8 } from './bytes.ts';
import { type Faulty, faulty, type FormatFault } from './faults.ts';

export interface Envelope {
  readonly isEncrypted: boolean;
  /** Unchecked. Encrypted slatepacks carry it inside. */
  readonly sender: string | null;
  readonly payload: Uint8Array;
}

const MAJOR = 1;
const SENDER_PRESENT = 1;

/** Reads version 1.x; fields of later minor versions are skipped. */
export function readEnvelope(
  binary: Uint8Array,
): { readonly ok: true; readonly envelope: Envelope } | Faulty<FormatFault> {
  try {
    const reader = createByteReader(binary);
    const [major, minor] = [reader.u8(), reader.u8()];
    if (major !== MAJOR) return faulty({ code: 'VERSION', version: `${major}.${minor}` });
    const mode = reader.u8();
    if (mode > 1) return faulty({ code: 'MODE', mode });
    const flags = reader.u16();
    const optional = createByteReader(reader.bytes(reader.u32()));
    const hasSender = (flags & SENDER_PRESENT) === SENDER_PRESENT;
    const sender = hasSender ? latin(optional.bytes(optional.u8())) : null;
    const payload = reader.counted();
    reader.end();
    return { ok: true, envelope: { isEncrypted: mode === 1, sender, payload } };
  } catch (error) {
    if (error instanceof LayoutFault) return faulty({ code: 'LAYOUT' });
    throw error;
  }
}

export function writeEnvelope({ isEncrypted, sender, payload }: Envelope): Uint8Array {
  const optional =
    sender === null ? new Uint8Array() : concatBytes(u8(sender.length), new TextEncoder().encode(sender));
  return concatBytes(
    Uint8Array.of(MAJOR, 0, isEncrypted ? 1 : 0),
    u16(sender === null ? 0 : SENDER_PRESENT),
    u16(0),
    u16(optional.length),
    optional,
    u64(BigInt(payload.length)),
    payload,
  );
}

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
