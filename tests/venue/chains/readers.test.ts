import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { addr } from 'micro-eth-signer';
import { describe, expect, it } from 'vitest';
import {
  bitcoinAddress,
  createBitcoinReader,
  feerateOf,
  scriptOfAddress,
} from '../../../venue/chains/bitcoin/reader.ts';
import { readBlock } from '../../../venue/chains/bitcoin/blocks.ts';
import { createEvmReader, type EvmCoin } from '../../../venue/chains/evm/reader.ts';
import { createEvmSender } from '../../../venue/chains/evm/sender.ts';
import type { Watching } from '../../../venue/chains/keys.ts';
import { NodeRefusedError, type Rpc } from '../../../venue/chains/rpc.ts';

// Scripted node answers; tests/chains uses real nodes.

type Answer = (...params: unknown[]) => unknown;

/** An answer that is an error is thrown. */
function nodeThatSays(answers: Readonly<Record<string, Answer>>): Rpc & { readonly asked: unknown[][] } {
  const asked: unknown[][] = [];
  return {
    asked,
    async call(schema, method, params) {
      asked.push([method, ...(params as unknown[])]);
      const answer = answers[method];
      if (!answer) throw new NodeRefusedError(-32_601, 'unknown method');
      return schema.parse(answer(...(params as unknown[])));
    },
  };
}

const refuses = (): never => {
  throw new NodeRefusedError(-8, 'no such block');
};

const NOW = Date.UTC(2026, 10, 28);
const seconds = (ago: number): number => (NOW - ago) / 1000;

describe('data of a Bitcoin node', () => {
  const hashAt = (height: number): string => height.toString(16).padStart(64, '0');
  const KEY = hexToBytes('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798');
  const watching: Watching = { wallet: 'bc1own', addressOf: (number) => `bc1-${number}` };
  const MINUTE = 60_000;

  function reader(info: object = {}, age = 0, more: Readonly<Record<string, Answer>> = {}) {
    const tip = 7;
    const rpc = nodeThatSays({
      getblockchaininfo: () => ({
        chain: 'main',
        blocks: tip,
        headers: tip,
        bestblockhash: hashAt(tip),
        ...info,
      }),
      getblockhash: (at) => (Number(at) > tip ? refuses() : hashAt(Number(at))),
      getblockheader: (hash) => ({
        height: Number(`0x${String(hash)}`),
        hash,
        confirmations: 1,
        previousblockhash: hashAt(Number(`0x${String(hash)}`) - 1),
        time: seconds(age),
      }),
      ...more,
    });
    return createBitcoinReader({ rpc, network: 'main', staleAfter: 90 * MINUTE, watching, now: () => NOW });
  }

  it.each([
    ['of another network', { chain: 'test' }, 0, 'wrong-network'],
    ['that loads its first blocks', { initialblockdownload: true }, 0, 'syncing'],
    ['that knows of more blocks than it has', { headers: 8 }, 0, 'syncing'],
    ['whose newest block is too old', {}, 90 * MINUTE + 1, 'syncing'],
    ['that says something else', { blocks: 'seven' }, 0, 'down'],
  ])('closes the coin when the node is one %s (CHAIN-06)', async (_, info, age, reason) => {
    expect(await reader(info, age).health()).toEqual({ isOpen: false, reason });
  });

  it('opens the coin with a block that is just recent enough', async () => {
    expect(await reader({}, 90 * MINUTE).health()).toEqual({
      isOpen: true,
      tip: { height: 7, hash: hashAt(7) },
    });
  });

  it('gives no block above the newest one, and an error for one below', async () => {
    expect(await reader().blockAt(7)).toEqual({ height: 7, hash: hashAt(7), parent: hashAt(6) });
    expect(await reader().blockAt(8)).toBeNull();
    await expect(reader({}, 0, { getblockhash: refuses }).blockAt(7)).rejects.toThrow(NodeRefusedError);
    const other = reader({}, 0, { getblockhash: () => hashAt(5) });
    await expect(other.blockAt(7)).rejects.toThrow('another block');
  });

  it('gives the price of a transaction that is to be mined soon', async () => {
    const rpc = nodeThatSays({ estimatesmartfee: (blocks) => ({ feerate: blocks === 6 ? 0.0002 : 0.0001 }) });
    expect(await feerateOf(rpc)).toBe(20);
    for (const said of [{}, { feerate: 0 }, { feerate: -1 }])
      expect(await feerateOf(nodeThatSays({ estimatesmartfee: () => said }))).toBeNull();
  });

  it('gives payments to addresses: no mined coins, no zero amounts, nothing above what a block may pay', async () => {
    const [paid, other] = [bitcoinAddress(KEY), hexToBytes('6a')];
    const amount = (units: number) => Uint8Array.of(units, 0, 0, 0, 0, 0, 0, 0);
    const output = (units: number, script: Uint8Array) =>
      concatBytes(amount(units), Uint8Array.of(script.length), script);
    const script = scriptOfAddress(paid);
    const transaction = (outpoint: string) =>
      concatBytes(
        hexToBytes(`0200000001${outpoint}00ffffffff03`),
        output(5, script),
        output(0, script),
        output(9, other),
        hexToBytes('00000000'),
      );
    const mined = transaction(`${'00'.repeat(32)}ffffffff`);
    // Hashes and numbers are written back to front.
    const spends = transaction(`${'0f'.repeat(31)}2201020000`);
    const bytes = concatBytes(new Uint8Array(80), Uint8Array.of(2), mined, spends);
    const { hash, transactions } = readBlock(bytes);
    expect(transactions.map(({ isCoinbase }) => isCoinbase)).toEqual([true, false]);
    expect(() => readBlock(concatBytes(bytes, Uint8Array.of(0)))).toThrow(RangeError);
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => readBlock(bytes.subarray(0, length))).toThrow(RangeError);

    const answers = {
      getblock: () => bytesToHex(bytes),
      getblockhash: () => hash,
      getblockheader: () => ({ height: 7, hash, confirmations: 1, time: seconds(0) }),
    };
    const txHash = transactions[1]?.txHash;
    expect(await reader({}, 0, answers).paymentsIn({ height: 7, hash })).toEqual([
      { txHash, output: 0, address: paid, amount: 5n },
    ]);
    const replaced = {
      ...answers,
      getblockhash: () => hashAt(3),
      getblockheader: () => ({ ...answers.getblockheader(), hash: hashAt(3) }),
    };
    expect(await reader({}, 0, replaced).paymentsIn({ height: 7, hash })).toBeNull();
    expect(await reader({}, 0, answers).spentIn?.({ height: 7, hash })).toEqual([`22${'0f'.repeat(31)}:513`]);
    expect(await reader({}, 0, replaced).spentIn?.({ height: 7, hash })).toBeNull();
  });
});

describe('an Ethereum-like node', () => {
  const hashOf = (letter: string, at: number): string =>
    `0x${letter.repeat(8)}${at.toString(16).padStart(56, '0')}`;
  const hex = (value: bigint | number): string => `0x${value.toString(16)}`;
  const USER = addr.addChecksum(`0x${'12'.repeat(20)}`);
  const TOKEN = addr.addChecksum(`0x${'ab'.repeat(20)}`);
  const word = (value: bigint | string): string =>
    (typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)).padStart(64, '0');
  const watching: Watching = { wallet: USER, addressOf: () => USER };
  const BLOCK = { height: 5, hash: hashOf('b', 5) };
  const TX = hashOf('c', 1);
  const header = {
    number: hex(5),
    hash: BLOCK.hash,
    parentHash: hashOf('b', 4),
    timestamp: hex(seconds(0)),
    baseFeePerGas: hex(25n * 10n ** 9n),
  };
  const answers: Readonly<Record<string, Answer>> = {
    eth_getBlockByNumber: () => header,
    eth_maxPriorityFeePerGas: () => hex(10n ** 9n),
    eth_getTransactionCount: () => hex(3),
  };
  const settings = (token: string | null): EvmCoin => ({
    coin: token === null ? 'AVAX' : 'USDT',
    chainId: 43_114n,
    token,
    decimals: token === null ? 18 : 6,
    staleAfter: null,
    sweptFrom: 50n,
    mostPerGas: 2_000n * 10n ** 9n,
    replaceAfter: 600_000,
  });
  const reader = (token: string | null, more: Readonly<Record<string, Answer>>) =>
    createEvmReader({
      settings: settings(token),
      rpc: nodeThatSays({ ...answers, ...more }),
      watching,
      now: () => NOW,
    });

  it('gives payments of a block: no created contracts, no zero amounts', async () => {
    const transactions = [
      { hash: TX, to: USER.toLowerCase(), value: hex(10n ** 18n) },
      { hash: hashOf('c', 2), to: USER.toLowerCase(), value: '0x0' },
      { hash: hashOf('c', 3), to: null, value: hex(10n ** 18n) },
    ];
    const found = reader(null, { eth_getBlockByHash: () => ({ ...header, transactions }) });
    expect(await found.paymentsIn(BLOCK)).toEqual([
      { txHash: TX, output: 0, address: USER, amount: 10n ** 8n },
    ]);
  });

  it('gives token payments: transfers of this token, in this block, that were not reverted (CHAIN-02)', async () => {
    const transfer = {
      address: TOKEN.toLowerCase(),
      blockHash: BLOCK.hash,
      transactionHash: TX,
      logIndex: '0x0',
      topics: [hashOf('d', 0), `0x${word(USER)}`, `0x${word(USER)}`],
      data: `0x${word(2_500_000n)}`,
    };
    const logs = [
      { ...transfer, logIndex: '0x5' },
      transfer,
      { ...transfer, logIndex: '0x1', address: USER.toLowerCase() },
      { ...transfer, logIndex: '0x2', blockHash: hashOf('b', 4) },
      { ...transfer, logIndex: '0x3', removed: true },
      { ...transfer, logIndex: '0x4', data: `0x${word(0n)}` },
      { ...transfer, logIndex: '0x6', topics: transfer.topics.slice(0, 2) },
    ];
    const found = await reader(TOKEN, { eth_getLogs: () => logs }).paymentsIn(BLOCK);
    expect(found).toEqual([
      { txHash: TX, output: 0, address: USER, amount: 250_000_000n },
      { txHash: TX, output: 2, address: USER, amount: 250_000_000n },
    ]);
  });

  it('says whether a transaction failed, waits, or is unknown', async () => {
    const place = (status: string | null, found: object | null = { hash: TX }) =>
      reader(null, {
        eth_getTransactionByHash: () => found,
        eth_getTransactionReceipt: () =>
          status === null ? null : { blockNumber: hex(5), blockHash: BLOCK.hash, status },
      }).placeOf(TX);
    expect(await place('0x1')).toEqual({ kind: 'mined', block: BLOCK, hasFailed: false });
    expect(await place('0x0')).toEqual({ kind: 'mined', block: BLOCK, hasFailed: true });
    expect(await place(null)).toEqual({ kind: 'waiting' });
    expect(await place('0x1', null)).toEqual({ kind: 'unknown' });
  });

  it('must hold enough for one transaction before anything is sent, and tokens are not swept (CHAIN-05, CHAIN-07)', async () => {
    const price = 51n * 10n ** 9n;
    const PAYMENT = { address: USER, amount: 1n };
    const sender = (token: string | null, native: bigint) =>
      createEvmSender(
        {
          settings: settings(token),
          rpc: nodeThatSays({
            ...answers,
            eth_getBalance: () => hex(native),
            eth_call: () => hex(7_000_000n),
          }),
          watching,
        },
        { placeOf: async () => ({ kind: 'unknown' }) },
        { wallet: new Uint8Array(32).fill(1), keyOf: () => new Uint8Array(32).fill(2) },
      );
    const gas = { native: 60_000n, token: 120_000n };
    expect(await sender(null, gas.native * price).prepare(PAYMENT)).toMatchObject({
      balance: (gas.native * price) / 10n ** 10n,
      fee: (gas.native * price) / 10n ** 10n + 1n,
      firstNonce: 3n,
    });
    expect(await sender(null, gas.native * price - 1n).prepare(PAYMENT)).toMatchObject({ balance: 0n });
    expect(await sender(TOKEN, gas.token * price).prepare(PAYMENT)).toMatchObject({
      balance: 700_000_000n,
      fee: 0n,
    });
    expect(await sender(TOKEN, gas.token * price - 1n).prepare(PAYMENT)).toMatchObject({ balance: 0n });
    expect(await sender(TOKEN, 10n ** 18n).prepareSweep(1n, 1)).toBeNull();
    expect(await sender(null, 10n * 21_000n * price - 1n).prepareSweep(1n, 1)).toBeNull();
    expect(await sender(null, 10n * 21_000n * price).prepareSweep(1n, 1)).toMatchObject({
      firstNonce: 3n,
      amount: (9n * 21_000n * price) / 10n ** 10n,
    });
  });
});
