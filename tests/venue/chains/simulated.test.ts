import { createSimulatedChain, newHash } from '../../../venue/chains/simulated.ts';
import { broadcast, lockChain } from '../../../venue/coins/chain.ts';
import { openKeys } from '../../../venue/coins/keys.ts';
import { openNetwork } from '../../../venue/coins/network.ts';
import { atomically } from '../../../venue/coins/post.ts';
import { OUTSIDE } from '../coins/harness.ts';
import { databases } from '../databases.ts';
import { openStore } from '../../../venue/sql/store.ts';
import { testBox } from '../secrets/box.ts';
import { testChain } from './contract.ts';

for (const kind of databases)
  testChain(`the simulated chain on ${kind.name}`, async () => {
    const database = await kind.create();
    const store = await openStore(database.options);
    const { pool } = store;
    const now = (): Date => new Date();
    const keys = await openKeys(pool, testBox);
    const network = await openNetwork(pool, now);
    const coin = 'BTC';
    return {
      chain: createSimulatedChain({ client: pool, coin, addressOf: (...at) => keys.addressOf(...at), now }),
      outside: OUTSIDE.BTC,
      hasNoReturn: true,
      async pay(address, amount) {
        const txHash = newHash(coin);
        await atomically(pool, async (client) => {
          await lockChain(client, coin);
          await broadcast(client, { coin, txHash, address, amount }, now());
        });
        return txHash;
      },
      mine: async (blocks) => void (await network.mine(coin, blocks)),
      reorganise: async (depth) =>
        void (await network.reorganise(coin, { depth, blocks: depth + 1, drops: true })),
      async close() {
        await store.close();
        await database.remove();
      },
    };
  });
