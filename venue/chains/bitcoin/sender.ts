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
  type Stuck,
  TooDearError,
  UnpayableError,
} from '../port.ts';
import { NodeRefusedError } from '../rpc.ts';
import { type BitcoinParts, feerateOf, scriptOfAddress } from './reader.ts';

/** Payments built in one database transaction. */
const BUILT_AT_ONCE = 4;
/** Satoshi per virtual byte. A higher one is an error of the node, or no time to send. */
const MAX_FEERATE = 1000;
/** For a private network, where no payments show what others cost. */
const REGTEST_FEERATE = 2;
/** Can be replaced by one with a higher fee (BIP 125). */
const REPLACEABLE = 0xfffffffd;
/** Satoshi per virtual byte that a replacement must add for nodes to relay it. */
const ADDED = 1n;
/** Satoshi. Nodes do not relay smaller change. */
const DUST = 294n;

/** @throws UnpayableError for an address type that is not in use yet, or one that names no point of the curve. */
function checkPayable(address: string): void {
  try {
    scriptOfAddress(address);
  } catch (error) {
    throw new UnpayableError('an address that BTC cannot pay', { cause: error });
  }
}

const inputsFrom = (outputs: readonly OwnOutput[]) =>
  outputs.map((one) => ({
    txid: hexToBytes(one.txHash),
    index: one.output,
    witnessUtxo: { script: scriptOfAddress(one.address), amount: one.amount },
    sequence: REPLACEABLE,
  }));

/** By transaction and output. */
const inputsOf = (tx: Transaction): string[] =>
  Array.from({ length: tx.inputsLength }, (_, at) => {
    const { txid, index } = tx.getInput(at);
    return `${bytesToHex(txid ?? new Uint8Array())}:${index}`;
  });

/** @param reader of the same node. */
export function createBitcoinSender(
  { rpc, network, watching, mostFee, replaceAfter }: Omit<BitcoinParts, 'now' | 'staleAfter'>,
  reader: Pick<ChainReader, 'placeOf'>,
  key: Spending,
): ChainSender {
  const changeAddress = watching.wallet;

  async function feerate(): Promise<bigint> {
    const told = (await feerateOf(rpc)) ?? (network === 'regtest' ? REGTEST_FEERATE : null);
    if (told === null) throw new Error('the node of BTC cannot tell yet what a transaction costs');
    if (told > MAX_FEERATE) throw new TooDearError('the network of BTC is too expensive to send now');
    return BigInt(Math.max(1, Math.ceil(told)));
  }

  /** Null where the outputs are not worth enough. @param to pays these first; the rest is change. */
  function spend(
    outputs: readonly OwnOutput[],
    to: readonly { readonly address: string; readonly amount: bigint }[],
    feePerByte: bigint,
    strategy: 'accumBiggest' | 'all',
  ): BuiltTransaction | null {
    const inputs = inputsFrom(outputs);
    // The payment stays the first output: it identifies the withdrawal.
    const options = { feePerByte, changeAddress, bip69: false, createTx: true } as const;
    const selected = selectUTXO(inputs, [...to], strategy, options);
    if (!selected?.tx) return null;
    const { tx, fee = 0n } = selected;
    if (fee > mostFee) throw new TooDearError('a transaction of BTC would cost more than one may');
    return signed(tx, outputs);
  }

  function signed(tx: Transaction, outputs: readonly OwnOutput[]): BuiltTransaction {
    const spent = new Map(outputs.map((one) => [`${one.txHash}:${one.output}`, one]));
    const names = inputsOf(tx);
    for (const [at, name] of names.entries()) {
      const one = spent.get(name);
      if (!one) throw new Error('an input that was not offered');
      tx.signIdx(one.number === null ? key.wallet : key.keyOf(one.number), at);
    }
    tx.finalize();
    return { txHash: tx.id, bytes: tx.extract(), inputs: names };
  }

  function build({ address, amount, outputs }: PaymentOrder, feePerByte: bigint): BuiltTransaction | null {
    checkPayable(address);
    return spend(outputs, [{ address, amount }], feePerByte, 'accumBiggest');
  }

  /** The change covers the difference. Null where the fee is not the cause, or there is no change. */
  function replacement({ bytes, spends }: Stuck, feePerByte: bigint): BuiltTransaction | null {
    const old = Transaction.fromRaw(bytes, { allowUnknownOutputs: true });
    const [payment, change] = Array.from({ length: old.outputsLength }, (_, at) => old.getOutput(at));
    if (payment?.amount === undefined || !payment.script || change?.amount === undefined) return null;
    const paid = spends.reduce((sum, { amount }) => sum + amount, 0n);
    const size = BigInt(old.vsize);
    const oldFee = paid - payment.amount - change.amount;
    if (feePerByte * size <= oldFee) return null;
    const least = oldFee + ADDED * size;
    const wanted = [mostFee, feePerByte * size > least ? feePerByte * size : least];
    const fee = wanted.reduce((a, b) => (a < b ? a : b));
    if (fee < least)
      throw new TooDearError('a dearer transaction of BTC would be above the most that one may cost');
    const left = paid - payment.amount - fee;
    if (left < DUST) return null;
    const made = new Transaction();
    const offered = new Map(inputsFrom(spends).map((one) => [`${bytesToHex(one.txid)}:${one.index}`, one]));
    for (const name of inputsOf(old)) {
      const input = offered.get(name);
      if (!input) throw new Error('an input that is not known');
      made.addInput(input);
    }
    made.addOutput({ script: payment.script, amount: payment.amount });
    made.addOutputAddress(changeAddress, left);
    return signed(made, spends);
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

    // Coins on deposit addresses pay withdrawals from where they are.
    sweptFrom: null,
    prepareSweep: async () => null,
    replaceAfter,
    replace: async (stuck) => replacement(stuck, await feerate()),
    held: async () => null,

    async prepareReturn(_, outputs) {
      return outputs.length === 0 ? null : spend(outputs, [], await feerate(), 'all');
    },

    async send(bytes) {
      try {
        await rpc.call(z.string(), 'sendrawtransaction', [bytesToHex(bytes)]);
      } catch (error) {
        if (!(error instanceof NodeRefusedError)) throw error;
        // Nodes refuse what they already have, so what they know of it decides.
        const { id } = Transaction.fromRaw(bytes, { allowUnknownOutputs: true });
        if ((await reader.placeOf(id)).kind === 'unknown') throw error;
      }
    },
  };
}
