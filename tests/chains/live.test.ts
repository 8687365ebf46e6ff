import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedded } from '../venue/databases.ts';
import { LIVE, openTrader, startVenue, type TestVenue, type Trader } from '../venue/edge/harness.ts';
import { CHAIN_ID, newAccount, type Node, someAddress, startNode, units } from './world.ts';

let node: Node;
let folder: string;
let keyFile: string;

beforeAll(async () => {
  node = await startNode();
  folder = await mkdtemp(join(tmpdir(), 'quietbook-keys-'));
  keyFile = join(folder, 'avax.key');
  await writeFile(keyFile, `${node.account.privateExtendedKey}\n`, { mode: 0o600 });
  await node.pay(node.wallet, units('50'));
  await node.mine(1);
});
afterAll(async () => {
  await node?.anvil.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = (settings: Readonly<Record<string, string>> = {}): Promise<TestVenue> =>
  startVenue(
    {
      ...LIVE,
      CHAIN_AVAX: 'evm',
      CHAIN_AVAX_URL: node.anvil.url,
      CHAIN_AVAX_ID: String(CHAIN_ID),
      CHAIN_AVAX_XPUB: node.account.publicExtendedKey,
      ...settings,
    },
    Date.now,
    embedded,
  );

async function deposit(trader: Trader): Promise<void> {
  const made = await trader.post('/user/deposit-address', { coin_ticker: 'AVAX' });
  expect(made.status).toBe(200);
  const { address } = made.body as { address: string };
  await node.pay(address, units('5'));
  await node.mine(20);
  await expect.poll(() => available(trader), { timeout: 15_000 }).toBe('5');
}

async function available(trader: Trader): Promise<string> {
  const balances = (await trader.get('/user/balances')).body as { currency: string; available: string }[];
  return balances.find(({ currency }) => currency === 'AVAX')?.available ?? '0';
}

const withdraw = (trader: Trader, address: string) =>
  trader.post(
    '/withdrawal/withdrawals/create',
    { currency: 'AVAX', amount: '2', address },
    { 'idempotency-key': randomUUID() },
  );

const paidTo = async (address: string): Promise<bigint> => (await node.balance(address)) / units('1');

/** How often the account that pays withdrawals has sent. */
const sentBy = (): Promise<unknown> => node.anvil.call('eth_getTransactionCount', node.wallet, 'pending');

async function stateOf(trader: Trader): Promise<string> {
  const rows = (await trader.get('/withdrawal/withdrawals/user/history?limit=1&offset=0')).body as {
    state: string;
  }[];
  return rows[0]?.state ?? '';
}

/** As the wire has it. */
async function depositState(trader: Trader): Promise<string> {
  const rows = (await trader.get('/deposit/deposits/user/history?limit=1&offset=0')).body as {
    state: string;
    monitoring_state: string;
  }[];
  return `${rows[0]?.state} ${rows[0]?.monitoring_state}`;
}

describe('a live venue with a real coin', () => {
  it('credits payments in and sends payments out, automatically', async () => {
    const venue = await start({ CHAIN_AVAX_KEY_FILE: keyFile });
    try {
      const trader = await openTrader(venue);
      await deposit(trader);
      // It can be spent, and lies where it came in until there is another block.
      expect(await depositState(trader)).toBe('WAITING_FOR_ACCUMULATION CONFIRMED');
      const to = someAddress();
      const asked = await withdraw(trader, to);
      expect([asked.status, asked.text]).toEqual([200, asked.text]);
      // Whenever it is sent, the next blocks have it.
      await expect
        .poll(
          async () => {
            await node.mine(21);
            return paidTo(to);
          },
          { timeout: 20_000, interval: 500 },
        )
        .toBe(2n);
      await expect.poll(() => stateOf(trader), { timeout: 15_000 }).toMatch(/completed|confirmed/i);
      // What came in is in the wallet that pays by now (CHAIN-26).
      await expect.poll(() => depositState(trader), { timeout: 15_000 }).toBe('NO_ACCUMULATION CONFIRMED');
      const log = venue.log.join('\n');
      for (const secret of [
        node.account.privateExtendedKey,
        node.account.publicExtendedKey,
        node.anvil.url,
        to,
      ])
        expect(log).not.toContain(secret);
    } finally {
      await venue.close();
    }
  });

  it('without the key credits deposits and sends nothing: another process has the key (CHAIN-08)', async () => {
    const venue = await start();
    try {
      const trader = await openTrader(venue);
      await deposit(trader);
      const to = someAddress();
      expect((await withdraw(trader, to)).status).toBe(200);
      const before = await sentBy();
      // A later deposit is credited, so that rounds went by.
      const other = await openTrader(venue);
      await deposit(other);
      expect(await sentBy()).toBe(before);
      expect(await depositState(other)).toBe('NO_ACCUMULATION CONFIRMED');
      expect(await paidTo(to)).toBe(0n);
    } finally {
      await venue.close();
    }
  });

  it('does not start with the key of another account, nor without its file, and repeats none (CHAIN-08)', async () => {
    const other = newAccount();
    const file = join(folder, 'other.key');
    await writeFile(file, other.privateExtendedKey);
    const refused = async (path: string): Promise<string> =>
      start({ CHAIN_AVAX_KEY_FILE: path }).then(
        async (venue) => {
          await venue.close();
          return 'started';
        },
        (error: unknown) => String(error),
      );
    expect(await refused(file)).toMatch(/does not belong to the extended public key/);
    expect(await refused(file)).not.toContain(other.privateExtendedKey);
    expect(await refused(join(folder, 'none'))).toMatch(/CHAIN_AVAX_KEY_FILE cannot be read \(ENOENT\)/);
  });

  it('whose node is missing is open for everything else, and shows why the coin is closed (CHAIN-06)', async () => {
    const venue = await start({ CHAIN_AVAX_URL: 'http://127.0.0.1:9' });
    try {
      const trader = await openTrader(venue);
      const refused = await trader.post('/user/deposit-address', { coin_ticker: 'AVAX' });
      expect([refused.status, refused.text]).toEqual([
        409,
        expect.stringContaining('our connection to its network is interrupted'),
      ]);
      expect((await trader.post('/user/deposit-address', { coin_ticker: 'BTC' })).text).toContain(
        'BTC deposits are currently disabled.',
      );
    } finally {
      await venue.close();
    }
  });
});
