import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TYPESCRIPT } from '../../scripts/process.ts';
import { units } from './world.ts';
import { hasPostgres, postgres, type TestDatabase } from '../venue/databases.ts';
import { type Dying, POINT_NAMES } from './dying.ts';
import { chosenCoins, PROVING, type ProvingWorld } from './proving.ts';
import { type LiveCoin, startCoin } from './venue.ts';

/** At each point of each chain; `npm run bench -- chainKills` runs 100. */
const KILLS = Number(process.env.CHAIN_KILLS ?? 1);
const PROGRAM = fileURLToPath(new URL('dying.ts', import.meta.url));
const LAST_ROUNDS = 6;

/** @returns the signal that ended it. */
async function runDying(given: Dying, mine: () => Promise<void>): Promise<string> {
  const child = fork(PROGRAM, [], { execArgv: TYPESCRIPT, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let mined: Promise<void> = Promise.resolve();
  child.on('message', (said) => {
    if (said === 'ready') child.send(given);
    else
      mined = mined.then(mine).then(() => {
        if (child.connected) child.send('mined');
      });
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  await mined;
  return signal ?? `code ${code}`;
}

// The venue and the process that dies share a database, which takes a server.
describe.runIf(hasPostgres).each(chosenCoins(process.env.PROVEN_COINS))(
  'a venue of %s that is killed with kill -9',
  (coin) => {
    let world: ProvingWorld;
    let venue: LiveCoin;
    let database: TestDatabase;
    let account: string;
    let kills = 0;

    beforeAll(async () => {
      world = await PROVING[coin]();
      database = await postgres.create();
      const shared = { ...postgres, create: async () => database };
      venue = await startCoin(world, world.confirmations, shared);
      account = await venue.core.account({ [coin]: '100000' });
      await world.mine(world.confirmations);
      await venue.follow();
    }, 600_000);
    afterAll(async () => {
      process.stdout.write(`${coin}: ${kills} kills\n`);
      await venue?.close();
      await world?.close();
    });

    it.each(POINT_NAMES)(
      '%s: one transaction is on the node (CHAIN-22)',
      async (point) => {
        for (let kill = 0; kill < KILLS; kill += 1) {
          const to = await world.outside();
          const id = await venue.withdraw(account, '0.5', to);
          const { databaseUrl = '' } = database.options;
          const died = await runDying({ databaseUrl, settings: world.settings, point }, () =>
            world.mine(world.confirmations - 1),
          );
          expect(died).toBe('SIGKILL');
          kills += 1;
          for (let round = 0; round < LAST_ROUNDS; round += 1) {
            await venue.follow();
            await venue.send();
            if ((await venue.withdrawalStage(account, id)) === 'completed') break;
            await world.mine(world.confirmations);
          }
          expect(await venue.withdrawalStage(account, id)).toBe('completed');
          expect(await world.got(to)).toBe(units('0.5'));
          await venue.audited();
        }
      },
      24 * 3_600_000,
    );
  },
);
