/** The slatepack vectors with their types: 15 real texts of public repositories and 45 made from them. */
import file from './slatepack-vectors.json' with { type: 'json' };

export interface ExpectedSlate {
  readonly ver?: string;
  readonly id: string;
  readonly sta: string;
  readonly off?: string;
  readonly num_parts?: number;
  readonly amt: string;
  readonly fee: string;
  readonly fee_shift?: number;
  readonly feat?: number;
  readonly ttl: string;
  readonly sigs?: readonly { readonly xs: string; readonly nonce: string; readonly part?: string }[];
  readonly coms?:
    | readonly { readonly kind: string; readonly f: number; readonly c: string; readonly proof_bytes: number }[]
    | null;
  readonly proof?: { readonly saddr: string; readonly raddr: string; readonly rsig?: string } | null;
  readonly feat_args?: null;
}

export interface SlatepackVector {
  readonly id: string;
  readonly kind: string;
  readonly armored?: string;
  readonly binary_hex?: string;
  readonly expect: {
    readonly strict?: string;
    readonly tolerant?: string;
    readonly error?: string;
    readonly mode?: number;
    readonly sender?: string | null;
    readonly decrypts_with?: string | null;
    readonly encrypted_sender?: string | null;
    readonly slate?: ExpectedSlate | null;
  };
}

export const vectors: readonly SlatepackVector[] = file.vectors;

export const armored = vectors.flatMap((vector) =>
  vector.armored === undefined ? [] : [{ ...vector, armored: vector.armored }],
);

/** The text of one vector. */
export function slatepack(id: string): string {
  const found = armored.find((vector) => vector.id === id);
  if (!found) throw new Error(`no vector ${id}`);
  return found.armored;
}
