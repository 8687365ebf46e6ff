// A node of Bitcoin in memory, on a network of its own. Its JSON-RPC is that of Bitcoin Core as far as it is used here.
// bcoin.mjs <port> [folder]: in a folder it keeps its blocks from start to start, and the key of a purse, which mines
// and pays whom it is told.
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

process.env.NODE_BACKEND = 'js';
/** @type {(name: string) => any} */
const load = createRequire(import.meta.url);
const { Block, FullNode, KeyRing, MTX, Script, TX } = load('bcoin');
const { RPCError } = load('bweb');

/** What Bitcoin Core answers for a transaction that it does not take. */
const REFUSED = { missing: -25, invalid: -26 };

const [port, folder] = process.argv.slice(2);
const node = new FullNode({
  network: 'regtest',
  memory: true,
  workers: false,
  indexTX: true,
  indexAddress: folder !== undefined,
  listen: false,
  noAuth: true,
  replaceByFee: true,
  httpPort: Number(port),
});

// Bitcoin Core answers when it has checked a transaction, and refuses what it does not take.
/** @param {[string]} params */
node.rpc.calls.sendrawtransaction = async ([hex]) => {
  const tx = TX.fromRaw(Buffer.from(hex, 'hex'));
  const missing = await node.mempool.addTX(tx).catch((/** @type {Error} */ error) => {
    throw new RPCError(REFUSED.invalid, error.message);
  });
  if (missing) {
    node.mempool.removeOrphan(tx.hash('hex'));
    throw new RPCError(REFUSED.missing, 'bad-txns-inputs-missingorspent');
  }
  return tx.txid();
};

// Forgets what waits, which no call of the RPC does.
process.on('message', () => {
  node.mempool.reset().then(() => process.send?.('forgotten'));
});
process.on('disconnect', () => process.exit(0));

/** @param {string} file */
function keyIn(file) {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return KeyRing.fromPrivate(Buffer.from(readFileSync(file, 'utf8'), 'hex'), true);
}

/**
 * Its database on the disk would need a compiler: the blocks are added again instead.
 * @param {string} file
 */
async function loadBlocks(file) {
  if (!existsSync(file)) return;
  // Without the last line where a crash has cut it.
  const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  for (const block of whole) await node.chain.add(Block.fromRaw(block, 'hex'));
}

/**
 * Mines and pays by calls of its own.
 * @param {any} ring @param {string} file
 */
async function addPurse(ring, file) {
  ring.witness = true;
  const address = ring.getAddress();
  /** @param {number} height */
  const rawAt = async (height) => `${(await node.getBlock(height)).toRaw().toString('hex')}\n`;

  /** @param {number} blocks */
  async function mine(blocks) {
    const { height } = node.chain;
    for (let at = height + 1; at <= height + blocks; at += 1) {
      await node.rpc.mineBlocks(1, address);
      appendFileSync(file, await rawAt(at));
    }
    return node.chain.height;
  }

  /** @param {[script: string, amount: number]} order */
  async function pay([script, amount]) {
    const transaction = new MTX();
    transaction.addOutput(Script.fromRaw(script, 'hex'), amount);
    await transaction.fund(await node.getCoinsByAddress([address]), {
      rate: 20_000,
      changeAddress: address,
      height: node.chain.height,
    });
    transaction.sign(ring);
    const made = transaction.toTX();
    await node.mempool.addTX(made);
    return made.txid();
  }

  /**
   * What was in the lost blocks waits again, unless it is dropped; the new blocks are empty.
   * @param {[depth: number, blocks: number, drops: boolean]} change
   */
  async function reorganise([depth, blocks, drops]) {
    const { height } = node.chain;
    const waiting = node.mempool.getHistory();
    const lost = [];
    for (let at = height - depth + 1; at <= height; at += 1)
      lost.push(...(await node.getBlock(at)).txs.slice(1));
    await node.rpc.invalidateBlock([(await node.chain.getEntryByHeight(height - depth + 1)).rhash()]);
    await node.mempool.reset();
    let left = '';
    for (let at = 1; at <= height - depth; at += 1) left += await rawAt(at);
    writeFileSync(file, left);
    await mine(blocks);
    for (const transaction of drops ? waiting : [...lost, ...waiting])
      await node.mempool.addTX(transaction).catch(() => undefined);
    return node.chain.height;
  }

  node.rpc.add('paytoscript', pay);
  node.rpc.add('mineblocks', (/** @type {[blocks: number]} */ [blocks]) => mine(blocks));
  node.rpc.add('reorganise', reorganise);
}

await node.open();
// A busy machine pauses for longer than a connection is kept otherwise.
node.http.http.keepAliveTimeout = 600_000;
if (folder !== undefined) {
  const file = path.join(folder, 'blocks');
  await loadBlocks(file);
  await addPurse(keyIn(path.join(folder, 'purse.key')), file);
}
process.send?.('ready');
