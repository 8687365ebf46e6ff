import { addedBy } from '../operators/signer.ts';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runChains, type RunningChains } from '../../../venue/chains/run.ts';
import type { RealChain } from '../../../venue/chains/open.ts';
import { TooDearError } from '../../../venue/chains/port.ts';
import { HDKey } from '@scure/bip32';
import { serveOperators } from '../../../venue/operators/serve.ts';
import { LIVE, startVenue, type TestVenue } from '../edge/harness.ts';
import { type EvmNode, startEvmNode } from './evmNode.ts';
import { type LiveCoin, startCoin } from '../../chains/venue.ts';
import { type ScriptedChain, scriptedChain } from './scripted.ts';
import { createLog } from '../../../venue/log.ts';
import { onlySender, type SendingLocks } from '../../../venue/sql/sending-locks.ts';

const TO = '0x52908400098527886E0F7030069857D2E4169EE7';

/** A node that accepts every question and answers none. */
const never = (): Promise<never> => new Promise(() => {});

describe('the rounds of several coins', () => {
  let world: ScriptedChain;
  let venue: LiveCoin;
  let running: RunningChains | null = null;
  const log: string[] = [];

  beforeAll(async () => {
    world = scriptedChain('AVAX');
    venue = await startCoin(world);
  });
  afterAll(() => venue?.close());
  beforeEach(() => {
    world.isDeaf = false;
    log.length = 0;
  });
  afterEach(async () => {
    await running?.close();
    running = null;
  });

  const real = (chain: ScriptedChain['chain']): RealChain => ({ kind: 'evm', reader: chain, sender: chain });
  const silent = (coin: string): RealChain => {
    const { chain } = scriptedChain(coin);
    return real({ ...chain, health: never, node: never });
  };
  let isElsewhere = false;
  const run = (...chains: RealChain[]): Promise<void> => runWith(onlySender, ...chains);
  async function runWith(sending: SendingLocks, ...chains: RealChain[]): Promise<void> {
    running = await runChains(chains, {
      pool: venue.core.store.pool,
      fees: { observe: () => undefined },
      isStopped: () => false,
      isElsewhere: () => isElsewhere,
      sending,
      network: {
        expire: async () => undefined,
        refresh: async () => undefined,
        returnDeposits: async () => undefined,
      },
      settleDebts: async () => undefined,
      ceilings: { account: {}, venue: { AVAX: '500' } },
      log: createLog((line) => log.push(line)),
      now: () => new Date(),
      roundEvery: 5,
      patience: 200,
    });
  }
  async function closedOf(coin: string): Promise<string | null> {
    const { rows } = await venue.core.store.pool.query<{ closed: string | null }>(
      'select closed from chains where coin = $1',
      [coin],
    );
    return rows[0]?.closed ?? null;
  }

  it('go on while the node of another coin never answers, which closes only that coin (CHAIN-14)', async () => {
    await run(silent('BTC'), real(world.chain));
    expect([await closedOf('BTC'), await closedOf('AVAX')]).toEqual(['down', null]);
    const account = await venue.core.account();
    world.pay(await venue.addressOf(account), 500_000_000n);
    await world.mine(30);
    await expect.poll(() => venue.free(account)).toBe('5');
    const id = await venue.withdraw(account, '1', TO);
    await expect.poll(() => venue.withdrawalStage(account, id)).toBe('sent');
    await world.mine(30);
    await expect.poll(() => venue.withdrawalStage(account, id)).toBe('completed');
    await venue.audited();
  });

  it('can be requested for one coin, which has then recorded what its node reported (CHAIN-23)', async () => {
    const account = await venue.core.account();
    const address = await venue.addressOf(account);
    await run(real(world.chain));
    world.pay(address, 300_000_000n);
    await world.mine(30);
    await Promise.all([running?.round('AVAX'), running?.round('AVAX'), running?.round('XMR')]);
    expect(await venue.free(account)).toBe('3');
    world.pay(address, 100_000_000n);
    await world.mine(30);
    await running?.close();
    await running?.round('AVAX');
    expect(await venue.free(account)).toBe('3');
  });

  it('end although a node never answers, and a coin opens again by itself (CHAIN-14)', async () => {
    await run(silent('BTC'));
    await running?.close();
    expect(await closedOf('BTC')).toBe('down');
    await run(real(scriptedChain('BTC').chain));
    expect(await closedOf('BTC')).toBeNull();
  });

  it('do not start for a coin whose addresses belong to another key, and nobody gets a new one (CHAIN-17)', async () => {
    const account = await venue.core.account();
    await venue.addressOf(account);
    const other = { ...world.chain, addressOf: (number: bigint) => `other-${number}` };
    await run(real(other));
    expect(await closedOf('AVAX')).toBe('wrong-key');
    const refused = await venue.coins.freshAddress(account, 'AVAX');
    expect(refused).toMatchObject({ ok: false, code: 'DEPOSITS_DISABLED' });
    expect(refused.ok ? '' : refused.message).toContain('our wallet for it has to be checked first');
    expect(log.join('\n')).toContain('wrong-key');
    await running?.close();
    await run(real(world.chain));
    expect(await closedOf('AVAX')).toBeNull();
  });

  it('are reported to the operator: node, wallet, what waits and what is stuck (CHAIN-15)', async () => {
    await run(real(world.chain), silent('BTC'));
    const account = await venue.core.account({ AVAX: '10' });
    world.isDeaf = true;
    await venue.withdraw(account, '1', TO);
    await expect.poll(() => running?.figures.get('AVAX')?.unsent).toBe(1);
    await venue.withdraw(account, '1', TO);
    await expect.poll(() => running?.figures.get('AVAX')?.waiting).toBe(1);
    const { height } = await world.chain.tip();
    const [status] = (await running?.status().then((all) => all.filter(({ coin }) => coin === 'AVAX'))) ?? [];
    expect(status).toEqual({
      coin: 'AVAX',
      adapter: 'evm',
      closed: null,
      height,
      node: { height, tipAge: null, peers: 3, network: 'scripted', isSyncing: false },
      sender: 'here',
      isForgotten: false,
      hot: '123.456789',
      ceiling: '500',
      waiting: 1,
      waitingSince: expect.any(Date),
      waitsFor: null,
      held: 0,
      unsent: 1,
      givenUp: 0,
      unsentSince: expect.any(Date),
    });
  });

  it('build nothing while another process sends the coin, and leave that to it (CHAIN-37)', async () => {
    const given: string[] = [];
    let isFree = false;
    const sending = {
      ...onlySender,
      take: async () => isFree,
      has: () => isFree,
      give: async (coin: string) => void given.push(coin),
    };
    await runWith(sending, real(world.chain));
    const account = await venue.core.account({ AVAX: '10' });
    const id = await venue.withdraw(account, '1', TO);
    await expect.poll(() => running?.figures.get('AVAX')?.waiting).toBe(1);
    await running?.round('AVAX');
    expect(await venue.withdrawalStage(account, id)).toBe('created');
    const [status] = (await running?.status()) ?? [];
    expect(status).toMatchObject({ sender: 'nobody', isForgotten: false });
    // Nobody has sent it for a minute, which a timer should report.
    await venue.core.store.pool.query(
      `update withdrawals set created_at = now() - interval '61 seconds' where id = $1`,
      [id],
    );
    expect((await running?.status())?.[0]).toMatchObject({ sender: 'nobody', isForgotten: true });
    expect(given).toEqual([]);
    isFree = true;
    await expect.poll(() => venue.withdrawalStage(account, id)).toBe('sent');
    expect((await running?.status())?.[0]).toMatchObject({ sender: 'here', isForgotten: false });
    isElsewhere = true;
    await running?.round('AVAX');
    expect(given).toContain('AVAX');
    isElsewhere = false;
  });

  it('say why withdrawals wait: once in the log, and in the status as long as it lasts (CHAIN-29)', async () => {
    const chain: ScriptedChain['chain'] = {
      ...world.chain,
      async prepare(next) {
        if (isDear) throw new TooDearError('nobody pays that');
        return { ...(await world.chain.prepare(next)), build: () => null };
      },
    };
    let isDear = false;
    const waitsFor = () => running?.figures.get('AVAX')?.waitsFor;
    await run(real(chain));
    const account = await venue.core.account({ AVAX: '10' });
    const id = await venue.withdraw(account, '1', TO);
    await expect.poll(waitsFor).toBe('funds');
    isDear = true;
    await expect.poll(waitsFor).toBe('fee');
    await running?.close();
    const said = log.filter((line) => line.includes('withdrawals wait'));
    expect(said).toEqual([
      expect.stringContaining('too little is in the wallet that pays them'),
      expect.stringContaining('the fee is above the most that the venue pays'),
    ]);
    await run(real(world.chain));
    await expect.poll(() => venue.withdrawalStage(account, id)).toBe('sent');
    await expect.poll(waitsFor).toBeNull();
  });
});

describe('a live venue with one node that answers and one that does not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qb-'));
  const socket = join(folder, 'operator.sock');
  const keyFile = join(folder, 'key');
  let node: EvmNode;
  let down: TestVenue;
  let close = async (): Promise<void> => undefined;

  beforeAll(async () => {
    node = await startEvmNode();
    const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(5)).derive("m/44'/60'/0'").publicExtendedKey;
    down = await startVenue({
      ...LIVE,
      CHAIN_AVAX: 'evm',
      CHAIN_AVAX_URL: node.url,
      CHAIN_AVAX_XPUB: xpub,
      CHAIN_BTC: 'bitcoin',
      CHAIN_BTC_URL: 'http://127.0.0.1:9',
      CHAIN_BTC_XPUB: xpub,
      VENUE_DAILY_CEILINGS: 'AVAX:1000',
    });
    const served = await serveOperators(
      down.venue.operators,
      socket,
      createLog(() => undefined),
    );
    const key = await addedBy(down.venue.operators, 'ann');
    writeFileSync(keyFile, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    close = async () => {
      await served?.close();
      await down.close();
      await node.close();
    };
  });
  afterAll(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });

  const chains = (...args: string[]) =>
    new Promise<{ code: number; out: string; said: string }>((resolve) => {
      const words = ['--import', './scripts/typescript.mjs', 'venue/operators/cli.ts', 'chains', ...args];
      const to = ['--socket', socket, '--key-file', keyFile];
      execFile(process.execPath, [...words, ...to], (error, out, said) =>
        resolve({ code: Number(error?.code ?? 0), out, said }),
      );
    });

  it('is shown as a table, and the command exits with 1 while a coin is closed (CHAIN-15)', async () => {
    const { code, out } = await chains('status');
    const [head, ...rows] = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(head).toContain('ceiling');
    const cells = rows.map((row) => Object.fromEntries((head ?? []).map((name, at) => [name, row[at]])));
    expect(cells).toMatchObject([
      {
        coin: 'AVAX',
        state: 'open',
        adapter: 'evm',
        network: '43114',
        node: '7',
        peers: '-',
        synced: 'yes',
        sender: 'nobody',
        hot: '-',
        ceiling: '1000',
        waiting: '0',
        'given up': '0',
        stuck: '0',
      },
      { coin: 'BTC', state: 'closed: down', adapter: 'bitcoin', node: '-', synced: '-', ceiling: '-' },
    ]);
    expect(code).toBe(1);
    const json = JSON.parse((await chains('status', '--json')).out) as {
      coin: string;
      closed: string | null;
    }[];
    expect(json.map(({ coin, closed }) => [coin, closed])).toEqual([
      ['AVAX', null],
      ['BTC', 'down'],
    ]);
    // It has no key, and can still give up: the sending process builds what takes the coins back.
    expect(await chains('give-up', 'AVAX', '0x12', 'It', 'hangs')).toMatchObject({
      code: 1,
      said: expect.stringContaining('ann was confirmed less than 24 hours ago'),
    });
    expect(await chains('stop')).toMatchObject({
      code: 1,
      said: expect.stringContaining('quietbook-operator chains status'),
    });
  });

  it('is counted in the metrics, by coin only (CHAIN-16)', () => {
    const lines = down.venue.metrics().split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'quietbook_chain_open{coin="AVAX"} 1',
        'quietbook_chain_open{coin="BTC"} 0',
        'quietbook_chain_node_height{coin="AVAX"} 7',
        'quietbook_chain_lag_blocks{coin="AVAX"} 0',
        'quietbook_chain_sender{coin="AVAX"} 0',
        'quietbook_chain_withdrawals_waiting{coin="AVAX"} 0',
        'quietbook_chain_unsent{coin="AVAX"} 0',
      ]),
    );
    expect(lines.filter((line) => line.startsWith('quietbook_chain_node_height{coin="BTC"}'))).toEqual([]);
  });
});
