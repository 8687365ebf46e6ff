import type { CallName } from '../index.ts';
import { type Description, GATED, KEY, LIMITED, walletDescriptions } from './walletDescriptions.ts';

const UNKNOWN_PAIR = { 404: ['UNKNOWN_PAIR'] };
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
  login: {
    summary: 'Sign in',
    text:
      'Begins a session, which the server keeps in a cookie. Where two-factor authentication is on and the code is ' +
      'missing, the message of the refusal names it.',
    refusals: {
      400: ['TWO_FACTOR_REQUIRED', 'TWO_FACTOR_INVALID'],
      401: ['INVALID_CREDENTIALS'],
      ...LIMITED,
      503: ['BUSY'],
    },
  },
  register: {
    summary: 'Create an account',
    text: 'Does not sign in.',
    refusals: {
      409: ['USERNAME_TAKEN'],
      422: ['INVALID_USERNAME', 'PASSWORD_REQUIREMENTS', 'PASSWORD_COMMON'],
      ...LIMITED,
      503: ['BUSY'],
    },
  },
  logout: {
    summary: 'Sign out',
    text: 'Ends the session and clears its cookie. Succeeds without a session, too.',
  },
  me: { summary: 'Who is signed in', text: 'The user, bare or under `user`. Answers 401 without a session.' },
  changePassword: {
    summary: 'Change the password',
    text: 'Ends all other sessions of the user. A 401 says that the old password is wrong and ends no session.',
    refusals: {
      400: ['TWO_FACTOR_REQUIRED', 'TWO_FACTOR_INVALID'],
      401: ['WRONG_PASSWORD'],
      409: ['PASSWORD_SET_ALREADY', 'PASSWORD_CHANGED_ELSEWHERE'],
      422: ['PASSWORD_REQUIREMENTS', 'PASSWORD_COMMON', 'PASSWORD_UNCHANGED'],
      ...LIMITED,
      503: ['BUSY'],
    },
  },
  twoFactorEnable: {
    summary: 'Begin two-factor authentication',
    text: 'Answers the secret. It is on when a code was verified.',
    refusals: { 400: ['TWO_FACTOR_ALREADY_ENABLED'], ...LIMITED },
  },
  twoFactorVerify: {
    summary: 'Turn two-factor authentication on',
    text: '',
    refusals: {
      400: ['TWO_FACTOR_INVALID', 'TWO_FACTOR_NOT_SET_UP'],
      403: ['WRONG_PASSWORD'],
      ...LIMITED,
    },
  },
  twoFactorDisable: {
    summary: 'Turn two-factor authentication off',
    text: '',
    refusals: { 400: ['TWO_FACTOR_INVALID', 'TWO_FACTOR_OFF'], 403: ['WRONG_PASSWORD'], ...LIMITED },
  },

  ...walletDescriptions,

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

export const parameters: Readonly<Record<string, string>> = {
  pair: 'Symbol of the pair, such as XMR-BTC',
  id: 'Id of the record',
  coin: 'Ticker of the coin, such as XMR',
  limit: 'How many to return at most',
  skip: 'How many to skip',
  offset: 'How many to skip',
  page: 'Number of the page, from 1',
  sort_by: 'The field to sort by',
  order: 'Ascending or descending',
  depth: 'How many prices of each side',
  state: 'States of the orders, separated by commas, such as OPENED,PARTIALLY_FILLED; all where it is empty',
  currency: 'Ticker of the coin; all where it is empty',
  coin_ticker: 'Ticker of the coin; all where it is left out',
  trading_enabled_only: 'Whether coins that are not traded are left out',
  status: 'The state of the ticket',
  category: 'The category of the ticket',
  created_from: 'ISO date or time of the earliest ticket; a date is the whole day, UTC',
  created_to: 'ISO date or time of the latest ticket; a date is the whole day, UTC',
};
