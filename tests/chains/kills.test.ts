import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { random } from '../../scripts/random.ts';
import { textOf } from '../../venue/ledger/units.ts';
import { hasPostgres, postgres } from '../venue/databases.ts';
import { buildVictim, type Victim, type VictimProgram } from './kills/process.ts';
import { chosenCoins, PROVING, type ProvingWorld } from './proving.ts';
import { type LiveCoin, startCoin } from './venue.ts';

/** `npm run bench -- chain-kills` has 100 rounds; `--from` continues. */
const ROUNDS = Number(process.env.CHAIN_KILLS ?? 1);
const FROM = Number(process.env.CHAIN_KILLS_FROM ?? 1);

/**
 * In the order in which a round comes to them. Of several withdrawals some points come once each (`isEach`), and the others
 * once for all. `sent`: those that the node has when the venue has died at the first one; null while nothing is stored.
 */
const POINTS = [
  { point: 'before anything is built', isEach: false, sent: null },
  { point: 'built and not stored', isEach: true, sent: null },
  { point: 'stored, and the commit not requested', isEach: false, sent: null },
  { point: 'stored and not sent', isEach: true, sent: 0 },
  { point: 'sent, and its answer lost', isEach: true, sent: 1 },
  { point: 'sent and in a block, unknown to the venue', isEach: true, sent: 1 },
  { point: 'sent, and recorded that it was', isEach: true, sent: 1 },
] as const;

/** Withdrawals of one round. A wallet of XMR sends one at a time. */
const most = (coin: ProvingWorld['coin']): number => (coin === 'XMR' ? 1 : 3);
/** Units; a withdrawal is 10 to 29 of it, which is at least the smallest that the coin allows. */
const SHARE = { AVAX: 1_000_000n, BTC: 100_000n, XMR: 1_000_000n };
const FUNDS = '10000';
/** Readings until a withdrawal is done, each with blocks that confirm whatever came before. */
const READINGS = 4;
/** Blocks in which the payments of one round are. */
const RECENT = 16;

interface Asked {
  readonly id: string;
  readonly to: string;
  readonly amount: bigint;
}

type Verdict = 'once' | 'twice' | 'lost';

// Only a server keeps what a killed venue knew while others look at it.
describe.skipIf(!hasPostgres).each(chosenCoins(process.env.PROVEN_COINS))(
  'a venue that is killed by kill -9 while it sends %s',
  (coin) => {
    let program: VictimProgram;
    let world: ProvingWorld;
    let books: LiveCoin;
    let account: string;
    let victim: Victim;
    const totals = new Map<string, Record<Verdict | 'rounds', number>>(
      POINTS.map(({ point }) => [point, { rounds: 0, once: 0, twice: 0, lost: 0 }]),
    );

    const start = async (): Promise<Victim> => {
      const { rows } = await books.core.store.pool.query<{ name: string }>(
        'select current_database() as name',
      );
      const url = new URL(process.env.TEST_DATABASE_URL ?? '');
      url.pathname = `/${rows[0]?.name}`;
      return program.start({ databaseUrl: url.href, settings: world.settings }, () => world.mine(1));
    };

    beforeAll(async () => {
      [program, world] = await Promise.all([buildVictim(), PROVING[coin]()]);
      books = await startCoin(world, world.confirmations, postgres);
      account = await books.core.account({ [coin]: FUNDS });
      await world.fill(4500n * SHARE[coin]);
      await books.confirm();
      victim = await start();
    }, 600_000);
    afterAll(async () => {
      for (const [point, total] of totals)
        process.stdout.write(`${JSON.stringify({ coin, point, ...total })}\n`);
      victim?.kill();
      await books?.close();
      await world?.close();
      await program?.remove();
    });

    async function ask(amount: bigint): Promise<Asked> {
      const to = await world.outside();
      return { id: await books.withdraw(account, textOf(amount), to), to, amount };
    }

    /** What the node has paid, whatever the venue says of it. */
    async function verdictOf({ to, amount }: Pick<Asked, 'to' | 'amount'>): Promise<Verdict> {
      const got = await world.got(to, RECENT);
      return got === amount ? 'once' : got < amount ? 'lost' : 'twice';
    }

    const stages = (asked: readonly Asked[]): Promise<string[]> =>
      Promise.all(asked.map(({ id }) => books.withdrawalStage(account, id)));

    /** How many of them the node has, of those that are stored; null where none is. */
    async function sentOf(asked: readonly Asked[]): Promise<number | null> {
      const { rows } = await books.core.store.pool.query<{ tx_hash: string }>(
        'select tx_hash from chain_transactions where withdrawal_id = any($1)',
        [asked.map(({ id }) => id)],
      );
      if (rows.length === 0) return null;
      const places = await Promise.all(rows.map(({ tx_hash: txHash }) => world.chain.placeOf(txHash)));
      return places.filter(({ kind }) => kind !== 'unknown').length;
    }

    async function undone(): Promise<number> {
      const { rowCount } = await books.core.store.pool.query(
        'select from chain_transactions where not is_done or unsent_since is not null',
      );
      return rowCount ?? 0;
    }

    /** Blocks and rounds until nothing is on its way. */
    async function settle(asked: readonly Asked[]): Promise<void> {
      for (let reading = 0; reading < READINGS; reading += 1) {
        await world.mine(world.confirmations);
        await victim.round();
        if ((await stages(asked)).every((stage) => stage === 'completed') && (await undone()) === 0) break;
      }
      // Whatever would have been sent a second time is in a block now.
      await world.mine(1);
    }

    it.each(Array.from({ length: ROUNDS }, (_, index) => FROM + index))(
      'at each point, round %i: each withdrawal is paid once, and the ledger balances (CHAIN-04)',
      async (round) => {
        const next = random(round);
        const below = (limit: number): number => Math.floor(next() * limit);
        for (const { point, isEach, sent } of POINTS) {
          const asked: Asked[] = [];
          const count = 1 + below(most(coin));
          while (asked.length < count) asked.push(await ask(BigInt(10 + below(20)) * SHARE[coin]));
          const passes = isEach ? below(count) : 0;
          await victim.dieAt(point, passes);
          // It died there, and nowhere else.
          expect([point, await sentOf(asked)]).toEqual([point, sent === null ? null : passes + sent]);
          victim = await start();
          await settle(asked);
          const total = totals.get(point);
          if (!total) throw new Error(`no such point: ${point}`);
          total.rounds += 1;
          const verdicts = await Promise.all(asked.map(verdictOf));
          for (const verdict of verdicts) total[verdict] += 1;
          expect({ point, verdicts, stages: await stages(asked) }, victim.complaints()).toEqual({
            point,
            verdicts: asked.map(() => 'once'),
            stages: asked.map(() => 'completed'),
          });
          expect(await undone()).toBe(0);
          await books.audited();
        }
      },
      600_000,
    );

    // A wallet of XMR does not list what it pays to itself.
    it.skipIf(coin === 'XMR')('and a second payment, and one that is missing, would be seen', async () => {
      const [to, amount] = [await world.outside(), 10n * SHARE[coin]];
      expect(await verdictOf({ to, amount })).toBe('lost');
      for (const verdict of ['once', 'twice']) {
        await world.pay(to, amount);
        await world.mine(1);
        expect(await verdictOf({ to, amount })).toBe(verdict);
      }
    });
  },
);
