import { toUnits } from '../../../src/domain/decimal.ts';
import { openKeys } from '../../../venue/coins/keys.ts';
import type { Signing } from '../../../venue/coins/withdrawals.ts';
import { createGrin, type Grin, WINDOW_MINUTES } from '../../../venue/grin/grin.ts';
import { createUserWallet, type SendOptions, type UserWallet } from '../../../venue/grin/userWallet.ts';
import { createWallet, type Wallet } from '../../../venue/grin/wallet.ts';
import { accepted, type CoinsHarness, startCoins } from '../coins/harness.ts';
import { testBox } from '../secrets/box.ts';
import type { DatabaseKind } from '../databases.ts';

export const MINUTE = 60_000;
export const WINDOW = WINDOW_MINUTES * MINUTE;

export interface GrinHarness {
  readonly t: CoinsHarness;
  readonly grin: Grin;
  /** The venue's own keys, to make what only a faulty venue would make. */
  readonly venueWallet: Wallet;
  readonly userWallet: UserWallet;
  /** The same, but it accepts any range proof. */
  readonly carelessWallet: UserWallet;
  /** A new account with coins and a GRIN refund address. */
  account(grin?: string): Promise<string>;
  /** A user's S1. Amount in GRIN. */
  begin(amount: string, options?: Partial<SendOptions>): Promise<string>;
  /** A withdrawal that waits for the user's wallet: its id, and the venue's message. */
  withdraw(account: string, amount: string): Promise<{ id: string; s1: string }>;
  /** The answer of the user's wallet. */
  answer(s1: string): Promise<string>;
  /** Number of payments that the chain knows. */
  payments(): Promise<number>;
}

export const nanogrin = (text: string): bigint => toUnits(text, 9) ?? 0n;

export async function startGrin(kind: DatabaseKind): Promise<GrinHarness> {
  const signings = new Map<string, Signing>();
  const t = await startCoins(kind, signings);
  const { pool } = t.core.store;
  const keys = await openKeys(pool, testBox);
  const now = (): Date => new Date(t.clock);
  const venueWallet = createWallet(keys, 'venue');
  const grin = createGrin({
    pool,
    wallet: venueWallet,
    hasChains: true,
    windowMinutes: WINDOW_MINUTES,
    reauthenticate: t.twoFactor.reauthenticate,
    now,
  });
  signings.set('GRIN', grin.signing);
  const wallet = createWallet(keys, 'user');
  const userWallet = createUserWallet({ pool, wallet, now });
  const careless = { ...wallet, proofs: { ...wallet.proofs, verify: async () => true } };
  return {
    t,
    grin,
    venueWallet,
    userWallet,
    carelessWallet: createUserWallet({ pool, wallet: careless, now }),
    async account(amount = '0') {
      const account = await t.account(amount === '0' ? {} : { GRIN: amount });
      accepted(await t.coins.setRefundAddress(account, 'GRIN', userWallet.address));
      return account;
    },
    async begin(amount, options = {}) {
      const asked = { amount: nanogrin(amount), fee: nanogrin('0.023'), to: null, isSigned: false };
      return (await userWallet.send({ ...asked, ...options })).slatepack;
    },
    async withdraw(account, amount) {
      const asked = { coin: 'GRIN', amount, address: '' };
      const { row, slatepack } = accepted(await t.coins.withdraw(account, asked, undefined));
      return { id: row.id, s1: slatepack ?? '' };
    },
    answer: async (s1) => accepted(await userWallet.receive(s1)).slatepack,
    async payments() {
      const { rows } = await pool.query<{ count: string }>(
        `select count(*) from payments where coin = 'GRIN'`,
      );
      return Number(rows[0]?.count);
    },
  };
}
