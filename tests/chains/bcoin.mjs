// A node of Bitcoin in memory, on a network of its own. Its JSON-RPC is that of Bitcoin Core as far as it is used here.
import { createRequire } from 'node:module';

process.env.NODE_BACKEND = 'js';
/** @type {(name: string) => any} */
const load = createRequire(import.meta.url);
const { FullNode, TX } = load('bcoin');
const { RPCError } = load('bweb');

/** What Bitcoin Core answers for a transaction that it does not take. */
const REFUSED = { missing: -25, invalid: -26 };

const node = new FullNode({
  network: 'regtest',
  memory: true,
  workers: false,
  indexTX: true,
  listen: false,
  noAuth: true,
  replaceByFee: true,
  httpPort: Number(process.argv[2]),
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

await node.open();
// A busy machine pauses for longer than a connection is kept otherwise.
node.http.http.keepAliveTimeout = 600_000;
process.send?.('ready');
