import type { ClosedReason } from '../chains/port.ts';
import type { Client } from './post.ts';

/** A coin's stored rules. Amounts in units. */
export interface Terms {
  readonly coin: string;
  readonly network: string;
  readonly digits: number;
  readonly isDepositEnabled: boolean;
  readonly isWithdrawalEnabled: boolean;
  /** The whole venue takes no withdrawal (OPERATOR-16). */
  readonly isInMaintenance: boolean;
  /** Why the coin was closed automatically (CHAIN-06). */
  readonly closed: ClosedReason | null;
  readonly needsRefundAddress: boolean;
  readonly minWithdrawal: bigint;
}

/** The coins that have a chain; true for all (a sandbox). */
export type HasChains = boolean | ReadonlySet<string>;

export const hasChain = (hasChains: HasChains, coin: string): boolean =>
  typeof hasChains === 'boolean' ? hasChains : hasChains.has(coin);

/** The venue stores 8 digits for every coin. */
const MAX_DIGITS = 8;

export async function readTerms(
  client: Client,
  coin: string,
  hasChains: HasChains,
): Promise<Terms | undefined> {
  const { rows } = await client.query<{
    ticker: string;
    network: string;
    decimal_places: number;
    is_deposit_enabled: boolean;
    is_withdrawal_enabled: boolean;
    refund_address_required: boolean;
    min_withdrawal_amount: string;
    closed: ClosedReason | null;
    is_resting: boolean;
  }>(
    `select ticker, network, decimal_places, is_deposit_enabled, is_withdrawal_enabled, refund_address_required,
       min_withdrawal_amount, closed, exists (select from maintenance) as is_resting
     from coins left join chains on chains.coin = ticker where ticker = $1`,
    [coin],
  );
  const [row] = rows;
  const isOpen = row?.closed === null && hasChain(hasChains, coin);
  return (
    row && {
      coin: row.ticker,
      network: row.network,
      digits: Math.min(MAX_DIGITS, row.decimal_places),
      isDepositEnabled: isOpen && row.is_deposit_enabled,
      isWithdrawalEnabled: isOpen && row.is_withdrawal_enabled && !row.is_resting,
      isInMaintenance: row.is_resting,
      closed: row.closed,
      needsRefundAddress: row.refund_address_required,
      minWithdrawal: BigInt(row.min_withdrawal_amount),
    }
  );
}
