import type { SlatepackFault } from '../../../domain/slatepack/faults.ts';
import { type Description, GATED, LIMITED, NO_CODE, NO_COIN } from './privacyDescriptions.ts';

/** Errors of a slatepack; the record keeps the list whole. */
const SLATEPACK_FAULTS: Readonly<Record<SlatepackFault['code'], null>> = {
  EMPTY: null,
  TOO_LARGE: null,
  ADDRESS_NOT_MESSAGE: null,
  JSON_SLATE: null,
  HASH_NOT_MESSAGE: null,
  NO_SLATEPACK: null,
  TRUNCATED_START: null,
  TRUNCATED_END: null,
  SEVERAL: null,
  CASE_CHANGED: null,
  BAD_CHAR: null,
  CHECKSUM: null,
  VERSION: null,
  MODE: null,
  SLATE_VERSION: null,
  LAYOUT: null,
  WRONG_STAGE_REPLY: null,
  WRONG_STAGE_OWN: null,
  WRONG_STAGE_FINAL: null,
  WRONG_STAGE_SAME: null,
  WRONG_STAGE_PAYMENT: null,
  WRONG_STAGE_NONE: null,
  INVOICE: null,
  OTHER_SLATE: null,
  AMOUNT_ZERO: null,
  BELOW_MINIMUM: null,
  AMOUNT_DIFFERS: null,
  WRONG_NETWORK: null,
};
const SLATEPACK = Object.keys(SLATEPACK_FAULTS);

/** Coins in and out. */
export const walletDescriptions = {
  refundAddresses: { summary: 'Coins with their refund addresses', text: '', refusals: GATED },
  refundAddressCount: {
    summary: 'How many refund addresses are set',
    text: 'A bare number, or an object.',
    refusals: GATED,
  },
  setRefundAddress: {
    summary: 'Set a refund address',
    text: 'Replaces the one that was set before.',
    refusals: { ...NO_CODE, ...NO_COIN, 422: ['INVALID_ADDRESS'], ...LIMITED },
  },
  removeRefundAddress: {
    summary: 'Remove a refund address',
    text: '',
    refusals: { 404: ['COIN_NOT_FOUND', 'REFUND_ADDRESS_NOT_FOUND'], ...LIMITED },
  },
  addressBook: { summary: 'The address book', text: '', refusals: GATED },
  switchAddressBook: {
    summary: 'Switch the address book on or off',
    text:
      'Off takes effect after 24 hours, until which it can be switched on again without a password. Answers the book, ' +
      'as every change of it does.',
    refusals: { 403: ['WRONG_PASSWORD', ...NO_CODE[403]], ...LIMITED },
  },
  addBookAddress: {
    summary: 'Add an address to the address book',
    text: '`usable_at` says from when on it can be withdrawn to.',
    refusals: {
      ...NO_CODE,
      ...NO_COIN,
      409: ['ADDRESS_IN_BOOK', 'ADDRESS_BOOK_FULL'],
      422: ['ADDRESS_REQUIRED', 'ADDRESS_NOT_USED', 'INVALID_ADDRESS'],
      ...LIMITED,
    },
  },
  removeBookAddress: {
    summary: 'Remove an address from the address book',
    text: '',
    refusals: { 404: ['BOOK_ADDRESS_NOT_FOUND'], ...LIMITED },
  },
  createDepositAddress: {
    summary: 'Get a deposit address',
    text: 'Answers the same address when it is asked for again; the newest, where more were made.',
    refusals: {
      ...NO_COIN,
      409: ['DEPOSITS_DISABLED', 'NO_DEPOSIT_ADDRESS', 'REFUND_ADDRESS_REQUIRED'],
      ...LIMITED,
    },
  },
  depositAddresses: { summary: 'Deposit addresses', text: '', refusals: GATED },
  deposits: { summary: 'History of deposits', text: 'The newest first.', refusals: GATED },
  depositStatus: {
    summary: 'How far a deposit is',
    text:
      'While a deposit of GRIN waits for the wallet of its user to post the payment, and no longer, the answer holds ' +
      'the signed slatepack again (`signed_slatepack_message`), and the end of its time (`expires_at`).',
    refusals: { 404: ['DEPOSIT_NOT_FOUND'] },
  },
  receiveGrinDeposit: {
    summary: 'Deposit GRIN',
    text:
      'Takes the slatepack of a payment and answers it signed, for the wallet of the user to finalize. The same ' +
      'slatepack gets the same answer.',
    refusals: {
      409: ['DEPOSITS_DISABLED', 'REFUND_ADDRESS_REQUIRED', 'ALREADY_RECEIVED', 'TOO_MANY_OPEN'],
      422: [...SLATEPACK, 'ENCRYPTED_OTHER', 'PROOF_OTHER', 'TTL_EXPIRED', 'FEE_TOO_LOW', 'AMOUNT_TOO_LARGE'],
      ...LIMITED,
    },
  },
  createWithdrawal: {
    summary: 'Withdraw a coin',
    text:
      'Locks the amount and the fee. For GRIN the address is empty, and the answer holds a slatepack for the wallet ' +
      'of the user. The message of a refusal may be an object of `message`, `reason`, `time_remaining` and ' +
      '`cooldown_until`.',
    refusals: {
      403: [
        'SECURITY_COOLDOWN',
        'DEPOSIT_UNDONE',
        'NOT_IN_ADDRESS_BOOK',
        'ADDRESS_WAITS',
        'ADDRESS_BOOK_ONLY',
        ...NO_CODE[403],
      ],
      ...NO_COIN,
      409: [
        'WITHDRAWALS_DISABLED',
        'MAINTENANCE',
        'WITHDRAWALS_STOPPED',
        'REFUND_ADDRESS_REQUIRED',
        'FEE_UNAVAILABLE',
        'FEE_CHANGED',
        'ABOVE_DAILY_CEILING',
      ],
      422: [
        'INVALID_AMOUNT',
        'AMOUNT_TOO_PRECISE',
        'AMOUNT_TOO_LARGE',
        'BELOW_MINIMUM_WITHDRAWAL',
        'ADDRESS_REQUIRED',
        'ADDRESS_NOT_USED',
        'INVALID_ADDRESS',
        'INSUFFICIENT_BALANCE',
      ],
      ...LIMITED,
    },
  },
  finalizeGrinWithdrawal: {
    summary: 'Finalize a withdrawal of GRIN',
    text: 'Takes the slatepack that the wallet of the user signed, and posts the payment.',
    refusals: {
      ...NO_CODE,
      409: ['WINDOW_CLOSED', 'ALREADY_FINALIZED', 'WITHDRAWALS_STOPPED'],
      422: [...SLATEPACK, 'ENCRYPTED_OTHER', 'BAD_SIGNATURE', 'BAD_RANGE_PROOF'],
      ...LIMITED,
    },
  },
  cancelWithdrawal: {
    summary: 'Cancel a withdrawal',
    text: 'Of GRIN that nobody has signed, or of any coin that waits for its release by the exchange: its coins come back, and the answer is the withdrawal as it is then. Asked again, it answers the same.',
    refusals: { 404: ['WITHDRAWAL_NOT_FOUND'], 409: ['NOT_CANCELLABLE', 'WITHDRAWALS_STOPPED'], ...LIMITED },
  },
  withdrawalStatus: {
    summary: 'How a withdrawal stands',
    text: '',
    refusals: { 404: ['WITHDRAWAL_NOT_FOUND'] },
  },
  withdrawals: { summary: 'History of withdrawals', text: 'The newest first.', refusals: GATED },
} satisfies Readonly<Record<string, Description>>;
