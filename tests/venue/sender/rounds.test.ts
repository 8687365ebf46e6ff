import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RealChain } from '../../../venue/chains/open.ts';
import type { ChainReader } from '../../../venue/chains/port.ts';
import { createLog } from '../../../venue/log.ts';
import { type Rounds, sendInRounds } from '../../../venue/sender/rounds.ts';
import type { SendingLocks } from '../../../venue/sql/sending-locks.ts';
import { type LiveCoin, startCoin } from '../../chains/venue.ts';
import { type ScriptedChain, scriptedChain } from '../chains/scripted.ts';

const TO = '0x52908400098527886E0F7030069857D2E4169EE7';

/** One right to send for each coin, for which several processes of the test compete. */
function oneRight(): () => SendingLocks {
  let holder: object | null = null;
  return () => {
    const own = {};
    return {
      async take() {
        holder ??= own;
        return holder === own;
      },
      has: () => holder === own,
      async give() {
        if (holder === own) holder = null;
      },
      close: async () => undefined,
    };
  };
}

describe('a process that only sends', () => {
  let world: ScriptedChain;
  let venue: LiveCoin;
  let account: string;
  let open: Rounds[] = [];
  let isStopped = false;
  const log: string[] = [];

  beforeAll(async () => {
    world = scriptedChain('AVAX');
    venue = await startCoin(world);
  });
  afterAll(() => venue?.close());
  beforeEach(async () => {
    account = await venue.core.account({ AVAX: '100' });
    isStopped = false;
    log.length = 0;
    await venue.follow();
  });
  afterEach(async () => {
    for (const rounds of open) await rounds.close();
    open = [];
  });

  /** Its own rounds are so far apart that the test decides when they run. */
  async function start(sending: SendingLocks, reader: ChainReader = world.chain): Promise<Rounds> {
    const chains: RealChain[] = [{ kind: 'evm', reader, sender: world.chain }];
    const rounds = await sendInRounds(chains, {
      pool: venue.core.store.pool,
      sending,
      isStopped: () => isStopped,
      now: () => new Date(),
      log: createLog((line) => log.push(line)),
      roundEvery: 1_000_000,
      patience: 1000,
    });
    open.push(rounds);
    return rounds;
  }
  const stage = (id: string): Promise<string> => venue.withdrawalStage(account, id);

  it('sends what the venue has accepted, once, and the venue completes it (CHAIN-36)', async () => {
    const rounds = await start(oneRight()());
    const id = await venue.withdraw(account, '1', TO);
    expect(await stage(id)).toBe('created');
    const built = world.built.length;
    await rounds.round('AVAX');
    await rounds.round('AVAX');
    expect([await stage(id), world.built.length]).toEqual(['sent', built + 1]);
    await venue.confirm();
    expect(await stage(id)).toBe('completed');
    expect(rounds.figures.get('AVAX')).toMatchObject({ waiting: 0, nodeHeight: expect.any(Number) });
    await venue.audited();
  });

  it("credits nothing and records no block: that is the venue's work (CHAIN-36)", async () => {
    const rounds = await start(oneRight()());
    world.pay(await venue.addressOf(account), 300_000_000n);
    await world.mine(30);
    await rounds.round('AVAX');
    expect(await venue.free(account)).toBe('100');
    await venue.follow();
    expect(await venue.free(account)).toBe('103');
  });

  it('waits for the right to send while another has it, and sends once that one has ended (CHAIN-37)', async () => {
    const right = oneRight();
    const [first, second] = [right(), right()];
    const [one, other] = [await start(first), await start(second)];
    const id = await venue.withdraw(account, '1', TO);
    await other.round('AVAX');
    expect(await stage(id)).toBe('created');
    await one.round('AVAX');
    expect(await stage(id)).toBe('sent');
    await first.give('AVAX');
    const next = await venue.withdraw(account, '1', TO);
    await other.round('AVAX');
    expect(await stage(next)).toBe('sent');
  });

  it('sends nothing while the books do not balance (CHAIN-39)', async () => {
    const rounds = await start(oneRight()());
    const id = await venue.withdraw(account, '1', TO);
    isStopped = true;
    await rounds.round('AVAX');
    expect(await stage(id)).toBe('created');
    isStopped = false;
    await rounds.round('AVAX');
    expect(await stage(id)).toBe('sent');
  });

  const { chain } = scriptedChain('AVAX');
  it.each<readonly [why: string, reason: string, reader: () => ChainReader]>([
    [
      'its node is down',
      'down',
      () => ({ ...world.chain, health: async () => ({ isOpen: false, reason: 'down' }) }),
    ],
    [
      'the addresses of users are of another key',
      'wrong-key',
      () => ({ ...world.chain, addressOf: (number) => `other-${number}` }),
    ],
    [
      'its node has another block than the venue has read',
      'until the venue has read its blocks',
      () => ({ ...world.chain, blockAt: async (at) => ({ height: at, hash: `fork-${at}`, parent: '' }) }),
    ],
    [
      'its node is behind the venue',
      'until the venue has read its blocks',
      () => ({ ...world.chain, blockAt: (height) => chain.blockAt(height) }),
    ],
  ])(
    'sends nothing while %s, says so once, and lets others send (CHAIN-37, CHAIN-41)',
    async (_, reason, reader) => {
      await venue.addressOf(account);
      await world.mine(1);
      await venue.follow();
      const sending = oneRight()();
      const id = await venue.withdraw(account, '1', TO);
      const rounds = await start(sending, reader());
      await rounds.round('AVAX');
      expect([await stage(id), sending.has('AVAX')]).toEqual(['created', false]);
      expect(log).toEqual([expect.stringContaining(reason)]);
      const other = await start(sending);
      await other.round('AVAX');
      expect(await stage(id)).toBe('sent');
    },
  );

  it('sends nothing of a coin that the venue has closed, and continues when it is open again (CHAIN-41)', async () => {
    const rounds = await start(oneRight()());
    const id = await venue.withdraw(account, '1', TO);
    await venue.core.store.pool.query(`update chains set closed = 'syncing' where coin = 'AVAX'`);
    await rounds.round('AVAX');
    expect(await stage(id)).toBe('created');
    await venue.follow();
    await rounds.round('AVAX');
    expect(await stage(id)).toBe('sent');
    expect(log).toEqual([expect.stringContaining('closed'), expect.stringContaining('is sent again')]);
  });

  it("counts as unpaid what the venue records while the node reports the wallet's balance (CHAIN-37)", async () => {
    let has = 300_000_000n;
    let isRacing = false;
    const chain = {
      ...world.chain,
      async prepare(next: Parameters<typeof world.chain.prepare>[0]) {
        const sending = { ...(await world.chain.prepare(next)), wallet: 'AVAX-small', balance: has };
        if (isRacing) {
          await world.mine(1);
          await venue.follow();
        }
        return sending;
      },
    };
    const first = await venue.withdraw(account, '2', TO);
    await venue.send(chain);
    expect(await stage(first)).toBe('sent');
    // The node still has all three: the two that were sent are in no block.
    const second = await venue.withdraw(account, '2', TO);
    isRacing = true;
    await venue.send(chain);
    has = 100_000_000n;
    await venue.send(chain);
    expect(await stage(second)).toBe('created');
    has = 200_000_000n;
    await venue.send(chain);
    expect(await stage(second)).toBe('sent');
  });
});
