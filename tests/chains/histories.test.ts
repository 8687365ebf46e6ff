import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedded, hasPostgres, postgres } from '../venue/databases.ts';
import { DEEPEST, History } from './history.ts';
import { chosenCoins, PROVING, type ProvingWorld } from './proving.ts';
import { type LiveCoin, startCoin } from './venue.ts';
import { units } from './world.ts';

/** `npm run bench -- reorgs` runs 200; `--from` continues. */
const COUNT = Number(process.env.REORG_HISTORIES ?? 2);
const FROM = Number(process.env.REORG_FROM ?? 1);
const FILLING = units('0.3');

describe.each(chosenCoins(process.env.PROVEN_COINS))('random histories of %s on a real node', (coin) => {
  let world: ProvingWorld;
  let venue: LiveCoin;
  const totals = { histories: 0, checks: 0, reorganisations: 0, deposits: 0, withdrawals: 0 };

  beforeAll(async () => {
    world = await PROVING[coin]();
    venue = await startCoin(world, world.confirmations, hasPostgres ? postgres : embedded);
    // Whatever is reorganised must be above the first block that was read.
    await world.mine(2 * DEEPEST);
    await venue.follow();
  }, 600_000);
  afterAll(async () => {
    process.stdout.write(`${coin}: ${JSON.stringify(totals)}\n`);
    await venue?.close();
    await world?.close();
  });

  it.each(Array.from({ length: COUNT }, (_, index) => FROM + index))(
    'history %i credits what is confirmed, and pays each withdrawal once (CHAIN-21)',
    async (seed) => {
      // So that withdrawals do not wait for deposits. Larger ones are spent before these.
      const funds = { [coin]: '5' };
      await world.fill(FILLING);
      await world.mine(DEEPEST + 1);
      const accounts = [await venue.core.account(funds), await venue.core.account(funds)];
      const history = new History(world, venue, accounts, seed);
      await history.run();
      expect(history.checks).toBeGreaterThan(0);
      totals.histories += 1;
      totals.checks += history.checks;
      totals.reorganisations += history.reorganisations;
      totals.deposits += history.paid.size;
      totals.withdrawals += history.withdrawn.length;
    },
    600_000,
  );
});
