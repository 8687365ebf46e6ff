import type { Pool } from 'pg';
import { type CodeAttempt, NO_CODE, type Reauthenticate } from '../accounts/twoFactor.ts';
import type { Outcome, Refusal } from '../exchange.ts';
import type { Fees } from '../fees/feed.ts';
import { textOf } from '../ledger/units.ts';
import { readOwed } from '../core/reads.ts';
import { whyNotInBook } from './addressBook.ts';
import { lacksRefundAddress } from './addresses.ts';
import { ceilingAbove, type Ceilings, NO_CEILINGS } from './ceilings.ts';
import { collectDebt } from './deposits.ts';
import { fingerprintOf, once } from './idempotency.ts';
import { atomically, type Client, lockedBalance } from './post.ts';
import { refuse } from './refusals.ts';
import { type HasChains, readTerms, type Terms } from './terms.ts';
import { checkWithdrawal, hasAddresses, type WithdrawalRequest } from './validation.ts';
import type { StopReason } from '../ledger/watch.ts';
import { lockWithdrawal, openWithdrawal, type Signing, type WithdrawalRow } from './withdrawals.ts';

export interface RequestParts {
  readonly pool: Pool;
  readonly fees: Pick<Fees, 'quotes'>;
  readonly signings: ReadonlyMap<string, Signing>;
  readonly hasChains: HasChains;
  readonly whyStopped?: () => StopReason | null;
  readonly reauthenticate: Reauthenticate;
  readonly ceilings?: Ceilings;
  readonly now: () => Date;
}

export interface OpenedWithdrawal {
  readonly row: WithdrawalRow;
  readonly slatepack: string | null;
}

export interface Requests {
  /**
   * Creates a withdrawal and locks its coins in one transaction.
   * @param key `Idempotency-Key`: the same request returns the first withdrawal, without another second factor.
   */
  withdraw(
    account: string,
    request: WithdrawalRequest,
    key: string | undefined,
    attempt?: CodeAttempt,
  ): Promise<Outcome<OpenedWithdrawal>>;
}

export function createRequests(parts: RequestParts): Requests {
  const { pool, fees, signings, hasChains, reauthenticate, now } = parts;
  const { whyStopped = () => null, ceilings = NO_CEILINGS } = parts;

  async function open(
    client: Client,
    account: string,
    request: WithdrawalRequest,
    attempt: CodeAttempt,
    at: Date,
  ): Promise<Outcome<string>> {
    const stopped = whyStopped();
    if (stopped) return refuse.withdrawalsStopped(stopped);
    const { coin } = request;
    const signing = signings.get(coin);
    if (!hasAddresses(coin) && !signing) return refuse.withdrawalsDisabled(coin, null);
    const terms = await readTerms(client, coin, hasChains);
    const checked = checkWithdrawal(request, terms, fees.quotes(coin));
    if (!checked.ok) return checked;
    const { amount, fee, address } = checked;
    await collectDebt(client, account, coin, at);
    const free = await lockedBalance(client, { account, currency: coin });
    const blocked = await whyBlocked(client, account, terms, at);
    if (blocked) return blocked;
    if (amount + fee > free) return refuse.insufficientBalance(coin, textOf(amount + fee), textOf(free));
    const strange = await whyNotInBook(client, account, { coin, address }, at);
    if (strange) return strange;
    const heldFor = await ceilingAbove(client, ceilings, { account, coin, amount }, at);
    // Both sides sign it within its window, so it cannot wait.
    if (heldFor && signing) return refuse.aboveCeiling(coin);
    const short = await signing?.whyShort?.(client, amount);
    if (short) return short;
    // Last, so that a refused request does not use up the code.
    const unproven = await reauthenticate(client, account, attempt);
    if (unproven) return unproven;
    const wanted = { account, coin, amount, fee, address, heldFor };
    const id = await openWithdrawal(client, wanted, signing, at);
    return { ok: true, value: id };
  }

  return {
    withdraw(account, request, key, attempt = NO_CODE) {
      const { coin, amount, address, fee } = request;
      const fingerprint = fingerprintOf('withdrawal', [coin, amount, address.trim(), fee]);
      return atomically(pool, async (client): Promise<Outcome<OpenedWithdrawal>> => {
        const at = now();
        const idempotencyKey = key === undefined ? undefined : { account, key, fingerprint };
        const opened = await once(client, idempotencyKey, at, () =>
          open(client, account, request, attempt, at),
        );
        if (!opened.ok) return opened;
        const row = await lockWithdrawal(client, opened.value);
        if (!row) throw new Error('a withdrawal that was just written is missing');
        const slatepack = await slatepackOf(client, signings, row);
        return { ok: true, value: { row, slatepack } };
      });
    },
  };
}

/** The message for the user's wallet, while it has not signed. */
export async function slatepackOf(
  client: Client,
  signings: ReadonlyMap<string, Signing>,
  row: WithdrawalRow,
): Promise<string | null> {
  const signing = row.stage === 'awaiting' ? signings.get(row.coin) : undefined;
  return signing ? signing.slatepackOf(client, row.id) : null;
}

async function whyBlocked(
  client: Client,
  account: string,
  terms: Terms | undefined,
  at: Date,
): Promise<Refusal | undefined> {
  const { rows } = await client.query<{ until: Date | null; reason: string | null }>(
    `select security_cooldown_until as until, security_cooldown_reason as reason from users where account_id = $1`,
    [account],
  );
  const [row] = rows;
  if (row?.until && row.until > at) return refuse.cooldown(row.until, row.reason, at);
  if (terms && (await lacksRefundAddress(client, account, terms)))
    return refuse.refundAddressRequired(terms.coin);
  const owed = await readOwed(client, account);
  return owed.length > 0 ? refuse.depositUndone(owed) : undefined;
}
