// A node of Bitcoin in memory, on a network of its own. Its JSON-RPC is that of Bitcoin Core as far as it is used here.
import { createRequire } from 'node:module';

process.env.NODE_BACKEND = 'js';
const { FullNode } = createRequire(import.meta.url)('bcoin');

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

// Forgets what waits, which no call of the RPC does.
process.on('message', () => {
  node.mempool.reset().then(() => process.send?.('forgotten'));
});
process.on('disconnect', () => process.exit(0));

await node.open();
process.send?.('ready');
