import type { ListedDeposit } from '../../coins/lists.ts';
import type { Coins } from '../../coins/coins.ts';
import type { DepositAddressRow, RefundAddressRow } from '../../coins/addresses.ts';
import type { OpenedWithdrawal } from '../../coins/requests.ts';
import type { WithdrawalRow } from '../../coins/withdrawals.ts';
import { ruleOf, type WithdrawalStage } from '../../coins/stages.ts';
import type { DepositStage } from '../../coins/deposits.ts';
import { textOf } from '../../ledger/units.ts';
import { valueOf } from '../../refused.ts';
import { attemptOf, type CallRequest, type Handlers, signedIn } from '../handler.ts';

export function coinHandlers(
  coins: Coins,
): Handlers<
  | 'refundAddresses'
  | 'refundAddressCount'
  | 'setRefundAddress'
  | 'removeRefundAddress'
  | 'createDepositAddress'
  | 'freshDepositAddress'
  | 'depositAddresses'
  | 'deposits'
  | 'depositStatus'
  | 'createWithdrawal'
  | 'cancelWithdrawal'
  | 'withdrawalStatus'
  | 'withdrawals'
> {
  const accountOf = (request: Pick<CallRequest, 'session'>): string => signedIn(request).account.id;

  return {
    async refundAddresses(request) {
      const isTradingOnly = request.query.trading_enabled_only === 'true';
      const rows = await coins.refundAddresses(accountOf(request), isTradingOnly);
      return { coins: rows.map(wireRefundAddress) };
    },

    async refundAddressCount(request) {
      const required = (await coins.refundAddresses(accountOf(request), false)).filter(
        (row) => row.is_required,
      );
      const configured = required.filter(({ address }) => address !== null).length;
      return { count: configured, configured, required: required.length };
    },

    async setRefundAddress(request) {
      const { coin_ticker: coin, address, two_factor_code: code } = request.body;
      const saved = valueOf(
        await coins.setRefundAddress(accountOf(request), coin, address, attemptOf(signedIn(request), code)),
      );
      return { coin_ticker: coin, refund_address: saved.address };
    },

    async removeRefundAddress(request) {
      const coin = request.c.req.param('coin') ?? '';
      valueOf(await coins.removeRefundAddress(accountOf(request), coin));
      return { coin_ticker: coin, refund_address: null };
    },

    async createDepositAddress(request) {
      const { coin_ticker: coin } = request.body;
      const row = valueOf(await coins.depositAddress(accountOf(request), coin));
      return wireAddress(row);
    },

    async freshDepositAddress(request) {
      const { coin_ticker: coin } = request.body;
      return wireAddress(valueOf(await coins.freshAddress(accountOf(request), coin)));
    },

    async depositAddresses(request) {
      const rows = await coins.depositAddresses(accountOf(request), request.query.coin_ticker);
      return rows.map(wireAddress);
    },

    async deposits(request) {
      return (await coins.deposits(accountOf(request), pageOf(request.query))).map(wireDeposit);
    },

    async depositStatus(request) {
      const id = request.c.req.param('id') ?? '';
      const { slatepack, ...row } = valueOf(await coins.deposit(accountOf(request), id));
      return { ...wireDeposit(row), ...(slatepack === null ? {} : { signed_slatepack_message: slatepack }) };
    },

    async createWithdrawal(request) {
      const { currency: coin, amount, address, fee, two_factor_code: code } = request.body;
      const asked = { coin, amount, address, fee };
      const opened = await coins.withdraw(
        accountOf(request),
        asked,
        request.idempotencyKey,
        attemptOf(signedIn(request), code),
      );
      return wireOpened(valueOf(opened));
    },

    async cancelWithdrawal(request) {
      const id = request.c.req.param('id') ?? '';
      return wireWithdrawal(valueOf(await coins.cancelWithdrawal(accountOf(request), id)));
    },

    async withdrawalStatus(request) {
      const id = request.c.req.param('id') ?? '';
      return wireOpened(valueOf(await coins.withdrawal(accountOf(request), id)));
    },

    async withdrawals(request) {
      return (await coins.withdrawals(accountOf(request), pageOf(request.query))).map(wireWithdrawal);
    },
  };
}

const pageOf = ({
  currency,
  limit,
  offset,
}: {
  currency?: string | undefined;
  limit: number;
  offset: number;
}) => ({ coin: currency === '' ? undefined : currency, limit, offset });

const timeOf = (date: Date | null): string | null => date?.toISOString() ?? null;

const wireAddress = (row: DepositAddressRow): Record<string, unknown> => ({
  coin_ticker: row.coin,
  address: row.address,
  created_at: row.created_at.toISOString(),
});

function wireRefundAddress(row: RefundAddressRow): Record<string, unknown> {
  return {
    coin_id: row.coin_id,
    coin_ticker: row.coin,
    ticker: row.coin,
    coin_name: row.name,
    name: row.name,
    network: row.network,
    refund_address_required: row.is_required,
    refund_address_id: row.id,
    refund_address: row.address,
    refund_set_at: timeOf(row.set_at),
    address_format: row.address_format,
    address_example: row.address_example,
    is_deposit_enabled: row.is_deposit_enabled,
    is_withdrawal_enabled: row.is_withdrawal_enabled,
    is_trading_enabled: row.is_trading_enabled,
  };
}

/** `state` and `monitoring_state` (HISTORY-09). */
const DEPOSIT_STATES: Readonly<Record<DepositStage, readonly [state: string, monitoringState: string]>> = {
  expected: ['CREATED', 'NOT_CHECKED'],
  seen: ['WAITING_FOR_ACCUMULATION', 'NOT_CHECKED'],
  confirming: ['WAITING_FOR_ACCUMULATION', 'UNCONFIRMED'],
  credited: ['NO_ACCUMULATION', 'CONFIRMED'],
  small: ['FAILED', 'WRONG_AMOUNT'],
  refused: ['FAILED', 'NOT_CREDITED'],
  undone: ['FAILED', 'CONFIRMATION_FAILED'],
  // Clients do not know this monitoring state and fall back on the state.
  expired: ['CANCELLED', 'EXPIRED'],
};

/** For an uncredited deposit: what happens to its coins (REFUND-07). */
function wireReturn(row: ListedDeposit): Record<string, unknown> {
  const { return_stage: stage, return_amount: amount, return_fee: fee } = row;
  const isPaid = stage !== null && ruleOf(stage).coins === 'left';
  const state = isPaid
    ? stage === 'sent'
      ? 'sent'
      : 'done'
    : row.kept_as === 'too_small'
      ? 'too_small'
      : 'waiting';
  return {
    state,
    // A deposit that is too small is kept apart whole.
    amount:
      amount === null ? (state === 'too_small' ? textOf(BigInt(row.amount)) : null) : textOf(BigInt(amount)),
    fee_amount: fee === null ? null : textOf(BigInt(fee)),
    address: state === 'too_small' ? null : row.return_address,
    tx_hash: row.return_hash,
  };
}

function wireDeposit(row: ListedDeposit): Record<string, unknown> {
  const [state, monitoringState] = DEPOSIT_STATES[row.stage];
  return {
    deposit_id: row.id,
    id: row.id,
    coin_ticker: row.coin,
    currency: row.coin,
    amount: textOf(BigInt(row.amount)),
    fee_amount: textOf(BigInt(row.fee)),
    state: row.awaits_sweep ? 'WAITING_FOR_ACCUMULATION' : state,
    monitoring_state: monitoringState,
    confirmations: Number(row.confirmations),
    required_confirmations: row.required,
    tx_hash: row.tx_hash,
    extra_id: row.extra_id,
    address: row.address,
    tag: null,
    expires_at: row.stage === 'expected' ? timeOf(row.expires_at) : null,
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
    confirmed_at: row.stage === 'credited' ? timeOf(row.confirmed_at) : null,
    ...(row.stage === 'small' || row.stage === 'refused' ? { return: wireReturn(row) } : {}),
  };
}

const WITHDRAWAL_STATES: Readonly<Record<WithdrawalStage, string>> = {
  held: 'CREATED',
  created: 'CREATED',
  awaiting: 'CREATED',
  sent: 'PENDING',
  completed: 'COMPLETED',
  failed: 'FAILED',
  cancelled: 'CANCELLED',
};

function wireWithdrawal(row: WithdrawalRow): Record<string, unknown> {
  const fee = textOf(BigInt(row.fee));
  return {
    withdrawal_id: row.id,
    id: row.id,
    coin_ticker: row.coin,
    currency: row.coin,
    amount: textOf(BigInt(row.amount)),
    our_fee_amount: fee,
    fee,
    network_fee: fee,
    state: WITHDRAWAL_STATES[row.stage],
    status: WITHDRAWAL_STATES[row.stage].toLowerCase(),
    tx_hash: row.tx_hash,
    extra_id: row.extra_id,
    address: row.address,
    tag: null,
    confirmed: row.stage === 'completed',
    awaits_release: row.stage === 'held',
    refused_reason: row.refused_reason,
    expires_at: row.stage === 'awaiting' ? timeOf(row.expires_at) : null,
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
    confirmed_at: timeOf(row.confirmed_at),
  };
}

function wireOpened({ row, slatepack }: OpenedWithdrawal): Record<string, unknown> {
  return { ...wireWithdrawal(row), ...(slatepack === null ? {} : { slatepack_message: slatepack }) };
}
