import { selectUTXO, Transaction } from '@scure/btc-signer';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import type { Spending } from '../keys.ts';
import {
  type BuiltTransaction,
  type ChainReader,
  type ChainSender,
  type OwnOutput,
  type PaymentOrder,
  UnpayableError,
} from '../port.ts';
import { NodeRefusedError } from '../rpc.ts';
import { type BitcoinParts, feerateOf, scriptOfAddress } from './reader.ts';

/** Payments that are built in one transaction of the database. */
const BUILT_AT_ONCE = 4;
/** Satoshi by virtual byte. A dearer one is a fault of the node, or no time to send. */
const MOST_FEERATE = 1000;
/** Where the network is one's own and no payment tells what another one costs. */
const REGTEST_FEERATE = 2;
/** May be replaced by a dearer one (BIP 125). */
const REPLACEABLE = 0xfffffffd;

/** @throws UnpayableError for an address of a kind that is not in use yet, or that names no point of the curve. */
function checkPayable(address: string): void {
  try {
    scriptOfAddress(address);
  } catch (error) {
    throw new UnpayableError('an address that BTC cannot pay', { cause: error });
  }
}

/** @param reader of the same node. */
export function createBitcoinSender(
  { rpc, network, watching }: Pick<BitcoinParts, 'rpc' | 'network' | 'watching'>,
  reader: Pick<ChainReader, 'placeOf'>,
  key: Spending,
): ChainSender {
  const changeAddress = watching.wallet;

  async function feerate(): Promise<bigint> {
    const told = (await feerateOf(rpc)) ?? (network === 'regtest' ? REGTEST_FEERATE : null);
    if (told === null) throw new Error('the node of BTC cannot tell yet what a transaction costs');
    if (told > MOST_FEERATE) throw new Error('the network of BTC is too expensive to send now');
    return BigInt(Math.max(1, Math.ceil(told)));
  }

  /** Null where the outputs are not worth enough. @param to first of what it pays; the rest is change. */
  function spend(
    outputs: readonly OwnOutput[],
    to: readonly { readonly address: string; readonly amount: bigint }[],
    feePerByte: bigint,
    strategy: 'accumBiggest' | 'all',
  ): BuiltTransaction | null {
    const inputs = outputs.map((one) => ({
      txid: hexToBytes(one.txHash),
      index: one.output,
      witnessUtxo: { script: scriptOfAddress(one.address), amount: one.amount },
      sequence: REPLACEABLE,
    }));
    // The payment stays the first output: the withdrawal is known by it.
    const options = { feePerByte, changeAddress, bip69: false, createTx: true } as const;
    const selected = selectUTXO(inputs, [...to], strategy, options);
    if (!selected?.tx) return null;
    const { tx } = selected;
    const spent = new Map(outputs.map((one) => [`${one.txHash}:${one.output}`, one]));
    const names = Array.from({ length: tx.inputsLength }, (_, at) => {
      const { txid, index } = tx.getInput(at);
      const name = `${bytesToHex(txid ?? new Uint8Array())}:${index}`;
      const one = spent.get(name);
      if (!one) throw new Error('an input that was not offered');
      tx.signIdx(one.number === null ? key.wallet : key.keyOf(one.number), at);
      return name;
    });
    tx.finalize();
    return { txHash: tx.id, bytes: tx.extract(), inputs: names };
  }

  function build({ address, amount, outputs }: PaymentOrder, feePerByte: bigint): BuiltTransaction | null {
    checkPayable(address);
    return spend(outputs, [{ address, amount }], feePerByte, 'accumBiggest');
  }

  return {
    async prepare() {
      const feePerByte = await feerate();
      return {
        wallet: 'BTC',
        firstNonce: 0n,
        balance: null,
        most: BUILT_AT_ONCE,
        fee: 0n,
        build: (order) => build(order, feePerByte),
      };
    },

    // What lies on deposit addresses pays withdrawals where it is.
    prepareSweep: async () => null,
    held: async () => null,

    async prepareReturn(_, outputs) {
      return outputs.length === 0 ? null : spend(outputs, [], await feerate(), 'all');
    },

    async send(bytes) {
      try {
        await rpc.call(z.string(), 'sendrawtransaction', [bytesToHex(bytes)]);
      } catch (error) {
        if (!(error instanceof NodeRefusedError)) throw error;
        // Nodes refuse what they have already: what they know of it decides.
        const { id } = Transaction.fromRaw(bytes, { allowUnknownOutputs: true });
        if ((await reader.placeOf(id)).kind === 'unknown') throw error;
      }
    },
  };
}
