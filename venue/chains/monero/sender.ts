import * as z from 'zod/mini';
import { partsOf, unitsFrom } from '../../ledger/units.ts';
import type { RpcCredentials } from '../digestAuth.ts';
import {
  type BuiltTransaction,
  type ChainReader,
  type ChainSender,
  type PaymentOrder,
  UnpayableError,
} from '../port.ts';
import { askNode, createRpc, NodeRefusedError, parseExactly } from '../rpc.ts';
import { PICONERO_DIGITS } from './reader.ts';

export interface MoneroWallet {
  /** Of `monero-wallet-rpc`, which has the spending key and its wallet open. */
  readonly walletUrl: string;
  /** Of `monerod`. */
  readonly url: string;
  readonly login?: RpcCredentials | null;
  /** Of the wallet's RPC (`--rpc-login`). */
  readonly walletLogin?: RpcCredentials | null;
}

/** Milliseconds: choosing decoys and proving takes a wallet with many outputs a while. */
const WITHIN = 60_000;
/** Piconero. A higher fee is an error of the wallet or its node. */
const MAX_FEE = 50_000_000_000;
/** Too little, or too little that is unlocked, which takes ten blocks. */
const TOO_LITTLE = new Set([-17, -37]);
/** The node reports it only as a text. */
const NOT_TAKEN = -1;
/** Its keys are no points of the curve. */
const WRONG_ADDRESS = -2;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const hex = z.string().check(z.regex(/^[0-9a-f]+$/));
const transferAnswer = z.object({
  tx_hash: hash,
  tx_blob: hex,
  tx_metadata: hex,
  fee: z.int().check(z.gte(0), z.lte(MAX_FEE)),
  spent_key_images: z.object({ key_images: z.array(hash).check(z.minLength(1)) }),
});
/** Above 9,007 XMR it is more than a JavaScript number holds, and comes as text. */
const balanceAnswer = z.object({
  balance: z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^\d{1,20}$/))]),
});
const stored = z.object({ txHash: hash, blob: hex, metadata: hex });
const anything = z.looseObject({});

/** Sends through a separate wallet program. This process has no spending key. */
export function createMoneroSender(
  { walletUrl, url, login = null, walletLogin = null }: MoneroWallet,
  reader: Pick<ChainReader, 'placeOf' | 'tip'>,
): ChainSender {
  const wallet = createRpc(`${walletUrl}/json_rpc`, WITHIN, walletLogin, parseExactly);

  /** A wallet that misses the newest blocks would spend coins that are already spent. @throws Error for such a one. */
  async function catchUp(): Promise<void> {
    await wallet.call(anything, 'refresh', {});
    const { height } = await wallet.call(z.object({ height: z.int() }), 'get_height', {});
    if (height !== (await reader.tip()).height + 1)
      throw new Error('the wallet that pays XMR is not where its node is');
  }

  async function build({
    address,
    amount,
  }: Pick<PaymentOrder, 'address' | 'amount'>): Promise<BuiltTransaction | UnpayableError | null> {
    try {
      const made = await wallet.call(transferAnswer, 'transfer', {
        // As text, because a number of JSON is not exact.
        destinations: [{ address, amount: String(partsOf(amount, PICONERO_DIGITS)) }],
        account_index: 0,
        do_not_relay: true,
        get_tx_hex: true,
        get_tx_metadata: true,
      });
      const { tx_hash: txHash, tx_blob: blob, tx_metadata: metadata, spent_key_images: spent } = made;
      const bytes = Buffer.from(JSON.stringify({ txHash, blob, metadata }));
      return { txHash, bytes, inputs: spent.key_images };
    } catch (error) {
      if (error instanceof NodeRefusedError && TOO_LITTLE.has(error.code)) return null;
      if (error instanceof NodeRefusedError && error.code === WRONG_ADDRESS)
        return new UnpayableError('an address that XMR cannot pay');
      throw error;
    }
  }

  return {
    async prepare(next) {
      await catchUp();
      const built = await build(next);
      return {
        wallet: 'XMR',
        firstNonce: 0n,
        balance: null,
        most: 1,
        fee: 0n,
        build({ address, amount }) {
          if (address !== next.address || amount !== next.amount)
            throw new Error('another withdrawal has become the first one');
          if (built instanceof UnpayableError) throw built;
          return built;
        },
      };
    },

    // All addresses pay into one wallet.
    sweptFrom: null,
    prepareSweep: async () => null,
    replaceAfter: null,
    replace: async () => null,

    async held() {
      const { balance } = await wallet.call(balanceAnswer, 'get_balance', { account_index: 0 });
      return unitsFrom(BigInt(balance), PICONERO_DIGITS);
    },

    async send(bytes) {
      const { txHash, blob, metadata } = stored.parse(JSON.parse(Buffer.from(bytes).toString()));
      try {
        // So that the wallet knows its spent coins.
        await wallet.call(anything, 'relay_tx', { hex: metadata });
      } catch (error) {
        if (!(error instanceof NodeRefusedError)) throw error;
        const raw = { tx_as_hex: blob };
        await askNode(anything, `${url}/send_raw_transaction`, raw, 'send_raw_transaction', WITHIN, login);
      }
      if ((await reader.placeOf(txHash)).kind === 'unknown')
        throw new NodeRefusedError(NOT_TAKEN, 'the node does not take a transaction of XMR');
    },
  };
}
