import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../../venue/random.ts';
import { databases } from '../databases.ts';
import { accepted, codeOf, type CoinsHarness, OUTSIDE, startCoins } from './harness.ts';

/**
 * Generated histories of a chain: payments, blocks, reorganisations of every depth, withdrawals inside and outside,
 * failures. After every step the whole ledger is audited, and a model that knows only blocks says what every account
 * should have.
 */
const STEPS = 60;
const REQUIRED = 6;
const FEE = 10_000n;
const LEAST = 10_000n;
const START = 100_000_000n;

const ANSWERS = new Set(['accepted', 'INSUFFICIENT_BALANCE', 'BELOW_MINIMUM_WITHDRAWAL', 'DEPOSIT_UNDONE']);

interface Payment {
  readonly owner: number;
  readonly amount: bigint;
  /** Null while it waits for a block. */
  height: number | null;
  isDropped: boolean;
  /** The venue sends its own again. */
  readonly isOurs: boolean;
}

interface Leaving {
  readonly id: string;
  readonly from: number;
  readonly amount: bigint;
  /** Its payment, once it has left. */
  payment: Payment | null;
  readonly to: number | null;
  isFailed: boolean;
}

/** Blocks and payments, without any ledger. */
class Model {
  height = 0;
  readonly payments: Payment[] = [];
  readonly leaving: Leaving[] = [];

  /** @param owing accounts that owe for an undone deposit: withdrawals that they started do not leave. */
  mine(blocks: number, owing: ReadonlySet<number>): void {
    for (const withdrawal of this.leaving) {
      if (withdrawal.payment || withdrawal.isFailed) continue;
      if (owing.has(withdrawal.from)) {
        withdrawal.isFailed = true;
        continue;
      }
      withdrawal.payment = {
        owner: withdrawal.to ?? -1,
        amount: withdrawal.amount,
        height: null,
        isDropped: false,
        isOurs: true,
      };
      this.payments.push(withdrawal.payment);
    }
    for (const payment of this.payments)
      if (payment.height === null && !payment.isDropped) payment.height = this.height + 1;
    this.height += blocks;
  }

  reorganise(depth: number, blocks: number, drops: boolean): void {
    this.height -= depth;
    for (const payment of this.payments) {
      if (payment.height === null || payment.height <= this.height) continue;
      payment.height = null;
      payment.isDropped = drops && !payment.isOurs;
    }
    this.height += blocks;
  }

  isConfirmed = ({ height, isDropped }: Payment): boolean =>
    !isDropped && height !== null && this.height - height + 1 >= REQUIRED;

  confirmed(owner: number): bigint {
    return this.payments
      .filter((payment) => payment.owner === owner && payment.amount >= LEAST && this.isConfirmed(payment))
      .reduce((sum, { amount }) => sum + amount, 0n);
  }

  gone(owner: number): bigint {
    return this.leaving
      .filter(({ from, isFailed }) => from === owner && !isFailed)
      .reduce((sum, { amount }) => sum + amount + FEE, 0n);
  }
}

const units = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
};
const text = (amount: bigint): string =>
  `${amount / 100_000_000n}.${String(amount % 100_000_000n).padStart(8, '0')}`;

describe.each(databases)('histories of a chain on $name', (kind) => {
  let t: CoinsHarness;
  beforeAll(async () => {
    t = await startCoins(kind);
  });
  afterAll(() => t.remove());

  async function coveredOf(account: string): Promise<bigint> {
    const { rows } = await t.core.store.pool.query<{ covered: string }>(
      'select coalesce(sum(covered), 0)::text as covered from deposits where account_id = $1',
      [account],
    );
    return BigInt(rows[0]?.covered ?? '0');
  }

  async function owingOf(accounts: readonly string[]): Promise<ReadonlySet<number>> {
    const covered = await Promise.all(accounts.map(coveredOf));
    return new Set(covered.flatMap((units, who) => (units > 0n ? [who] : [])));
  }

  /** Somebody pays, or asks to withdraw, or a block is found, or many are lost. */
  async function step(random: Random, model: Model, accounts: readonly string[]): Promise<string> {
    const who = random.whole(0, accounts.length - 1);
    const account = accounts[who] ?? '';
    const dice = random.next();
    if (dice < 0.25) {
      const amount = BigInt(random.whole(1, 8)) * 10n ** BigInt(random.whole(3, 7));
      await t.pay(account, 'BTC', text(amount));
      model.payments.push({ owner: who, amount, height: null, isDropped: false, isOurs: false });
      return `pay ${who} ${amount}`;
    }
    if (dice < 0.5) {
      const to = random.next() < 0.4 ? random.whole(0, accounts.length - 1) : null;
      const address =
        to === null ? OUTSIDE.BTC : accepted(await t.coins.depositAddress(accounts[to] ?? '', 'BTC')).address;
      const free = units(await t.free(account, 'BTC'));
      const amount = random.next() < 0.3 ? free - FEE : BigInt(random.whole(50_000, 90_000_000));
      if (amount <= 0n) return 'nothing to withdraw';
      const asked = { coin: 'BTC', amount: text(amount), address };
      const outcome = await t.coins.withdraw(account, asked, undefined);
      if (outcome.ok) {
        const { id } = outcome.value.row;
        model.leaving.push({ id, from: who, amount, payment: null, to, isFailed: false });
      }
      return `withdraw ${who} ${amount} to ${to}: ${codeOf(outcome)}`;
    }
    if (dice < 0.75) {
      const blocks = random.whole(1, REQUIRED + 2);
      const owing = await owingOf(accounts);
      await t.network.mine('BTC', blocks);
      model.mine(blocks, owing);
      return `mine ${blocks}`;
    }
    if (dice < 0.92) {
      const depth = random.whole(1, random.next() < 0.3 ? 3 * REQUIRED : REQUIRED);
      const [blocks, drops] = [depth + random.whole(-1, 2), random.next() < 0.4];
      await t.network.reorganise('BTC', { depth, blocks, drops });
      model.reorganise(depth, blocks, drops);
      return `reorganise ${depth} ${blocks} ${drops}`;
    }
    const withdrawal = model.leaving[random.whole(0, model.leaving.length - 1)];
    if (!withdrawal) return 'nothing to fail';
    const isFailed = await t.network.failWithdrawal(withdrawal.id);
    const payment = withdrawal.payment;
    const isPossible = !withdrawal.isFailed && (payment === null || payment.height === null);
    if (isFailed !== isPossible) return `UNEXPECTED fail: ${isFailed}`;
    if (isFailed) {
      withdrawal.isFailed = true;
      if (payment) payment.isDropped = true;
    }
    return `fail: ${isFailed}`;
  }

  /** Actual state, and what the model expects. */
  async function compared(model: Model, accounts: readonly string[]) {
    const found: string[] = await t.core.exchange.audit();
    const wanted: string[] = [];
    for (const [who, account] of accounts.entries()) {
      // What was spent of undone payments is the venue's loss, never the account's debt.
      const due = START + model.confirmed(who) - model.gone(who) + (await coveredOf(account));
      found.push(`${who} has ${units(await t.free(account, 'BTC'))}`);
      wanted.push(`${who} has ${due < 0n ? 'never less than nothing' : due}`);
    }
    const page = { limit: 1000, offset: 0 };
    const lists = await Promise.all(accounts.map((account) => t.coins.withdrawals(account, page)));
    const stages = lists.map((list) => new Map(list.map(({ id, stage }) => [id, stage])));
    for (const withdrawal of model.leaving) {
      const isDone = withdrawal.payment !== null && model.isConfirmed(withdrawal.payment);
      const open = withdrawal.payment ? 'sent' : 'created';
      found.push(stages[withdrawal.from]?.get(withdrawal.id) ?? 'not there');
      wanted.push(withdrawal.isFailed ? 'failed' : isDone ? 'completed' : open);
    }
    return { found, wanted };
  }

  test.each([1, 2, 3])(
    'every account has what its chain confirms, after every step (seed %i)',
    async (seed) => {
      const random = createRandom(`histories-${seed}`);
      const model = new Model();
      const accounts = await Promise.all([0, 1, 2].map(() => t.account({ BTC: text(START) })));
      // Below every block of this history, so that no reorganisation reaches earlier ones.
      await t.network.mine('BTC', 100);
      model.mine(100, new Set());
      const lines: string[] = [];
      for (let count = 0; count < STEPS; count += 1) {
        lines.push(await step(random, model, accounts));
        const { found, wanted } = await compared(model, accounts);
        const history = lines.slice(-12);
        expect({ history, found }).toEqual({ history, found: wanted });
      }
      expect(lines.filter((line) => line.startsWith('UNEXPECTED'))).toEqual([]);
      const codes = new Set(lines.flatMap((line) => /: ([A-Z_]+|accepted)$/.exec(line)?.[1] ?? []));
      expect([...codes].filter((code) => !ANSWERS.has(code))).toEqual([]);
    },
  );
});
