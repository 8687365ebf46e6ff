import { addedBy, runAs } from '../operators/signer.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  LIVE,
  openTrader,
  startVenue,
  type TestAnswer,
  type TestVenue,
  type Trader,
} from '../edge/harness.ts';
import { type GrinTestNode, startGrinNode } from './grinNode.ts';
import { createUser, type UsersWallet } from './grinVenue.ts';

const PASSWORD = 'a-password-of-the-api';
const SEEDS = ['17', '18'].map((byte) => byte.repeat(32));

describe('a live venue with GRIN on a node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quietbook-grin-'));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), `${text}\n`, { mode: 0o600 });
    return join(folder, name);
  };
  let node: GrinTestNode;
  let user: UsersWallet;
  beforeAll(async () => {
    node = await startGrinNode();
    user = createUser(node);
    node.password = PASSWORD;
  });
  afterAll(async () => {
    await node?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (
    seed: string | undefined,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<TestVenue> =>
    startVenue({
      ...LIVE,
      DATA_DIR: join(folder, 'data'),
      CHAIN_GRIN: 'grin',
      CHAIN_GRIN_URL: node.url,
      CHAIN_GRIN_API_SECRET_FILE: file('api', PASSWORD),
      CHAIN_GRIN_SEED_FILE: file('seed', seed ?? ''),
      ...settings,
    });
  const fields = ({ body }: TestAnswer): Record<string, string> => body as Record<string, string>;
  const message = (text: string | undefined) => ({ slatepack_message: text });
  const statusOf = async (trader: Trader, kind: 'deposit' | 'withdrawal', id: string | undefined) =>
    fields(await trader.get(`/${kind}/${kind}s/${id ?? ''}/status`));

  it('credits deposits and posts withdrawals automatically, with no secret in its log', async () => {
    const [seed] = SEEDS;
    const venue = await start(seed);
    try {
      const trader = await openTrader(venue);
      await trader.post('/user/refund-address', {
        coin_ticker: 'GRIN',
        address: user.wallet.identity.address,
      });
      const { s1 } = user.send('5');
      const received = await trader.post('/deposit/deposits/grin/receive', message(s1));
      expect([received.status, received.text]).toEqual([200, received.text]);
      node.password = null;
      await user.post(fields(received).signed_slatepack_message ?? '');
      node.password = PASSWORD;
      node.mine(30);
      const { deposit_id: deposit } = fields(received);
      await expect
        .poll(async () => (await statusOf(trader, 'deposit', deposit)).monitoring_state, { timeout: 20_000 })
        .toBe('CONFIRMED');
      const created = await trader.post('/withdrawal/withdrawals/create', {
        currency: 'GRIN',
        amount: '2',
        address: '',
      });
      expect([created.status, created.text]).toEqual([200, created.text]);
      const s2 = await user.receive(fields(created).slatepack_message ?? '');
      const finalized = await trader.post('/withdrawal/withdrawals/grin/finalize-withdrawal', message(s2));
      expect([finalized.status, finalized.text]).toEqual([200, finalized.text]);
      await expect.poll(() => node.pool.length, { timeout: 20_000 }).toBe(1);
      node.mine(30);
      await expect
        .poll(async () => (await statusOf(trader, 'withdrawal', fields(created).withdrawal_id)).status, {
          timeout: 20_000,
        })
        .toBe('completed');
      expect(await venue.venue.exchange.audit()).toEqual([]);
      const { operators } = venue.venue;
      const key = await addedBy(operators, 'ann');
      // What is left of the coin of 5 after 2 and the fee.
      expect(await runAs(operators, key, 'chains')).toMatchObject({
        chains: [{ coin: 'GRIN', adapter: 'grin', closed: null, sender: 'here', hot: '2.977', unsent: 0 }],
      });
      const log = venue.log.join('\n');
      for (const secret of [seed ?? '', PASSWORD, node.url]) expect(log).not.toContain(secret);
    } finally {
      await venue.close();
    }
  });

  it('stays closed with another seed, and says so (CHAIN-35)', async () => {
    const venue = await start(SEEDS[1]);
    try {
      expect(venue.log.join('\n')).toContain('wrong-key');
      const trader = await openTrader(venue);
      const refused = await trader.post('/deposit/deposits/grin/receive', message(user.send('5').s1));
      expect(refused.status).toBe(409);
      expect(refused.text).toContain('our wallet for it has to be checked first');
    } finally {
      await venue.close();
    }
  });

  it('does not start with a file that holds no seed, and does not quote it', async () => {
    const refused = await start('not-a-seed').then(
      () => 'started',
      (error: unknown) => String(error),
    );
    expect(refused).toContain('CHAIN_GRIN_SEED_FILE must hold 64 hex digits');
    expect(refused).not.toContain('not-a-seed');
    const missing = await start('', { CHAIN_GRIN_SEED_FILE: join(folder, 'nothing') }).catch(String);
    expect(missing).toContain('CHAIN_GRIN_SEED_FILE cannot be read (ENOENT)');
  });
});
