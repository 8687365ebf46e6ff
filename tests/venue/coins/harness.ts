import { randomUUID } from 'node:crypto';
import { createTwoFactor, type TwoFactor } from '../../../venue/accounts/twoFactor.ts';
import { type Ceilings, NO_CEILINGS } from '../../../venue/coins/ceilings.ts';
import { createCoins, type Coins } from '../../../venue/coins/coins.ts';
import { openKeys } from '../../../venue/coins/keys.ts';
import { type Network, openNetwork } from '../../../venue/coins/network.ts';
import type { OpenedWithdrawal } from '../../../venue/coins/requests.ts';
import type { Signing } from '../../../venue/coins/withdrawals.ts';
import type { Outcome } from '../../../venue/exchange.ts';
import type { FeeQuotes } from '../../../venue/fees/feed.ts';
import { textOf, unitsOf } from '../../../venue/ledger/units.ts';
import { type Harness, startCore } from '../core/harness.ts';
import { testBox } from '../secrets/box.ts';
import type { DatabaseKind } from '../databases.ts';

/** Addresses that belong to nobody here, one for each coin. */
export const OUTSIDE = {
  BTC: 'bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv',
  XMR: '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  AVAX: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
} as const;

/** Fees that a test sets, by coin. */
export const FEES: Readonly<Record<string, FeeQuotes>> = {
  BTC: { current: '0.0001', recent: ['0.0001', '0.00008'] },
  XMR: { current: '0.0002', recent: ['0.0002'] },
  USDT: { current: '0.39', recent: ['0.39'] },
  AVAX: { current: '0.001', recent: ['0.001'] },
  GRIN: { current: '0.023', recent: ['0.023'] },
};

export interface CoinsHarness {
  readonly core: Harness;
  readonly coins: Coins;
  readonly network: Network;
  readonly twoFactor: TwoFactor;
  /** Epoch milliseconds of the venue's clock, which stands still. */
  clock: number;
  /** A new account with the given amounts by coin. */
  account(funds?: Readonly<Record<string, string>>): Promise<string>;
  /** The free balance. */
  free(account: string, coin: string): Promise<string>;
  /** Pays from outside to the account's own address. @returns the deposit's id. */
  pay(account: string, coin: string, amount: string): Promise<string>;
  /** The current stage of the deposit. */
  depositStage(account: string, id: string): Promise<string>;
  withdrawalStage(account: string, id: string): Promise<string>;
  remove(): Promise<void>;
}

/** A venue's coins on a fresh database: no HTTP, no running clock, constant fees. */
export async function startCoins(
  kind: DatabaseKind,
  signings: ReadonlyMap<string, Signing> = new Map(),
  ceilings: Ceilings = NO_CEILINGS,
): Promise<CoinsHarness> {
  const core = await startCore(kind);
  const { pool } = core.store;
  const now = (): Date => new Date(harness.clock);
  const feeOf = (coin: string): bigint => unitsOf(FEES[coin]?.current ?? '0') ?? 0n;
  const network = await openNetwork(pool, now, () => false, feeOf);
  const twoFactor = createTwoFactor(pool, () => harness.clock, testBox);
  const coins = createCoins({
    pool,
    keys: await openKeys(pool, testBox),
    fees: { quotes: (coin) => FEES[coin] },
    signings,
    ceilings,
    hasChains: true,
    reauthenticate: twoFactor.reauthenticate,
    now,
  });
  const harness: CoinsHarness = {
    core,
    coins,
    network,
    twoFactor,
    clock: Date.UTC(2026, 10, 21),
    account: (funds) => core.account(funds),
    async free(account, coin) {
      const { rows } = await pool.query<{ available: string }>(
        'select available from balances where account_id = $1 and currency = $2',
        [account, coin],
      );
      return textOf(BigInt(rows[0]?.available ?? '0'));
    },
    async pay(account, coin, amount) {
      const { address } = accepted(await coins.depositAddress(account, coin));
      const hash = accepted(await network.pay(coin, address, unitsOf(amount) ?? 0n));
      const found = (await coins.deposits(account, { limit: 1000, offset: 0 })).find(
        ({ tx_hash }) => tx_hash === hash,
      );
      if (!found) throw new Error('the payment is no deposit');
      return found.id;
    },
    depositStage: async (account, id) => accepted(await coins.deposit(account, id)).stage,
    withdrawalStage: async (account, id) => accepted(await coins.withdrawal(account, id)).row.stage,
    remove: () => core.remove(),
  };
  return harness;
}

export function accepted<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused: ${outcome.code} ${outcome.message}`);
  return outcome.value;
}

/** The code of a refusal, else `accepted`. */
export const codeOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'accepted' : outcome.code);

/** A withdrawal of BTC to an outside address. */
export const withdrawBtc = (
  { coins }: Pick<CoinsHarness, 'coins'>,
  account: string,
  amount: string,
  key: string = randomUUID(),
): Promise<Outcome<OpenedWithdrawal>> =>
  coins.withdraw(account, { coin: 'BTC', amount, address: OUTSIDE.BTC }, key);

/** A user with an e-mail address: cooldowns belong to users. */
export async function addUser(core: Harness, account: string): Promise<void> {
  await core.store.pool.query(
    `insert into users (account_id, email, username, password_hash) values ($1, $2, $2, '')`,
    [account, account],
  );
}
