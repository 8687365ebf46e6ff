import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgram, makeKey } from '../accounts/program.ts';
import { hasPostgres } from '../databases.ts';
import { openTrader, PASSWORD, type TestVenue } from '../edge/harness.ts';
import { openNodes, settled, type TestNodes } from './harness.ts';

describe.runIf(hasPostgres)('API keys on two nodes', () => {
  let nodes: TestNodes;
  let [here, there]: TestVenue[] = [];

  beforeAll(async () => {
    nodes = await openNodes();
    [here, there] = await Promise.all([nodes.start(), nodes.start()]);
    await settled(here, there);
  });
  afterAll(() => nodes.remove());

  async function open() {
    if (!here || !there) throw new Error('a node is missing');
    const owner = await openTrader(here);
    const post = async (path: string, body: unknown) => {
      const { status, headers, body: said } = await owner.post(path, body);
      return { status, headers, body: said as Readonly<Record<string, unknown>> };
    };
    const key = await makeKey({ post }, PASSWORD);
    return { owner, key, one: createProgram(here.origin, key), other: createProgram(there.origin, key) };
  }

  test('a request accepted by one is refused by the other (APIKEY-03)', async () => {
    const { one, other } = await open();
    const quirks = { nonce: 'n-1', timestamp: Date.now() };
    expect((await one.get('/user/balances', quirks)).status).toBe(200);
    expect(await other.get('/user/balances', quirks)).toMatchObject({
      status: 401,
      body: { code: 'NONCE_USED' },
    });
  });

  test('a key revoked at one node is refused at once at the other, and its socket there is closed (APIKEY-09)', async () => {
    const { owner, key, other } = await open();
    const socket = await other.connect();
    const ended = new Promise<number>((resolve) => {
      socket.once('close', resolve);
    });
    expect((await owner.delete(`/user/api-keys/${key.id}`)).status).toBe(200);
    expect((await other.get('/user/balances')).status).toBe(401);
    expect(await ended).toBe(4001);
  });
});
