import type { DepositRow } from './deposits.ts';
import type { Client } from './post.ts';
import { IS_TRIABLE } from './returns.ts';
import { isReturn, type WithdrawalStage } from './stages.ts';
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from './withdrawals.ts';

export interface HistoryPage {
  readonly coin?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export type ListedDeposit = DepositRow & {
  readonly confirmations: string;
  readonly required: number;
  /** Credited, and still on its own address, from which it is to be moved (CHAIN-26). */
  readonly awaits_sweep: boolean;
  /** Of one that is not credited (REFUND-07). */
  readonly kept_as: 'new' | 'waiting' | 'too_small' | 'returned' | null;
  /** Its return; all null while there is none. */
  readonly return_stage: WithdrawalStage | null;
  readonly return_amount: string | null;
  readonly return_fee: string | null;
  readonly return_hash: string | null;
  /** Where it went, or will go; null where the user has to set an address. */
  readonly return_address: string | null;
};
export type ListedWithdrawal = WithdrawalRow;
/** One deposit, with what its payment is still waiting for. */
export type FoundDeposit = ListedDeposit & {
  /** The venue's signed message (GRIN): null once the payment was posted or its time is up. */
  readonly slatepack: string | null;
};

const DEPOSITS = `select d.id, d.account_id, d.coin, d.amount, d.fee, d.address, d.tx_hash, d.output, d.extra_id,
    d.stage, d.expires_at, d.covered, d.created_at, d.updated_at, d.confirmed_at, c.confirmations as required,
    case when p.height is null then 0 else greatest(0, c.height - p.height + 1) end as confirmations,
    c.is_swept and d.stage = 'credited' and not exists (
      select from deposit_addresses a join chain_transactions t on t.coin = a.coin and t.address_number = a.number
      where a.coin = d.coin and a.address = d.address and t.is_done and not t.is_gas
        and t.swept_height >= p.height) as awaits_sweep,
    d.kept_as, w.stage as return_stage, w.amount as return_amount, w.fee as return_fee,
    w.tx_hash as return_hash, coalesce(w.address, r.address) as return_address
  from deposits d join chains c on c.coin = d.coin
    left join withdrawals w on ${isReturn('w')}
    left join refund_addresses r on r.account_id = d.account_id and r.coin = d.coin and ${IS_TRIABLE}
    left join payments p on p.coin = d.coin and p.tx_hash = d.tx_hash and p.output = d.output`;
const WITHDRAWALS = `select ${WITHDRAWAL_COLUMNS} from withdrawals`;

export async function listDeposits(
  client: Client,
  account: string,
  { coin, limit, offset }: HistoryPage,
): Promise<ListedDeposit[]> {
  const { rows } = await client.query<ListedDeposit>(
    `${DEPOSITS} where d.account_id = $1 and ($2::text is null or d.coin = $2)
     order by d.number desc limit $3 offset $4`,
    [account, coin ?? null, limit, offset],
  );
  return rows;
}

export async function findDeposit(
  client: Client,
  account: string,
  id: string,
): Promise<FoundDeposit | undefined> {
  if (!UUID.test(id)) return undefined;
  const { rows } = await client.query<FoundDeposit>(
    `select f.*, g.s2 as slatepack from (${DEPOSITS} where d.account_id = $1 and d.id = $2) f
     left join grin_deposits g on g.deposit_id = f.id and f.stage = 'expected'`,
    [account, id],
  );
  return rows[0];
}

export async function listWithdrawals(
  client: Client,
  account: string,
  { coin, limit, offset }: HistoryPage,
): Promise<ListedWithdrawal[]> {
  const { rows } = await client.query<ListedWithdrawal>(
    `${WITHDRAWALS} where account_id = $1 and returns is null and ($2::text is null or coin = $2)
     order by number desc limit $3 offset $4`,
    [account, coin ?? null, limit, offset],
  );
  return rows;
}

export async function findWithdrawal(
  client: Client,
  account: string,
  id: string,
): Promise<ListedWithdrawal | undefined> {
  if (!UUID.test(id)) return undefined;
  const { rows } = await client.query<ListedWithdrawal>(
    `${WITHDRAWALS} where account_id = $1 and returns is null and id = $2`,
    [account, id],
  );
  return rows[0];
}

/** PostgreSQL raises an error for a text that is not a UUID. */
export const isWithdrawalId = (text: string): boolean => UUID.test(text);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
