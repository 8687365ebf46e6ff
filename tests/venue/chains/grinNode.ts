/** A GRIN node in this process: its foreign API v2, and a chain that a test controls. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NodeTransaction } from '../../../venue/grin/transaction.ts';
import { whyInvalid } from './grinRules.ts';

export const MAINNET = '40adad0aec27797b48840aa9e00472015c21baea118ce7a2ff1a82c0f8f5bf82';

interface NodeBlock {
  readonly hash: string;
  readonly height: number;
  readonly previous: string;
  readonly timestamp: string;
  readonly transactions: readonly NodeTransaction[];
  /** Commitments paid to somebody, as a miner's reward is. */
  readonly given: readonly string[];
}

export interface GrinTestNode {
  readonly url: string;
  /** Wrong answers to give, by method: a result, or a change of the answer. */
  readonly lies: Map<string, unknown>;
  /** Methods that it accepts and never answers. */
  readonly hangs: Set<string>;
  /** Methods that it answers with half an answer. */
  readonly halves: Set<string>;
  /** Everything pushed, as JSON, in order, even if refused. */
  readonly pushed: readonly string[];
  readonly pool: readonly NodeTransaction[];
  genesis: string;
  /** Age of the newest block in milliseconds. */
  age: number;
  /** The password that it requires; null for none. */
  password: string | null;
  /** From nobody, in the next block. */
  give(commitment: string): void;
  mine(blocks: number): void;
  /** Replaces the newest blocks by as many empty ones and one more. Their payments wait again, or are dropped. */
  reorganise(depth: number, drops?: boolean): void;
  /** Removes an output without a trace, which no honest chain does. */
  lose(commitment: string): void;
  isUnspent(commitment: string): boolean;
  close(): Promise<void>;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const notFound = { Err: 'NotFound' };
const FIRST_HEIGHT = 100;

export async function startGrinNode(): Promise<GrinTestNode> {
  let forks = 0;
  let blocks: NodeBlock[] = [];
  let pool: NodeTransaction[] = [];
  const replaced = new Map<string, NodeBlock>();
  const waitingGifts: string[] = [];
  const lost = new Set<string>();
  const [lies, hangs, halves] = [new Map<string, unknown>(), new Set<string>(), new Set<string>()];
  const pushed: string[] = [];

  const hashAt = (height: number): string =>
    hashOf(`block ${height} of fork ${height > FIRST_HEIGHT ? forks : 0}`);
  function add(transactions: readonly NodeTransaction[], given: readonly string[] = []): void {
    const height = blocks.length === 0 ? FIRST_HEIGHT : FIRST_HEIGHT + blocks.length;
    const previous = blocks.at(-1)?.hash ?? hashOf('below');
    const timestamp = new Date().toISOString().replace('Z', '+00:00');
    blocks.push({ hash: hashAt(height), height, previous, timestamp, transactions, given });
  }
  add([]);

  const commits = (all: readonly { commit: string }[]): string[] => all.map(({ commit }) => commit);
  const created = ({ transactions, given }: NodeBlock): string[] => [
    ...given,
    ...transactions.flatMap(({ body }) => commits(body.outputs)),
  ];
  const spent = ({ transactions }: NodeBlock): string[] =>
    transactions.flatMap(({ body }) => commits(body.inputs));

  function unspent(): Set<string> {
    const all = new Set<string>();
    for (const block of blocks) {
      for (const one of created(block)) all.add(one);
      for (const one of spent(block)) all.delete(one);
    }
    for (const one of lost) all.delete(one);
    return all;
  }

  const header = ({ hash, height, previous, timestamp }: NodeBlock) => ({
    hash,
    version: 5,
    height,
    previous,
    timestamp: height === blocks.at(-1)?.height ? new Date(Date.now() - node.age).toISOString() : timestamp,
    total_difficulty: height * 1000,
    total_kernel_offset: '00'.repeat(32),
  });

  function push(transaction: NodeTransaction): unknown {
    pushed.push(JSON.stringify(transaction));
    const excesses = (all: readonly NodeTransaction[]): string[] =>
      all.flatMap(({ body }) => body.kernels.map(({ excess }) => excess));
    const waits = excesses(pool).some((one) => excesses([transaction]).includes(one));
    const why = waits
      ? 'Transaction is already in the pool'
      : whyInvalid(transaction, { unspent: unspent(), waiting: pool });
    if (why !== null) return { Err: { Internal: `Failed to update pool: ${why}` } };
    pool.push(transaction);
    return { Ok: null };
  }

  function answer(method: string, params: readonly unknown[]): unknown {
    if (lies.has(method)) return lies.get(method);
    const tip = blocks.at(-1);
    if (!tip) throw new Error('a chain without a block');
    switch (method) {
      case 'get_tip':
        return {
          Ok: {
            height: tip.height,
            last_block_pushed: tip.hash,
            prev_block_to_last: tip.previous,
            total_difficulty: tip.height * 1000,
          },
        };
      case 'get_header': {
        const [height] = params;
        if (height === 0) return { Ok: { ...header(tip), height: 0, hash: node.genesis } };
        const found = blocks.find((block) => block.height === height);
        return found ? { Ok: header(found) } : notFound;
      }
      case 'get_block': {
        const [, hash] = params;
        const found = blocks.find((block) => block.hash === hash) ?? replaced.get(String(hash));
        return found
          ? {
              Ok: {
                header: header(found),
                inputs: spent(found),
                outputs: created(found).map((commit) => ({
                  output_type: 'Transaction',
                  commit,
                  spent: false,
                  proof: null,
                  proof_hash: '00'.repeat(32),
                  block_height: found.height,
                  merkle_proof: null,
                  mmr_index: 1,
                })),
                kernels: found.transactions.flatMap(({ body }) =>
                  body.kernels.map(({ excess, excess_sig, features: { Plain } }) => ({
                    features: 'Plain',
                    fee_shift: 0,
                    fee: Plain.fee,
                    lock_height: 0,
                    excess,
                    excess_sig,
                  })),
                ),
              },
            }
          : notFound;
      }
      case 'get_kernel': {
        const [excess, least] = params;
        for (const { height, transactions } of blocks)
          for (const { body } of transactions)
            for (const kernel of body.kernels)
              if (kernel.excess === excess && height >= Number(least ?? 0))
                return { Ok: { tx_kernel: kernel, height, mmr_index: 1 } };
        return notFound;
      }
      case 'get_outputs': {
        const [asked] = params as [string[]];
        const known = unspent();
        const found = asked.filter((one) => known.has(one));
        return {
          Ok: found.map((commit) => ({ output_type: 'Transaction', commit, spent: false, mmr_index: 1 })),
        };
      }
      case 'get_unconfirmed_transactions':
        return { Ok: pool.map((tx) => ({ src: 'PushApi', tx_at: new Date().toISOString(), tx })) };
      case 'push_transaction':
        return push(params[0] as NodeTransaction);
      default:
        return undefined;
    }
  }

  function respond(response: ServerResponse, text: string): void {
    const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: unknown[] };
    if (hangs.has(method)) return;
    const result = answer(method, params);
    const said =
      result === undefined ? { error: { code: -32_601, message: 'Method not found' } } : { result };
    const whole = JSON.stringify({ id, jsonrpc: '2.0', ...said });
    if (!halves.has(method)) {
      response.end(whole);
      return;
    }
    response.writeHead(200, { 'content-length': whole.length });
    response.write(whole.slice(0, whole.length / 2), () => response.destroy());
  }

  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers;
    const wanted = `Basic ${Buffer.from(`grin:${node.password ?? ''}`).toString('base64')}`;
    let text = '';
    request.on('data', (part) => {
      text += String(part);
    });
    request.on('end', () => {
      if (request.url !== '/v2/foreign') response.writeHead(404).end();
      else if (node.password !== null && authorization !== wanted) response.writeHead(401).end();
      else respond(response, text);
    });
  }).listen(0, '127.0.0.1');
  // Making proofs blocks this process for seconds, and connections would be closed meanwhile.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');

  const node: GrinTestNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/foreign`,
    lies,
    hangs,
    halves,
    pushed,
    get pool() {
      return pool;
    },
    genesis: MAINNET,
    age: 0,
    password: null,
    give: (commitment) => void waitingGifts.push(commitment),
    mine(count) {
      for (let at = 0; at < count; at += 1) {
        add(pool, waitingGifts.splice(0));
        pool = [];
      }
    },
    reorganise(depth, drops = true) {
      const gone = blocks.slice(-depth);
      for (const block of gone) replaced.set(block.hash, block);
      blocks = blocks.slice(0, -depth);
      forks += 1;
      if (!drops) pool = [...gone.flatMap(({ transactions }) => transactions), ...pool];
      for (let at = 0; at <= depth; at += 1) add([]);
    },
    lose: (commitment) => void lost.add(commitment),
    isUnspent: (commitment) => unspent().has(commitment),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return node;
}
