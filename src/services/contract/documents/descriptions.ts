import type { CallName } from '../index.ts';
import { accountDescriptions } from './accountDescriptions.ts';
import {
  type Description,
  GATED,
  LIMITED,
  NO_CODE,
  NO_COIN,
  privacyDescriptions,
} from './privacyDescriptions.ts';

export type { Description };

const UNKNOWN_PAIR = { 404: ['UNKNOWN_PAIR'] };
const KEY = 'IDEMPOTENCY_KEY_REUSED';
const ORDER_REFUSALS = {
  404: ['PAIR_NOT_FOUND'],
  409: ['PAIR_DISABLED', 'SELF_TRADE', 'TOO_MANY_OPEN_ORDERS'],
  ...LIMITED,
  503: ['BUSY', 'NOT_HERE', 'SERVICE_CLOSING'],
};
const QUANTITY_REFUSALS = [
  'QUANTITY_NOT_ON_INCREMENT',
  'BELOW_MINIMUM_ORDER_SIZE',
  'BELOW_MINIMUM_ORDER_VALUE',
  'ORDER_TOO_LARGE',
];

export const descriptions: Readonly<Record<CallName, Description>> = {
  ...accountDescriptions,

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
  createDepositAddress: {
    summary: 'Get a deposit address',
    text: 'Answers the same address when it is asked for again; the newest, where more were made.',
    refusals: {
      ...NO_COIN,
      409: ['DEPOSITS_DISABLED', 'NO_DEPOSIT_ADDRESS', 'REFUND_ADDRESS_REQUIRED'],
      ...LIMITED,
    },
  },
  ...privacyDescriptions,
  depositAddresses: { summary: 'Deposit addresses', text: '', refusals: GATED },
  deposits: { summary: 'History of deposits', text: 'The newest first.', refusals: GATED },
  depositStatus: {
    summary: 'How far a deposit is',
    text: '',
    refusals: { 404: ['DEPOSIT_NOT_FOUND'] },
  },
  receiveGrinDeposit: {
    summary: 'Deposit GRIN',
    text:
      'Takes the slatepack of a payment and answers it signed, for the wallet of the user to finalize. The same ' +
      'slatepack gets the same answer.',
    refusals: {
      409: ['DEPOSITS_DISABLED', 'REFUND_ADDRESS_REQUIRED', 'ALREADY_RECEIVED', 'TOO_MANY_OPEN'],
      422: ['ENCRYPTED_OTHER', 'PROOF_OTHER', 'TTL_EXPIRED', 'FEE_TOO_LOW', 'AMOUNT_TOO_LARGE'],
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
      403: ['SECURITY_COOLDOWN', 'DEPOSIT_UNDONE', ...NO_CODE[403]],
      ...NO_COIN,
      409: [
        'WITHDRAWALS_DISABLED',
        'WITHDRAWALS_STOPPED',
        'REFUND_ADDRESS_REQUIRED',
        'FEE_UNAVAILABLE',
        'FEE_CHANGED',
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
        KEY,
      ],
      ...LIMITED,
    },
  },
  finalizeGrinWithdrawal: {
    summary: 'Finalize a withdrawal of GRIN',
    text: 'Takes the slatepack that the wallet of the user signed, and posts the payment.',
    refusals: {
      ...NO_CODE,
      409: ['WINDOW_CLOSED', 'ALREADY_FINALIZED'],
      422: ['ENCRYPTED_OTHER', 'BAD_SIGNATURE', 'BAD_RANGE_PROOF', KEY],
      ...LIMITED,
    },
  },
  cancelWithdrawal: {
    summary: 'Cancel a withdrawal of GRIN',
    text: 'Of one that nobody has signed: its coins come back, and the answer is the withdrawal as it is then. Asked again, it answers the same.',
    refusals: { 404: ['WITHDRAWAL_NOT_FOUND'], 409: ['NOT_CANCELLABLE'], ...LIMITED },
  },
  withdrawalStatus: {
    summary: 'How a withdrawal stands',
    text: '',
    refusals: { 404: ['WITHDRAWAL_NOT_FOUND'] },
  },
  withdrawals: { summary: 'History of withdrawals', text: 'The newest first.', refusals: GATED },

  balances: { summary: 'Balances', text: 'What the user has of every coin.', refusals: GATED },
  placeLimitOrder: {
    summary: 'Place a limit order',
    text:
      'The order is filled as far as the book allows at this price or a better one; the rest stays open. The answer ' +
      'is the order, bare or under `order`.',
    refusals: {
      400: ['INVALID_PRICE', 'INVALID_QUANTITY'],
      ...ORDER_REFUSALS,
      422: ['PRICE_NOT_ON_TICK', ...QUANTITY_REFUSALS, 'INSUFFICIENT_BALANCE', KEY],
    },
  },
  placeMarketOrder: {
    summary: 'Place a market order',
    text: 'Names what it spends (`cost`, in the quote coin) or what it trades (`quantity`, in the base coin).',
    refusals: {
      400: ['COST_OR_QUANTITY', 'COST_OF_SALE', 'INVALID_COST', 'INVALID_QUANTITY'],
      ...ORDER_REFUSALS,
      422: [...QUANTITY_REFUSALS, 'INSUFFICIENT_BALANCE', KEY],
    },
  },
  cancelOrder: {
    summary: 'Cancel an order',
    text: '',
    refusals: {
      404: ['ORDER_NOT_FOUND'],
      409: ['ORDER_FILLED', 'ORDER_CANCELED'],
      ...LIMITED,
      503: ['BUSY', 'NOT_HERE', 'SERVICE_CLOSING'],
    },
  },
  orders: {
    summary: 'Orders of the user',
    text: 'The newest first.',
    refusals: { ...UNKNOWN_PAIR, ...GATED },
  },
  executions: {
    summary: 'Trades of the user',
    text: 'The newest first.',
    refusals: { ...UNKNOWN_PAIR, ...GATED },
  },

  trades: {
    summary: 'Latest trades of a pair',
    text: 'The newest first.',
    refusals: { ...UNKNOWN_PAIR, ...GATED },
  },
  markets: { summary: 'All markets', text: 'The markets by the symbol of their pair.' },
  market: { summary: 'One market', text: '', refusals: UNKNOWN_PAIR },
  pairs: { summary: 'All pairs and their rules', text: '' },
  pair: { summary: 'One pair and its rules', text: '', refusals: UNKNOWN_PAIR },
  coins: { summary: 'All coins', text: '' },
  btcPrice: {
    summary: 'The price of BTC in USD',
    text: '',
    refusals: { 404: ['NO_PRICE'] },
  },

  solvencyStatements: {
    summary: 'What is owed, and what is there',
    text:
      'The statements of the trees of all that is owed, the newest first: for each coin the root, what is owed and ' +
      'what the chain holds, in units of 0.00000001. `hash` is over the statement and `previous`, the hash of the one before.',
    refusals: GATED,
  },
  solvencyProof: {
    summary: 'Where the balances of the user are in a tree',
    text:
      'The leaf of each coin of which the user was owed something, and its path to the root. For trees of the last ' +
      'seven days.',
    refusals: { 404: ['NO_TREE'], ...GATED },
  },

  tickets: {
    summary: 'Support tickets of the user',
    text: 'The newest first, with how many there are.',
    refusals: GATED,
  },
  createTicket: {
    summary: 'Open a support ticket',
    text: 'The answer is the ticket, bare or under `ticket`; its id is enough.',
    refusals: LIMITED,
  },
  ticket: { summary: 'One support ticket', text: '', refusals: { 404: ['TICKET_NOT_FOUND'] } },
  commentTicket: {
    summary: 'Reply in a support ticket',
    text: 'A closed ticket takes no replies.',
    refusals: { 404: ['TICKET_NOT_FOUND'], 409: ['TICKET_CLOSED', 'TICKET_FULL'], ...LIMITED },
  },
  comments: {
    summary: 'Messages in a support ticket',
    text: 'The oldest first, with how many there are.',
    refusals: { 404: ['TICKET_NOT_FOUND'], ...GATED },
  },

  orderBook: {
    summary: 'The order book of a pair',
    text: '',
    refusals: { ...UNKNOWN_PAIR, ...GATED, 503: ['BOOK_UNKNOWN', 'BUSY'] },
  },
  candles: {
    summary: 'Candles of a pair',
    text:
      'Each candle is a list: timestamp, high, low, volume, open, close, in this order. The candles may come in any ' +
      'order of time and may repeat. One answer has at most 10,110 minute, 1,500 hour or 1,850 day candles, the newest.',
    refusals: { ...UNKNOWN_PAIR, ...GATED },
  },
};
