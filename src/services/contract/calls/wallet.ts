import { addressBookAnswer, addressBookSwitchBody, bookAddressBody } from '../addressBook.ts';
import { decodeList, decodeNothing, decodeUnder, decodeWritten } from '../decode.ts';
import { broadcastAnswer, signedDepositAnswer, slatepackBody, slatepackReplyBody } from '../grin.ts';
import {
  depositAddressAnswer,
  depositAddressBody,
  depositAddressListQuery,
  depositAnswer,
  depositProgressAnswer,
  historyQuery,
  refundAddressAnswer,
  refundAddressBody,
  refundAddressCountAnswer,
  refundAddressQuery,
  savedRefundAddressAnswer,
  withdrawalAnswer,
  withdrawalBody,
  withdrawalReceiptAnswer,
} from '../wallet.ts';
import { call } from './call.ts';

export const walletCalls = {
  refundAddresses: call(
    'refundAddresses',
    'GET',
    '/user/refund-address/status',
    decodeList(refundAddressAnswer, 'coins', 'items'),
    { query: refundAddressQuery, isPrivate: true },
  ),
  refundAddressCount: call(
    'refundAddressCount',
    'GET',
    '/user/refund-address/count',
    decodeUnder(refundAddressCountAnswer),
    { isPrivate: true },
  ),
  setRefundAddress: call(
    'setRefundAddress',
    'POST',
    '/user/refund-address',
    decodeWritten(savedRefundAddressAnswer),
    { body: refundAddressBody, isPrivate: true },
  ),
  removeRefundAddress: call('removeRefundAddress', 'DELETE', '/user/refund-address/:coin', decodeNothing, {
    isPrivate: true,
  }),

  /** All of these with the capability `addressBook`. */
  addressBook: call('addressBook', 'GET', '/user/address-book', decodeUnder(addressBookAnswer), {
    isPrivate: true,
  }),
  switchAddressBook: call(
    'switchAddressBook',
    'POST',
    '/user/address-book/switch',
    decodeUnder(addressBookAnswer),
    { body: addressBookSwitchBody, isPrivate: true },
  ),
  addBookAddress: call(
    'addBookAddress',
    'POST',
    '/user/address-book/addresses',
    decodeUnder(addressBookAnswer),
    { body: bookAddressBody, isPrivate: true },
  ),
  removeBookAddress: call(
    'removeBookAddress',
    'DELETE',
    '/user/address-book/addresses/:id',
    decodeUnder(addressBookAnswer),
    { isPrivate: true },
  ),

  createDepositAddress: call(
    'createDepositAddress',
    'POST',
    '/user/deposit-address',
    decodeUnder(depositAddressAnswer),
    { body: depositAddressBody, isPrivate: true },
  ),
  /** With the capability `freshAddress`. */
  freshDepositAddress: call(
    'freshDepositAddress',
    'POST',
    '/user/deposit-address/fresh',
    decodeUnder(depositAddressAnswer),
    { body: depositAddressBody, isPrivate: true },
  ),
  depositAddresses: call(
    'depositAddresses',
    'GET',
    '/user/deposit-address/list',
    decodeList(depositAddressAnswer, 'addresses', 'items'),
    { query: depositAddressListQuery, isPrivate: true },
  ),
  deposits: call(
    'deposits',
    'GET',
    '/deposit/deposits/user/history',
    decodeList(depositAnswer, 'deposits', 'items'),
    { query: historyQuery, isPrivate: true },
  ),
  depositStatus: call(
    'depositStatus',
    'GET',
    '/deposit/deposits/:id/status',
    decodeUnder(depositProgressAnswer, 'deposit'),
    { isPrivate: true },
  ),
  receiveGrinDeposit: call(
    'receiveGrinDeposit',
    'POST',
    '/deposit/deposits/grin/receive',
    decodeUnder(signedDepositAnswer),
    { body: slatepackBody, isPrivate: true },
  ),

  createWithdrawal: call(
    'createWithdrawal',
    'POST',
    '/withdrawal/withdrawals/create',
    decodeUnder(withdrawalReceiptAnswer, 'withdrawal'),
    { body: withdrawalBody, takesIdempotencyKey: true, isPrivate: true },
  ),
  finalizeGrinWithdrawal: call(
    'finalizeGrinWithdrawal',
    'POST',
    '/withdrawal/withdrawals/grin/finalize-withdrawal',
    decodeUnder(broadcastAnswer),
    { body: slatepackReplyBody, takesIdempotencyKey: true, isPrivate: true },
  ),
  /** With the capability `withdrawalCancel`, and `withdrawalHolds` for one that waits for its release. */
  cancelWithdrawal: call(
    'cancelWithdrawal',
    'POST',
    '/withdrawal/withdrawals/:id/cancel',
    decodeUnder(withdrawalReceiptAnswer, 'withdrawal'),
    { isPrivate: true },
  ),
  withdrawalStatus: call(
    'withdrawalStatus',
    'GET',
    '/withdrawal/withdrawals/:id/status',
    decodeUnder(withdrawalReceiptAnswer, 'withdrawal'),
    { isPrivate: true },
  ),
  withdrawals: call(
    'withdrawals',
    'GET',
    '/withdrawal/withdrawals/user/history',
    decodeList(withdrawalAnswer, 'withdrawals', 'items'),
    { query: historyQuery, isPrivate: true },
  ),
} as const;
