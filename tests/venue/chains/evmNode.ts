import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

export interface EvmNode {
  readonly url: string;
  /** Whole blocks by height; each names the one below. */
  readonly blocks: Map<number, readonly object[]>;
  /** Logs of a block, by height. */
  readonly logs: Map<number, readonly object[]>;
  /** Wrong answers to give, by method. */
  readonly lies: Map<string, (params: readonly unknown[]) => unknown>;
  close(): Promise<void>;
}

export const TIP = 7;
const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
export const hashOf = (kind: string, at: number): string =>
  `0x${Buffer.from(kind).toString('hex').padEnd(8, '0')}${at.toString(16).padStart(56, '0')}`;

/** A node of an Ethereum-like network in this process, which reports what a test puts into it. */
export async function startEvmNode(): Promise<EvmNode> {
  const blocks: EvmNode['blocks'] = new Map();
  const logs: EvmNode['logs'] = new Map();
  const lies: EvmNode['lies'] = new Map();
  const block = (height: number) =>
    height > TIP || height < 0
      ? null
      : {
          number: hex(height),
          hash: hashOf('b', height),
          parentHash: hashOf('b', height - 1 < 0 ? 0 : height - 1),
          timestamp: hex(Math.floor(Date.now() / 1000)),
          baseFeePerGas: hex(25_000_000_000),
          transactions: blocks.get(height) ?? [],
        };
  const heightOf = (hash: unknown): number =>
    [...Array.from({ length: TIP + 1 }).keys()].find((at) => hashOf('b', at) === hash) ?? -1;
  const place = (txHash: unknown): number | undefined =>
    [...blocks, ...logs].find(([, list]) => list.some((one) => Object.values(one).includes(txHash)))?.[0];
  const answers: Answers = {
    eth_chainId: () => hex(43_114),
    eth_syncing: () => false,
    eth_maxPriorityFeePerGas: () => hex(1_000_000_000),
    eth_getBlockByNumber: ([at]) => block(at === 'latest' ? TIP : Number(at)),
    eth_getBlockByHash: ([hash]) => block(heightOf(hash)),
    eth_getTransactionByHash: ([hash]) => (place(hash) === undefined ? null : { hash }),
    eth_getTransactionReceipt: ([hash]) => {
      const at = place(hash);
      return at === undefined ? null : { blockNumber: hex(at), blockHash: hashOf('b', at), status: '0x1' };
    },
    eth_getLogs: ([filter]) => logs.get(heightOf((filter as { blockHash: string }).blockHash)) ?? [],
    eth_call: () => `0x${'6'.padStart(64, '0')}`,
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += String(part);
    });
    request.on('end', () => {
      const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: unknown[] };
      const answer = lies.get(method) ?? answers[method];
      const said = answer ? { result: answer(params) } : { error: { code: -32_601, message: 'unknown' } };
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...said }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    blocks,
    logs,
    lies,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
