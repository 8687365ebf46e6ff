import assert from 'node:assert/strict';
import { random } from '../../scripts/random.ts';
import { textOf } from '../../venue/ledger/units.ts';
import { hasPostgres } from '../venue/databases.ts';
import type { ProvingWorld } from './proving.ts';
import type { LiveCoin } from './venue.ts';

const STEPS = 12;
/** Blocks; the ring of a transaction of XMR is safe above ten. */
export const DEEPEST = 5;
/** Rounds of sending, each confirmed, after which nothing may be on its way. */
const LAST_ROUNDS = 8;
const UNIT = 1_000_000n;

interface Paid {
  readonly account: string;
  readonly amount: bigint;
}

/** One random history: what is paid, withdrawn and lost, with a check after whatever the venue has read. */
export class History {
  readonly paid = new Map<string, Paid>();
  readonly withdrawn: {
    readonly account: string;
    readonly id: string;
    readonly to: string;
    readonly amount: bigint;
  }[] = [];
  checks = 0;
  reorganisations = 0;
  private readonly world: ProvingWorld;
  private readonly venue: LiveCoin;
  private readonly accounts: readonly string[];
  private readonly next: () => number;

  constructor(world: ProvingWorld, venue: LiveCoin, accounts: readonly string[], seed: number) {
    this.world = world;
    this.venue = venue;
    this.accounts = accounts;
    this.next = random(seed);
  }

  private below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  private one<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)];
    if (found === undefined) throw new Error('an empty list');
    return found;
  }

  private readonly steps: readonly (readonly [share: number, act: () => Promise<unknown>])[] = [
    [5, () => this.pay()],
    [5, () => this.world.mine(1 + this.below(4))],
    [4, () => this.reorganise()],
    [2, () => this.resend()],
    [4, () => this.withdraw()],
    [4, () => this.venue.send()],
    // Only a server keeps what the venue knew.
    [1, async () => (hasPostgres ? this.venue.restart() : undefined)],
  ];

  async run(): Promise<void> {
    const all = this.steps.flatMap(([share, act]) => Array.from({ length: share }, () => act));
    for (let step = 0; step < STEPS; step += 1) {
      await this.one(all)();
      // At times the venue sleeps through what happens.
      if (this.below(4) > 0) await this.check();
    }
    await this.finish();
  }

  private async pay(): Promise<void> {
    const account = this.one(this.accounts);
    const amount = BigInt(10 + this.below(40)) * UNIT;
    const txHash = await this.world.pay(await this.venue.addressOf(account), amount);
    if (txHash !== null) this.paid.set(txHash, { account, amount });
  }

  private async reorganise(): Promise<void> {
    this.reorganisations += 1;
    await this.world.reorganise(1 + this.below(DEEPEST));
  }

  private async resend(): Promise<void> {
    if (this.paid.size > 0) await this.world.resend(this.one([...this.paid.keys()]));
  }

  private async withdraw(): Promise<void> {
    const account = this.one(this.accounts);
    const amount = BigInt(10 + this.below(20)) * UNIT;
    const to = await this.world.outside();
    const request = { coin: this.world.coin, amount: textOf(amount), address: to };
    const asked = await this.venue.coins.withdraw(account, request, `${to} once`);
    // Too little is there, or a deposit that was spent has been lost.
    if (asked.ok) this.withdrawn.push({ account, id: asked.value.row.id, to, amount });
  }

  private async credited(): Promise<ReadonlyMap<string, bigint>> {
    const { rows } = await this.venue.core.store.pool.query<{ account_id: string; sum: string }>(
      `select account_id, sum(amount) from deposits where stage = 'credited' and account_id = any($1)
       group by account_id`,
      [this.accounts],
    );
    return new Map(rows.map(({ account_id: account, sum }) => [account, BigInt(sum)]));
  }

  private async confirmed(): Promise<ReadonlyMap<string, bigint>> {
    const sums = new Map<string, bigint>();
    for (const [txHash, { account, amount }] of this.paid)
      if ((await this.world.depthOf(txHash)) >= this.world.confirmations)
        sums.set(account, (sums.get(account) ?? 0n) + amount);
    return sums;
  }

  /** What is credited is what the node itself says is deep enough: no more, and no less. */
  private async check(): Promise<void> {
    this.checks += 1;
    assert.equal(await this.venue.follow(), null);
    assert.deepEqual(await this.credited(), await this.confirmed());
    await this.venue.audited();
  }

  private async stages(): Promise<string[]> {
    return Promise.all(this.withdrawn.map(({ account, id }) => this.venue.withdrawalStage(account, id)));
  }

  private async finish(): Promise<void> {
    // A withdrawal that spends what a reorganisation took away waits until it is there again. One may spend another.
    for (const txHash of this.paid.keys())
      if ((await this.world.depthOf(txHash)) === 0) await this.world.resend(txHash);
    for (let round = 0; round < LAST_ROUNDS; round += 1) {
      await this.venue.follow();
      await this.venue.send();
      await this.world.mine(this.world.confirmations);
      await this.check();
      const open = (await this.stages()).filter((stage) => stage !== 'completed' && stage !== 'failed');
      if (round > 0 && open.length === 0) break;
    }
    // Later histories reorganise no block of this one.
    await this.world.mine(DEEPEST + 1);
    await this.check();
    const stages = await this.stages();
    for (const [index, { to, amount }] of this.withdrawn.entries()) {
      const isPaid = stages[index] === 'completed';
      assert.ok(isPaid || stages[index] === 'failed', `a withdrawal is ${stages[index]} in the end`);
      assert.equal(await this.world.got(to), isPaid ? amount : 0n);
    }
  }
}
