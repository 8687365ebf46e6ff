import * as z from 'zod/mini';
import type { Deposit, DepositAddress, DepositProgress } from '../../domain/deposit.ts';
import { depositFault, depositStatus } from '../../domain/depositStatus.ts';
import type { RefundAddress, RefundAddressCount, SavedRefundAddress } from '../../domain/refundAddress.ts';
import type { Withdrawal, WithdrawalReceipt } from '../../domain/withdrawal.ts';
import { withdrawalStatus } from '../../domain/withdrawalStatus.ts';
import {
  amountText,
  count,
  id,
  instant,
  nullable,
  plainDecimal,
  readableOrNull,
  returnAnswer,
  sentFactor,
  wholeNumber,
} from './values.ts';

export const ticker = z.string().check(z.minLength(1), z.maxLength(32));
export const sentTicker = z.string().check(z.regex(/^[A-Z0-9]{1,12}$/, 'must be a coin like XMR'));
/** The longest real address (WOW, integrated) has 108 characters. */
export const sentAddress = z.string().check(z.maxLength(256));

/** Missing, null and blank become null. */
export const text = z.pipe(
  nullable(z.union([z.string(), z.number()])),
  z.transform((raw) => (raw === null || String(raw).trim() === '' ? null : String(raw))),
);
/** Anything but text becomes null. */
export const anyText = z.pipe(
  z.optional(z.unknown()),
  z.transform((raw) => (typeof raw === 'string' && raw.trim() !== '' ? raw : null)),
);
/** At least one of `names` must be present; `path` is the one that an error names. */
const oneOf = <T extends object>(path: string, ...names: (keyof T & string)[]) =>
  z.refine<T>((raw) => names.some((name) => raw[name] !== null), {
    message: `none of ${names.join(', ')}`,
    path: [path],
  });

export const historyQuery = z.object({
  currency: z.optional(z.string()),
  limit: wholeNumber(10, 1, 200),
  offset: wholeNumber(0, 0, 1_000_000),
});

/** A text of the wrong kind is a dash on the screen. */
const toldText = readableOrNull(text);

/** Common fields, under every known name (HISTORY-09, HISTORY-10). Without an identity nothing is listed (HISTORY-27). */
const transferFields = {
  id: nullable(id),
  coin_ticker: nullable(ticker),
  currency: nullable(ticker),
  amount: readableOrNull(amountText),
  state: text,
  tx_hash: toldText,
  txid: toldText,
  transaction_hash: toldText,
  extra_id: toldText,
  address: toldText,
  tag: toldText,
  memo: toldText,
  created_at: readableOrNull(instant),
  timestamp: readableOrNull(instant),
  updated_at: readableOrNull(instant),
  confirmed_at: readableOrNull(instant),
};

type Transfer = z.output<z.ZodMiniObject<typeof transferFields>>;

const shared = (raw: Transfer) => ({
  currency: raw.coin_ticker ?? raw.currency ?? '',
  amount: raw.amount,
  txHash: raw.tx_hash ?? raw.txid ?? raw.transaction_hash,
  extraId: raw.extra_id,
  address: raw.address,
  tag: raw.tag ?? raw.memo,
  createdAt: raw.created_at ?? raw.timestamp,
  updatedAt: raw.updated_at,
  confirmedAt: raw.confirmed_at,
});

const depositFields = {
  ...transferFields,
  deposit_id: nullable(id),
  monitoring_state: text,
  confirmations: readableOrNull(count),
  required_confirmations: readableOrNull(count),
  fee_amount: readableOrNull(amountText),
  expires_at: readableOrNull(instant),
};

/** `GET /deposit/deposits/user/history` (HISTORY-09). */
export const depositAnswer = z.pipe(
  z
    .object({ ...depositFields, return: readableOrNull(returnAnswer) })
    .check(oneOf('id', 'deposit_id', 'id'), oneOf('currency', 'coin_ticker', 'currency')),
  z.transform((raw): Deposit => ({
    ...shared(raw),
    id: raw.deposit_id ?? raw.id ?? '',
    status: depositStatus(raw.monitoring_state, raw.state),
    fault: depositFault(raw.monitoring_state),
    confirmations: raw.confirmations,
    required: raw.required_confirmations,
    fee: raw.fee_amount,
    ...(raw.expires_at === null ? {} : { expiresAt: raw.expires_at }),
    ...(raw.return === null ? {} : { returned: raw.return }),
  })),
);

/** `GET /deposit/deposits/{id}/status`: the fields that change. A GRIN deposit can be resumed (DEPOSIT-14). */
export const depositProgressAnswer = z.pipe(
  z
    .object({
      state: text,
      status: text,
      monitoring_state: text,
      confirmations: nullable(count),
      required_confirmations: nullable(count),
      tx_hash: text,
      txid: text,
      transaction_hash: text,
      signed_slatepack_message: anyText,
      expires_at: readableOrNull(instant),
    })
    .check(oneOf('monitoring_state', 'monitoring_state', 'state', 'status')),
  z.transform((raw): DepositProgress => ({
    status: depositStatus(raw.monitoring_state ?? raw.state ?? raw.status, raw.state ?? raw.status),
    fault: depositFault(raw.monitoring_state),
    confirmations: raw.confirmations,
    required: raw.required_confirmations,
    txHash: raw.tx_hash ?? raw.txid ?? raw.transaction_hash,
    ...(raw.signed_slatepack_message === null || raw.expires_at === null
      ? {}
      : { toFinalize: { slatepack: raw.signed_slatepack_message, expiresAt: raw.expires_at } }),
  })),
);

/** `GET /withdrawal/withdrawals/user/history` (HISTORY-10). */
export const withdrawalAnswer = z.pipe(
  z
    .object({
      ...transferFields,
      withdrawal_id: nullable(id),
      status: text,
      our_fee_amount: readableOrNull(amountText),
      fee: readableOrNull(amountText),
      network_fee: readableOrNull(amountText),
      confirmed: nullable(z.boolean()),
      deposit_id: nullable(id),
      awaits_release: nullable(z.boolean()),
      refused_reason: text,
    })
    .check(oneOf('id', 'withdrawal_id', 'id'), oneOf('currency', 'coin_ticker', 'currency')),
  z.transform((raw): Withdrawal => ({
    ...shared(raw),
    id: raw.withdrawal_id ?? raw.id ?? '',
    status: withdrawalStatus(raw.state ?? raw.status),
    fee: raw.our_fee_amount ?? raw.fee,
    networkFee: raw.network_fee,
    isConfirmed: raw.confirmed ?? false,
    depositId: raw.deposit_id,
    ...(raw.awaits_release === true ? { awaitsRelease: true as const } : {}),
    ...(raw.refused_reason === null ? {} : { refusedReason: raw.refused_reason }),
  })),
);

/** `POST /withdrawal/withdrawals/create`. `fee`: the venue charges exactly that, or refuses with `FEE_CHANGED`. */
export const withdrawalBody = z.strictObject({
  currency: sentTicker,
  amount: plainDecimal,
  address: sentAddress,
  fee: z.optional(plainDecimal),
  two_factor_code: z.optional(sentFactor),
});

export const withdrawalReceiptAnswer = z.pipe(
  z.object({
    withdrawal_id: nullable(id),
    id: nullable(id),
    status: text,
    state: text,
    slatepack_message: anyText,
    slatepack: anyText,
    coin_ticker: nullable(ticker),
    currency: nullable(ticker),
    amount: nullable(amountText),
    our_fee_amount: nullable(amountText),
    fee: nullable(amountText),
    address: text,
    tx_hash: text,
    txid: text,
    transaction_hash: text,
    expires_at: nullable(instant),
    awaits_release: nullable(z.boolean()),
  }),
  z.transform((raw): WithdrawalReceipt => ({
    id: raw.withdrawal_id ?? raw.id,
    status: (raw.status ?? raw.state ?? 'pending').toLowerCase(),
    slatepack: raw.slatepack_message ?? raw.slatepack,
    currency: raw.coin_ticker ?? raw.currency,
    amount: raw.amount,
    fee: raw.our_fee_amount ?? raw.fee,
    address: raw.address,
    txHash: raw.tx_hash ?? raw.txid ?? raw.transaction_hash,
    expiresAt: raw.expires_at,
    ...(raw.awaits_release === true ? { awaitsRelease: true as const } : {}),
  })),
);

export const depositAddressBody = z.strictObject({ coin_ticker: sentTicker });
export const depositAddressListQuery = z.object({ coin_ticker: z.optional(sentTicker) });

/** `POST /user/deposit-address`, and one of `GET /user/deposit-address/list`. */
export const depositAddressAnswer = z.pipe(
  z.object({
    coin_ticker: nullable(ticker),
    currency: nullable(ticker),
    address: anyText,
    tag: text,
    memo: text,
    created_at: nullable(instant),
  }),
  z.transform((raw): DepositAddress => ({
    currency: raw.coin_ticker ?? raw.currency,
    address: raw.address,
    tag: raw.tag ?? raw.memo,
    createdAt: raw.created_at,
  })),
);

export const refundAddressBody = z.strictObject({
  coin_ticker: sentTicker,
  address: sentAddress.check(z.minLength(1)),
  two_factor_code: z.optional(sentFactor),
});

/** False on the account's own screens. */
export const refundAddressQuery = z.object({
  trading_enabled_only: z._default(z.enum(['true', 'false']), 'false'),
});

/** One of `GET /user/refund-address/status` (REFUND-02). */
export const refundAddressAnswer = z.pipe(
  z
    .object({
      coin_ticker: nullable(ticker),
      ticker: nullable(ticker),
      coin_name: text,
      name: text,
      network: text,
      refund_address: anyText,
      refund_set_at: nullable(instant),
      refund_address_required: nullable(z.boolean()),
      is_deposit_enabled: nullable(z.boolean()),
    })
    .check(oneOf('coin_ticker', 'coin_ticker', 'ticker')),
  z.transform((raw): RefundAddress => {
    const symbol = raw.coin_ticker ?? raw.ticker ?? '';
    return {
      ticker: symbol,
      name: raw.coin_name ?? raw.name ?? symbol,
      network: raw.network,
      address: raw.refund_address,
      setAt: raw.refund_set_at,
      isRequired: raw.refund_address_required,
      isDepositEnabled: raw.is_deposit_enabled ?? true,
    };
  }),
);

/** `GET /user/refund-address/count`: bare, or under `count` or `configured`. */
export const refundAddressCountAnswer = z.pipe(
  z.union([
    count,
    z
      .object({ count: nullable(count), configured: nullable(count), required: nullable(count) })
      .check(oneOf('count', 'count', 'configured')),
  ]),
  z.transform((raw): RefundAddressCount =>
    typeof raw === 'number'
      ? { configured: raw, required: null }
      : { configured: raw.configured ?? raw.count ?? 0, required: raw.required },
  ),
);

export const savedRefundAddressAnswer = z.pipe(
  z.object({
    coin_ticker: nullable(ticker),
    ticker: nullable(ticker),
    refund_address: anyText,
    address: anyText,
  }),
  z.transform((raw): SavedRefundAddress => ({
    ticker: raw.coin_ticker ?? raw.ticker,
    address: raw.refund_address ?? raw.address,
  })),
);
