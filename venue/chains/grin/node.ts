/**
 * The foreign API v2 of a GRIN node (`api/src/foreign_rpc.rs` in mimblewimble/grin, at e4c4a388). Its results are
 * `{"Ok": …}` or `{"Err": …}`; `{"Err": "NotFound"}` where it finds nothing.
 */
import * as z from 'zod/mini';
import type { NodeTransaction } from '../../grin/transaction.ts';
import { NodeRefusedError, type Rpc } from '../rpc.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const commitment = z.string().check(z.regex(/^0[89][0-9a-f]{64}$/));
const height = z.int().check(z.gte(0));
const header = z.object({ hash, height, previous: hash, timestamp: z.string() });
const tip = z.object({ height, last_block_pushed: hash });
const block = z.object({
  header,
  inputs: z.array(commitment),
  outputs: z.array(z.object({ commit: commitment })),
  kernels: z.array(z.object({ excess: commitment })),
});
const located = z.object({ height });
const pool = z.array(
  z.object({ tx: z.object({ body: z.object({ kernels: z.array(z.object({ excess: commitment })) }) }) }),
);
const outputs = z.array(z.object({ commit: commitment, spent: z._default(z.boolean(), false) }));

export type Header = z.infer<typeof header>;

/** Outputs per request. */
const MAX_OUTPUTS = 100;
const NOT_FOUND = 'NotFound';

/** @throws NodeRefusedError where the node refuses, NodeDownError where it does not answer. */
export interface GrinNode {
  tip(): Promise<z.infer<typeof tip>>;
  /** Null above the tip. */
  headerAt(height: number): Promise<Header | null>;
  /** Also of a block that was replaced. Null where the node has none, or no longer its contents. */
  blockOf(hash: string): Promise<z.infer<typeof block> | null>;
  /** The height of the block that has it, from `least` on; null for none. */
  kernelHeight(excess: string, least: number | null): Promise<number | null>;
  /** Excesses of the kernels that wait for a block. */
  waiting(): Promise<ReadonlySet<string>>;
  /** Those that are on the chain and not spent. */
  unspent(commitments: readonly string[]): Promise<ReadonlySet<string>>;
  push(transaction: NodeTransaction): Promise<void>;
}

export function createGrinNode(rpc: Rpc): GrinNode {
  async function call<T>(schema: z.ZodMiniType<T>, method: string, params: readonly unknown[]): Promise<T> {
    const form = z.union([z.object({ Ok: schema }), z.object({ Err: z.unknown() })]);
    const said = await rpc.call(form, method, params);
    if ('Ok' in said) return said.Ok;
    throw new NodeRefusedError(0, typeof said.Err === 'string' ? said.Err : JSON.stringify(said.Err));
  }

  const found = <T>(asked: Promise<T>): Promise<T | null> =>
    asked.catch((error: unknown) => {
      if (error instanceof NodeRefusedError && error.message === NOT_FOUND) return null;
      throw error;
    });

  return {
    tip: () => call(tip, 'get_tip', []),
    headerAt: (at) => found(call(header, 'get_header', [at, null, null])),
    blockOf: (of) => found(call(block, 'get_block', [null, of, null])),

    async kernelHeight(excess, least) {
      const place = await found(call(located, 'get_kernel', [excess, least, null]));
      return place?.height ?? null;
    },

    async waiting() {
      const entries = await call(pool, 'get_unconfirmed_transactions', []);
      return new Set(entries.flatMap(({ tx }) => tx.body.kernels.map(({ excess }) => excess)));
    },

    async unspent(commitments) {
      const known = new Set<string>();
      for (let at = 0; at < commitments.length; at += MAX_OUTPUTS) {
        const some = commitments.slice(at, at + MAX_OUTPUTS);
        const told = await call(outputs, 'get_outputs', [some, null, null, false, false]);
        for (const { commit, spent } of told) if (!spent) known.add(commit);
      }
      return known;
    },

    // To all its peers at once: the other way may take half a minute, and hides nothing about a venue.
    push: async (transaction) =>
      void (await call(z.nullable(z.unknown()), 'push_transaction', [transaction, true])),
  };
}
