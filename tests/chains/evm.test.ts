import { testChain } from '../venue/chains/contract.ts';
import { someAddress, startNode, units } from './world.ts';

testChain('AVAX on a node', async () => {
  const node = await startNode();
  await node.pay(node.wallet, units('100'));
  await node.mine(1);
  return { ...node, outside: someAddress(), close: () => node.anvil.stop() };
});
