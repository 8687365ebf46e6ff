import type { Client } from './post.ts';

/** A coin's stored rules. Amounts in units. */
export interface Terms {
  readonly coin: string;
  readonly network: string;
  readonly digits: number;
  readonly isDepositEnabled: boolean;
  readonly isWithdrawalEnabled: boolean;
  readonly needsRefundAddress: boolean;
  readonly minWithdrawal: bigint;
}

/** The venue stores 8 digits for every coin. */
const MOST_DIGITS = 8;

export async function readTerms(
  client: Client,
  coin: string,
  hasChains: boolean,
): Promise<Terms | undefined> {
  const { rows } = await client.query<{
    ticker: string;
    network: string;
    decimal_places: number;
    is_deposit_enabled: boolean;
    is_withdrawal_enabled: boolean;
    refund_address_required: boolean;
    min_withdrawal_amount: string;
  }>(
    `select ticker, network, decimal_places, is_deposit_enabled, is_withdrawal_enabled, refund_address_required,
       min_withdrawal_amount
     from coins where ticker = $1`,
    [coin],
  );
  const [row] = rows;
  return (
    row && {
      coin: row.ticker,
      network: row.network,
      digits: Math.min(MOST_DIGITS, row.decimal_places),
      isDepositEnabled: hasChains && row.is_deposit_enabled,
      isWithdrawalEnabled: hasChains && row.is_withdrawal_enabled,
      needsRefundAddress: row.refund_address_required,
      minWithdrawal: BigInt(row.min_withdrawal_amount),
    }
  );
}
