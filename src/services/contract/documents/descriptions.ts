import type { CallName } from '../index.ts';
import { passkeyDescriptions } from './passkeys.ts';
import { apiKeyDescriptions } from './apiKeyDescriptions.ts';
import { accountDescriptions } from './accountDescriptions.ts';
import { type Description, GATED, LIMITED, NO_CODE, privacyDescriptions } from './privacyDescriptions.ts';
import { walletDescriptions } from './walletDescriptions.ts';

export type { Description };

const UNKNOWN_PAIR = { 404: ['UNKNOWN_PAIR'] };
/** Of what the node carries out that matches the pair. */
const ELSEWHERE = { 503: ['BUSY', 'NOT_HERE', 'SERVICE_CLOSING'], 504: ['OUTCOME_UNKNOWN'] };
const ORDER_REFUSALS = {
  403: ['DEPOSIT_UNDONE', 'PRICE_TOO_FAR', ...NO_CODE[403]],
  404: ['PAIR_NOT_FOUND'],
  409: ['PAIR_DISABLED', 'MAINTENANCE', 'PAIR_PAUSED', 'SELF_TRADE', 'TOO_MANY_OPEN_ORDERS'],
  ...LIMITED,
  ...ELSEWHERE,
};
const AMOUNT_REFUSALS = [
  'PRICE_NOT_ON_TICK',
  'PRICE_OUTSIDE_BAND',
  'QUANTITY_NOT_ON_INCREMENT',
  'BELOW_MINIMUM_ORDER_SIZE',
  'BELOW_MINIMUM_ORDER_VALUE',
  'ORDER_TOO_LARGE',
];

const OCO_REFUSALS = ['OCO_STANDS_ALONE', 'OCO_NEEDS_STOP', 'OCO_BUY_NEEDS_LIMIT', 'OCO_WRONG_SIDES'];

const DISPLAY_REFUSALS = ['ICEBERG_MUST_REST', 'INVALID_DISPLAY_QUANTITY', 'HIDES_TOO_MUCH'];

const COST =
  '`average_price` and `cost` are what its trades came to in the quote coin, without the fee, which stands in ' +
  '`fee_amount`; all null before the first trade.';

export const descriptions: Readonly<Record<CallName, Description>> = {
  ...accountDescriptions,
  ...passkeyDescriptions,
  ...apiKeyDescriptions,

  ...walletDescriptions,
  ...privacyDescriptions,

  balances: { summary: 'Balances', text: 'What the user has of every coin.', refusals: GATED },
  placeLimitOrder: {
    summary: 'Place a limit order',
    text:
      'The order is filled as far as the book allows at this price or a better one; the rest stays open. The answer ' +
      'is the order, bare or under `order`. An order that would trade with an open order of its own user is refused ' +
      'whole with `SELF_TRADE`; the older order stays as it is.',
    refusals: {
      400: [
        'INVALID_PRICE',
        'INVALID_QUANTITY',
        'POST_ONLY_MUST_REST',
        'STOP_MUST_TAKE',
        ...DISPLAY_REFUSALS,
        ...OCO_REFUSALS,
      ],
      ...ORDER_REFUSALS,
      409: [
        ...ORDER_REFUSALS[409],
        'POST_ONLY_WOULD_TRADE',
        'STOP_REACHED',
        'TOO_MANY_STOP_ORDERS',
        'TOO_MANY_ICEBERGS',
        'OCO_WOULD_TRADE',
        'OCO_LIMIT_REACHED',
      ],
      422: [...AMOUNT_REFUSALS, 'INSUFFICIENT_BALANCE'],
    },
  },
  placeMarketOrder: {
    summary: 'Place a market order',
    text: 'Names what it spends (`cost`, in the quote coin) or what it trades (`quantity`, in the base coin).',
    refusals: {
      400: [
        'COST_OR_QUANTITY',
        'COST_OF_SALE',
        'INVALID_COST',
        'INVALID_QUANTITY',
        'INVALID_PRICE',
        'INVALID_TRAIL_PERCENT',
        'TRAIL_STANDS_ALONE',
      ],
      ...ORDER_REFUSALS,
      409: [
        ...ORDER_REFUSALS[409],
        'STOP_REACHED',
        'TOO_MANY_STOP_ORDERS',
        'TRAIL_NEEDS_PRICE',
        'TRAIL_TOO_FAR',
      ],
      422: [...AMOUNT_REFUSALS, 'INSUFFICIENT_BALANCE'],
    },
  },
  amendOrder: {
    summary: 'Amend an open order',
    text:
      'What is left out stays as it is; `quantity` is that of the whole order, with what is filled. The order keeps its ' +
      'ID. Where only the quantity falls it also keeps its place among the orders at its price; otherwise it goes behind ' +
      'them, and trades at once as far as the book allows, like a new order. The answer is the order.',
    refusals: {
      400: ['AMENDS_NOTHING', 'INVALID_PRICE', 'INVALID_QUANTITY', 'HIDES_TOO_MUCH'],
      ...ORDER_REFUSALS,
      404: ['ORDER_NOT_FOUND'],
      409: [
        'PAIR_DISABLED',
        'MAINTENANCE',
        'PAIR_PAUSED',
        'SELF_TRADE',
        'POST_ONLY_WOULD_TRADE',
        'QUANTITY_BELOW_FILLED',
        'STOP_REACHED',
        'STOP_TRIGGERED',
        'STOP_IN_BOOK',
        'STOP_HAS_COST',
        'NOT_A_STOP_ORDER',
        'OCO_NOT_AMENDABLE',
        'TRAIL_NOT_AMENDABLE',
        'TOO_MANY_ICEBERGS',
        'ORDER_FILLED',
        'ORDER_CANCELED',
      ],
      422: [...AMOUNT_REFUSALS, 'INSUFFICIENT_BALANCE'],
    },
  },
  cancelOrder: {
    summary: 'Cancel an order',
    text: '',
    refusals: { 404: ['ORDER_NOT_FOUND'], 409: ['ORDER_FILLED', 'ORDER_CANCELED'], ...LIMITED, ...ELSEWHERE },
  },
  order: {
    summary: 'One order of the user',
    text: `${COST} An order of somebody else is answered like one that is not there.`,
    refusals: { 404: ['ORDER_NOT_FOUND'], ...GATED },
  },
  orders: {
    summary: 'Orders of the user',
    text: `The newest first. ${COST}`,
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
  status: {
    summary: 'Whether the venue is in maintenance',
    text: '`reason` is what its operators say, and `time` the clock of the venue.',
  },
  btcPrice: { summary: 'The price of BTC in USD', text: '', refusals: { 404: ['NO_PRICE'] } },

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
    refusals: { 409: ['TOO_MANY_TICKETS'], ...LIMITED },
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
