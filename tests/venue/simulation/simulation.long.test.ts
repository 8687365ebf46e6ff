import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../venue/random.ts';
import { missedStops } from '../core/harness.ts';
import { World } from './world.ts';

/**
 * Operations of every kind on the venue's real core, with simulated time. `SIMULATED_OPERATIONS=1000000` runs as many
 * as promised; `SIMULATION_SEED` starts with the seed that a failing run has printed.
 */
const OPERATIONS = Number(process.env.SIMULATED_OPERATIONS ?? '500');
const FIRST_SEED = Number(process.env.SIMULATION_SEED ?? '1');
/** Operations of one world: each starts on an empty database, because its whole journal is audited at its end. */
const WORLD = 10_000;
/** Concurrent operations, at most: they are settled together, as under load. */
const AT_ONCE = 32;

interface Told {
  readonly operations: number;
  readonly entries: number;
  /** What happened, without the random ids of the venue. */
  readonly digest: string;
  readonly answers: ReadonlyMap<string, number>;
}

/** Runs one world to its end. @throws Error that names the seed and the last operations, if anything is wrong. */
async function simulate(seed: number, operations: number): Promise<Told> {
  const random = createRandom(`simulation-${seed}`);
  const digest = createHash('sha256');
  const answers = new Map<string, number>();
  const world = await World.open(random);
  try {
    let done = 0;
    while (done < operations) {
      const lines = await world.turn(Math.min(random.whole(1, AT_ONCE), operations - done));
      const findings = await world.journal.catchUp();
      if (findings.length > 0) throw new Error(told(seed, done, [...findings, ...lines]));
      done += lines.length;
      for (const line of lines) {
        digest.update(line);
        const answer = `${line.split(' ')[0]} ${/: ([A-Z_a-z]+)/.exec(line)?.[1]}`;
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
      }
    }
    const findings = [...(await world.exchange.audit()), ...(await missedStops(world.query))];
    if (findings.length > 0) throw new Error(told(seed, done, findings));
    return { operations: done, entries: world.journal.entries, digest: digest.digest('hex'), answers };
  } finally {
    await world.close();
  }
}

const told = (seed: number, done: number, lines: readonly string[]): string =>
  `SIMULATION_SEED=${seed}, after ${done} operations:\n${lines.join('\n')}`;

/** Progress of a full run, because worlds take long. */
function report(line: string): void {
  if (OPERATIONS > WORLD) process.stdout.write(`${line}\n`);
}

describe('the simulated venue', () => {
  test(`${OPERATIONS} operations: after every one the books balance, nothing is negative, and the journal replays`, async () => {
    const answers = new Map<string, number>();
    let [done, entries] = [0, 0];
    const started = performance.now();
    for (let seed = FIRST_SEED; done < OPERATIONS; seed += 1) {
      const world = await simulate(seed, Math.min(WORLD, OPERATIONS - done));
      done += world.operations;
      entries += world.entries;
      for (const [answer, count] of world.answers) answers.set(answer, (answers.get(answer) ?? 0) + count);
      report(`${done} operations, ${entries} entries of the journal`);
    }
    expect(done).toBe(OPERATIONS);
    // Every kind of operation has done something; the rare ones only in a long run.
    for (const seen of [
      'limit ok',
      'limit IOC',
      'limit FOK',
      'limit POST_ONLY_WOULD_TRADE',
      'limit WAITING',
      'limit iceberg',
      'limit oco',
      ...(OPERATIONS > WORLD ? ['market WAITING'] : []),
      'market trails',
      'market ok',
      'amend ok',
      'cancel ok',
      'pay ok',
      'withdraw ok',
      'mine height',
      ...(OPERATIONS > WORLD ? ['reorganise height', 'fail true', 'grin ok', 'decide ok', 'wait ok'] : []),
    ])
      expect([...answers.keys()]).toContain(seen);
    const counts = [...answers]
      .map(([answer, count]) => `${answer} ${count}`)
      .toSorted((a, b) => a.localeCompare(b));
    report(`${Math.round((performance.now() - started) / 1000)} s: ${counts.join(', ')}`);
  }, 21_600_000);

  test('a seed repeats its run, operation by operation', async () => {
    const [first, again] = [await simulate(7, 120), await simulate(7, 120)];
    expect(again.digest).toBe(first.digest);
    expect((await simulate(8, 120)).digest).not.toBe(first.digest);
  });

  test('a single unit from nowhere is noticed at once', async () => {
    const world = await World.open(createRandom('planted'));
    try {
      await world.turn(5);
      expect(await world.journal.catchUp()).toEqual([]);
      await world.query(
        `update balances set available = available + 1 where ctid = (select ctid from balances where currency = 'BTC' limit 1)`,
      );
      expect((await world.journal.catchUp()).join('\n')).toMatch(
        / BTC is \d+ and \d+ held; the journal says/,
      );
      await world.query(
        `update balances set available = available - 1 where ctid = (select ctid from balances where currency = 'BTC' and ctid = (select max(ctid) from balances where currency = 'BTC'))`,
      );
      for (const table of ['postings', 'entries'])
        await world.query(`alter table ${table} disable trigger append_only`);
      await world.query(`update postings set available = available + 1 where currency = 'XMR'`);
      // They are read again.
      await world.query('update entries set place = default');
      expect((await world.journal.catchUp()).join('\n')).toMatch(
        /entry [0-9a-f-]{36}: XMR sums to [12] units/,
      );
    } finally {
      await world.close();
    }
  });
});
