import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../../venue/ledger/units.ts';
import { accepted } from '../coins/harness.ts';
import { databases } from '../databases.ts';
import { type GrinHarness, MINUTE, startGrin } from './harness.ts';

/** One event in an account's GRIN. `at` chooses among the available objects. */
type Step =
  | {
      readonly kind: 'begin' | 'receiveAgain' | 'post' | 'answer' | 'answerWrongly' | 'fail';
      readonly at: number;
    }
  | { readonly kind: 'withdraw'; readonly amount: number }
  | { readonly kind: 'mine'; readonly blocks: number }
  | { readonly kind: 'reorganise'; readonly depth: number; readonly drops: boolean }
  | { readonly kind: 'wait'; readonly minutes: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('begin', 'receiveAgain', 'post', 'answer', 'answerWrongly', 'fail'),
      at: fc.nat(20),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('withdraw'), amount: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('mine'), blocks: fc.integer({ min: 1, max: 20 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reorganise'),
      depth: fc.integer({ min: 1, max: 10 }),
      drops: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait'), minutes: fc.integer({ min: 1, max: 50 }) }),
  },
);

describe.each(databases)('generated GRIN histories on $name', (kind) => {
  let g: GrinHarness;
  beforeAll(async () => {
    g = await startGrin(kind);
  });
  afterAll(() => g.t.remove());

  /** A fresh account, and the messages exchanged for it. */
  async function begin() {
    const account = await g.account('100');
    const sent: string[] = [];
    const answered: string[] = [];
    const withdrawn: { id: string; s1: string }[] = [];
    const one = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

    async function receive(s1: string): Promise<void> {
      const outcome = await g.grin.receive(account, s1);
      if (outcome.ok && !answered.includes(outcome.value.slatepack)) answered.push(outcome.value.slatepack);
    }

    async function take(step: Step): Promise<void> {
      switch (step.kind) {
        case 'begin': {
          const s1 = await g.begin(`${1 + step.at}.5`);
          sent.push(s1);
          return receive(s1);
        }
        case 'receiveAgain': {
          const s1 = one(sent, step.at);
          return s1 === undefined ? undefined : receive(s1);
        }
        case 'post': {
          const s2 = one(answered, step.at);
          if (s2 !== undefined) accepted(await g.userWallet.finalize(s2));
          return undefined;
        }
        case 'withdraw': {
          const asked = { coin: 'GRIN', amount: String(step.amount), address: '' };
          const outcome = await g.t.coins.withdraw(account, asked, undefined);
          if (outcome.ok) withdrawn.push({ id: outcome.value.row.id, s1: outcome.value.slatepack ?? '' });
          return undefined;
        }
        case 'answer': {
          const withdrawal = one(withdrawn, step.at);
          if (!withdrawal) return undefined;
          const s2 = await g.answer(withdrawal.s1);
          // An impatient user: both at once.
          await Promise.all([
            g.grin.finalize(account, s2, undefined),
            g.grin.finalize(account, s2, undefined),
          ]);
          return undefined;
        }
        case 'answerWrongly': {
          const s2 = one(answered, step.at) ?? one(sent, step.at);
          const outcome = s2 === undefined ? null : await g.grin.finalize(account, s2, undefined);
          expect(outcome?.ok ?? false).toBe(false);
          return undefined;
        }
        case 'fail': {
          const withdrawal = one(withdrawn, step.at);
          if (withdrawal) await g.t.network.failWithdrawal(withdrawal.id);
          return undefined;
        }
        case 'mine':
          await g.t.network.mine('GRIN', step.blocks);
          return undefined;
        case 'reorganise':
          await g.t.network.reorganise('GRIN', {
            depth: step.depth,
            blocks: step.depth + 1,
            drops: step.drops,
          });
          return undefined;
        case 'wait':
          g.t.clock += step.minutes * MINUTE;
          return g.t.network.expire();
      }
    }
    return { account, take };
  }

  /** What the account must have, computed only from its own lists. */
  async function owed(account: string): Promise<string> {
    const page = { limit: 1000, offset: 0 };
    const deposits = await g.t.coins.deposits(account, page);
    const withdrawals = await g.t.coins.withdrawals(account, page);
    const given = deposits
      .filter(({ stage }) => stage === 'credited')
      .reduce((sum, { amount, fee }) => sum + BigInt(amount) - BigInt(fee), 0n);
    const covered = deposits.reduce((sum, row) => sum + BigInt(row.covered), 0n);
    const taken = withdrawals
      .filter(({ stage }) => stage !== 'failed' && stage !== 'cancelled')
      .reduce((sum, { amount, fee }) => sum + BigInt(amount) + BigInt(fee), 0n);
    return textOf(100n * 10n ** 8n + given + covered - taken);
  }

  it('every balance matches its lists, and the ledger balances after every step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 25 }), async (steps) => {
        const { account, take } = await begin();
        for (const step of steps) {
          await take(step);
          expect(await g.t.free(account, 'GRIN')).toBe(await owed(account));
        }
        expect(await g.t.core.exchange.audit()).toEqual([]);
        await g.t.network.mine('GRIN', 40);
        expect(await g.t.core.exchange.audit()).toEqual([]);
        const stages = (await g.t.coins.withdrawals(account, { limit: 1000, offset: 0 })).map(
          ({ stage }) => stage,
        );
        expect(stages).not.toContain('sent');
      }),
      { numRuns: 12 },
    );
  });
});
