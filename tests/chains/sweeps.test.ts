import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Chain, Crash, crash, type Death, deathsAfterSending } from './crashPoints.ts';
import { startTokenVenue, TOKEN, type TokenVenue } from './tokenWorld.ts';
import { GWEI, REPLACE_AFTER, units } from './world.ts';

let venue: TokenVenue;
let account: string;
let address: string;

beforeAll(async () => {
  venue = await startTokenVenue();
  await venue.pay(venue.wallet, units('10'));
  await venue.mine(1);
  await venue.send();
});
afterAll(() => venue?.close());
beforeEach(async () => {
  await baseFee(GWEI);
  account = await venue.core.account();
  address = await venue.addressOf(account);
});

async function deposit(amount: string): Promise<void> {
  await venue.payTokens(TOKEN, [address, units(amount)]);
  await venue.mine(1);
  await venue.confirm();
}

/** Of the next block. */
const baseFee = async (wei: bigint): Promise<void> =>
  void (await venue.anvil.call('anvil_setNextBlockBaseFeePerGas', `0x${wei.toString(16)}`));

/** One round, and what it sent is deep in the chain. @param through another adapter, such as one that crashes. */
async function round(through = venue.chain): Promise<void> {
  await venue.send(through);
  await venue.mine(1);
  await venue.confirm();
}

async function finish(): Promise<void> {
  for (let count = 0; count < 4; count += 1) await round();
}

/** What was stored for the address, in its order. */
async function steps(): Promise<('gas' | 'sweep')[]> {
  const { rows } = await venue.core.store.pool.query<{ is_gas: boolean }>(
    `select t.is_gas from chain_transactions t
       join deposit_addresses a on a.coin = t.coin and a.number = t.address_number
     where a.address = $1 order by t.created_at, t.is_gas desc`,
    [address],
  );
  return rows.map((row) => (row.is_gas ? 'gas' : 'sweep'));
}

const awaitsSweep = async (): Promise<boolean[]> =>
  (await venue.coins.deposits(account, { limit: 10, offset: 0 })).map((row) => row.awaits_sweep);

const tokensGot = async (during: () => Promise<void>): Promise<bigint> => {
  const before = await venue.held(venue.wallet);
  await during();
  return (await venue.held(venue.wallet)) - before;
};

describe('tokens on a deposit address', () => {
  it('are moved into the wallet that pays, after what their fee takes has come (CHAIN-26)', async () => {
    await deposit('60');
    expect([await venue.free(account), await awaitsSweep()]).toEqual(['60', [true]]);
    await round();
    expect([await steps(), await venue.held(address)]).toEqual([['gas'], units('60')]);
    expect(await venue.balance(address)).toBeGreaterThan(0n);
    const got = await tokensGot(async () => {
      await venue.send();
      await venue.mine(1);
      await venue.follow();
      expect(await awaitsSweep()).toEqual([true]);
      await finish();
    });
    expect([got, await venue.held(address), await steps()]).toEqual([units('60'), 0n, ['gas', 'sweep']]);
    expect(await awaitsSweep()).toEqual([false]);
    expect(await venue.free(account)).toBe('60');
    await venue.audited();
  });

  it('get no more for their fee than the transfer may cost (CHAIN-26)', async () => {
    await deposit('60');
    await round();
    const given = BigInt(String(await venue.anvil.call('eth_getBalance', address, 'latest')));
    expect(given).toBeLessThanOrEqual(120_000n * 3n * GWEI);
    await finish();
    expect(await venue.held(address)).toBe(0n);
  });

  it('wait while they are below the minimum, and go together with what comes later (CHAIN-26)', async () => {
    await deposit('30');
    await finish();
    expect([await steps(), await awaitsSweep()]).toEqual([[], [true]]);
    await deposit('30');
    const got = await tokensGot(finish);
    expect([got, await steps(), await awaitsSweep()]).toEqual([
      units('60'),
      ['gas', 'sweep'],
      [false, false],
    ]);
    await venue.audited();
  });

  it('that come while others are being moved are moved after those (CHAIN-26)', async () => {
    await deposit('60');
    await round();
    await venue.payTokens(TOKEN, [address, units('70')]);
    await venue.mine(1);
    await venue.send();
    await venue.mine(1);
    await venue.follow();
    expect([await venue.held(address), await awaitsSweep()]).toEqual([units('70'), [false, true]]);
    await venue.confirm();
    await venue.send();
    expect(await awaitsSweep()).toEqual([true, false]);
    await finish();
    expect([await venue.held(address), await awaitsSweep()]).toEqual([0n, [false, false]]);
    await venue.audited();
  });

  it('wait while the wallet that pays has nothing for their fee, and withdrawals go first (CHAIN-26)', async () => {
    await deposit('60');
    const had = `0x${BigInt(String(await venue.anvil.call('eth_getBalance', venue.wallet, 'latest'))).toString(16)}`;
    await venue.anvil.call('anvil_setBalance', venue.wallet, '0x10000');
    await finish();
    expect(await steps()).toEqual([]);
    await venue.anvil.call('anvil_setBalance', venue.wallet, had);
    await finish();
    expect([await steps(), await venue.held(address)]).toEqual([['gas', 'sweep'], 0n]);
  });

  it('go at the new price, if a more expensive network accepts it, with what they were given (CHAIN-26)', async () => {
    await deposit('60');
    await baseFee(10n * GWEI);
    await venue.mine(1);
    await round();
    // What was given is for twice the base fee of then.
    await baseFee(15n * GWEI);
    await venue.mine(1);
    await venue.follow();
    await finish();
    expect([await steps(), await venue.held(address)]).toEqual([['gas', 'sweep'], 0n]);
  });

  it('get the difference when fees rise after the first of it has come (CHAIN-26)', async () => {
    await deposit('60');
    await venue.send();
    await venue.mine(1);
    await venue.confirm();
    await baseFee(40n * GWEI);
    await venue.mine(1);
    await venue.follow();
    await finish();
    expect([await steps(), await venue.held(address), await awaitsSweep()]).toEqual([
      ['gas', 'gas', 'sweep'],
      0n,
      [false],
    ]);
    await venue.audited();
  });

  it('whose transfer has become too cheap get what a higher fee takes, and go once (CHAIN-26, CHAIN-27)', async () => {
    await deposit('60');
    await round();
    const got = await tokensGot(async () => {
      await venue.send();
      expect(await steps()).toEqual(['gas', 'sweep']);
      await baseFee(60n * GWEI);
      await venue.mine(1);
      await venue.follow();
      expect(await venue.held(address)).toBe(units('60'));
      venue.pass(REPLACE_AFTER);
      for (let count = 0; count < 5; count += 1) {
        await venue.send();
        await baseFee(60n * GWEI);
        await venue.mine(1);
        await venue.follow();
        venue.pass(REPLACE_AFTER);
      }
      await finish();
    });
    expect(got).toBe(units('60'));
    expect((await steps()).toSorted()).toEqual(['gas', 'gas', 'sweep']);
    expect(await awaitsSweep()).toEqual([false]);
    await venue.audited();
  });
});

const DEATHS: readonly Death[] = [
  ['before anything is built', (chain) => ({ ...chain, prepareSweep: async () => crash() })],
  [
    'built and not stored',
    (chain) => ({
      ...chain,
      async prepareSweep(number, height) {
        const sweep = await chain.prepareSweep(number, height);
        return sweep && { ...sweep, build: () => crash() };
      },
    }),
  ],
  ['stored and not sent', (chain) => ({ ...chain, send: async () => crash(), placeOf: async () => crash() })],
  ...deathsAfterSending(() => venue.mine(1)),
];

describe('a venue that dies while it moves tokens moves them once (CHAIN-26)', () => {
  const die = (dying: (chain: Chain) => Chain) =>
    venue.send(dying(venue.chain)).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });

  it.each(DEATHS)('at their fee: %s', async (_, dying) => {
    await deposit('60');
    await die(dying);
    const got = await tokensGot(finish);
    expect([got, await steps()]).toEqual([units('60'), ['gas', 'sweep']]);
    await venue.audited();
  });

  it.each(DEATHS)('at their transfer: %s', async (_, dying) => {
    await deposit('60');
    await round();
    const got = await tokensGot(async () => {
      await die(dying);
      await finish();
    });
    expect([got, await steps()]).toEqual([units('60'), ['gas', 'sweep']]);
    await venue.audited();
  });

  it('and so do three venues that all think that they send', async () => {
    await deposit('60');
    const got = await tokensGot(async () => {
      for (let count = 0; count < 3; count += 1) {
        await Promise.all([venue.send(), venue.send(), venue.send()]);
        await venue.mine(1);
        await venue.confirm();
      }
      await finish();
    });
    expect([got, await steps()]).toEqual([units('60'), ['gas', 'sweep']]);
    await venue.audited();
  });
});
