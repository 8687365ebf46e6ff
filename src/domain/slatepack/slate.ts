/** A slate's binary form, version 4 (RFC 0012; its table lacks the length before a range proof). */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { type ByteReader, createByteReader, LayoutFault, u16, u64, u8 } from './bytes.ts';
import { type Faulty, faulty, type FormatFault } from './faults.ts';

export const STAGES = ['NA', 'S1', 'S2', 'S3', 'I1', 'I2', 'I3'] as const;
/** S: the sender starts. I: an invoice. NA: not given. */
export type Stage = (typeof STAGES)[number];

/** Public values. Excess and nonce: 33 bytes. Part: R.x and s, 32 bytes each, big-endian, null until signed. */
export interface PartialSignature {
  readonly excess: Uint8Array;
  readonly nonce: Uint8Array;
  readonly part: Uint8Array | null;
}

export interface SlateCommitment {
  readonly isOutput: boolean;
  readonly features: number;
  /** 33 bytes. The range proof of an input is empty. */
  readonly commitment: Uint8Array;
  readonly rangeProof: Uint8Array;
}

export interface PaymentProof {
  /** ed25519 keys of payer and payee; the signature has 64 bytes, null until signed. */
  readonly sender: Uint8Array;
  readonly receiver: Uint8Array;
  readonly signature: Uint8Array | null;
}

export interface Slate {
  /** Version of the block header; 3 in current wallets. */
  readonly headerVersion: number;
  readonly id: string;
  readonly stage: Stage;
  readonly offset: Uint8Array;
  readonly participants: number;
  /** Nanogrin; 0 when the wallet left it out. */
  readonly amount: bigint;
  /** As it is signed: fee in nanogrin in the low 40 bits, the fee shift above. */
  readonly feeField: bigint;
  readonly features: number;
  /** Height from which the slate is void; 0 for none. */
  readonly ttl: bigint;
  readonly signatures: readonly PartialSignature[];
  readonly commitments: readonly SlateCommitment[] | null;
  readonly proof: PaymentProof | null;
  /** Only with features 2. */
  readonly lockHeight: bigint | null;
}

const VERSION = 4;
const PARTICIPANTS = 2;
const HEIGHT_LOCKED = 2;
const FEE_BITS = 40;

/** Nanogrin. */
export const feeOf = ({ feeField }: Pick<Slate, 'feeField'>): bigint => BigInt.asUintN(FEE_BITS, feeField);

/** @returns SLATE_VERSION, or LAYOUT when the bytes are not exactly one slate. */
export function readSlate(
  bytes: Uint8Array,
): { readonly ok: true; readonly slate: Slate } | Faulty<FormatFault> {
  try {
    const reader = createByteReader(bytes);
    const version = reader.u16();
    if (version !== VERSION) return faulty({ code: 'SLATE_VERSION', version });
    const slate = readFields(reader);
    reader.end();
    return { ok: true, slate };
  } catch (error) {
    if (error instanceof LayoutFault) return faulty({ code: 'LAYOUT' });
    throw error;
  }
}

function readFields(reader: ByteReader): Slate {
  const headerVersion = reader.u16();
  const id = uuidText(reader.bytes(16));
  const stage = STAGES[reader.u8()];
  if (stage === undefined) throw new LayoutFault();
  const offset = reader.bytes(32);
  const given = reader.u8();
  const participants = given & 1 ? reader.u8() : PARTICIPANTS;
  const amount = given & 2 ? reader.u64() : 0n;
  const feeField = given & 4 ? reader.u64() : 0n;
  const features = given & 8 ? reader.u8() : 0;
  const ttl = given & 16 ? reader.u64() : 0n;
  const signatures = Array.from({ length: reader.u8() }, () => readSignature(reader));
  const structs = reader.u8();
  const commitments = structs & 1 ? readCommitments(reader) : null;
  const proof = structs & 2 ? readProof(reader) : null;
  const lockHeight = features === HEIGHT_LOCKED ? reader.u64() : null;
  const head = { headerVersion, id, stage, offset, participants, amount, feeField, features, ttl };
  return { ...head, signatures, commitments, proof, lockHeight };
}

function readSignature(reader: ByteReader): PartialSignature {
  const isSigned = reader.u8() === 1;
  const excess = reader.bytes(33);
  const nonce = reader.bytes(33);
  return { excess, nonce, part: isSigned ? reader.bytes(64) : null };
}

function readCommitments(reader: ByteReader): SlateCommitment[] {
  return Array.from({ length: reader.u16() }, () => {
    const isOutput = reader.u8() === 1;
    const features = reader.u8();
    const commitment = reader.bytes(33);
    return { isOutput, features, commitment, rangeProof: isOutput ? reader.counted() : new Uint8Array() };
  });
}

function readProof(reader: ByteReader): PaymentProof {
  const sender = reader.bytes(32);
  const receiver = reader.bytes(32);
  return { sender, receiver, signature: reader.u8() === 1 ? reader.bytes(64) : null };
}

/** Leaves usual values out, as wallets do, so that a slate that was read is written alike. */
export function writeSlate(slate: Slate): Uint8Array {
  const optional: readonly (readonly [bit: number, isGiven: boolean, bytes: Uint8Array])[] = [
    [1, slate.participants !== PARTICIPANTS, u8(slate.participants)],
    [2, slate.amount !== 0n, u64(slate.amount)],
    [4, slate.feeField !== 0n, u64(slate.feeField)],
    [8, slate.features !== 0, u8(slate.features)],
    [16, slate.ttl !== 0n, u64(slate.ttl)],
  ];
  const given = optional.filter(([, isGiven]) => isGiven);
  return concatBytes(
    u16(VERSION),
    u16(slate.headerVersion),
    hexToBytes(slate.id.replaceAll('-', '')),
    u8(STAGES.indexOf(slate.stage)),
    slate.offset,
    u8(given.reduce((bits, [bit]) => bits | bit, 0)),
    ...given.map(([, , bytes]) => bytes),
    u8(slate.signatures.length),
    ...slate.signatures.map(writeSignature),
    u8((slate.commitments === null ? 0 : 1) | (slate.proof === null ? 0 : 2)),
    ...(slate.commitments === null ? [] : [u16(slate.commitments.length)]),
    ...(slate.commitments ?? []).map(writeCommitment),
    ...(slate.proof === null ? [] : [writeProof(slate.proof)]),
    ...(slate.lockHeight === null ? [] : [u64(slate.lockHeight)]),
  );
}

const writeSignature = ({ excess, nonce, part }: PartialSignature): Uint8Array =>
  part === null ? concatBytes(u8(0), excess, nonce) : concatBytes(u8(1), excess, nonce, part);

function writeCommitment({ isOutput, features, commitment, rangeProof }: SlateCommitment): Uint8Array {
  const head = concatBytes(u8(isOutput ? 1 : 0), u8(features), commitment);
  return isOutput ? concatBytes(head, u64(BigInt(rangeProof.length)), rangeProof) : head;
}

const writeProof = ({ sender, receiver, signature }: PaymentProof): Uint8Array =>
  signature === null ? concatBytes(sender, receiver, u8(0)) : concatBytes(sender, receiver, u8(1), signature);

function uuidText(bytes: Uint8Array): string {
  const hex = bytesToHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
