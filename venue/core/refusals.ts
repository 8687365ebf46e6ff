import type { Refusal } from '../exchange.ts';

const refusal = (status: Refusal['status'], code: string, message: string): Refusal => ({
  ok: false,
  status,
  code,
  message,
});

/** Every refusal of the order path: a stable code, and a text that says what to do. */
export const refuse = {
  pairNotFound: () => refusal(404, 'PAIR_NOT_FOUND', 'There is no such pair.'),
  pairDisabled: (pair: string) =>
    refusal(409, 'PAIR_DISABLED', `Trading of ${pair} is switched off for now. Please try again later.`),
  invalidPrice: () => refusal(400, 'INVALID_PRICE', 'The price must be a decimal number above 0.'),
  invalidQuantity: () => refusal(400, 'INVALID_QUANTITY', 'The quantity must be a decimal number above 0.'),
  invalidCost: () =>
    refusal(400, 'INVALID_COST', 'The cost must be a decimal number above 0 with at most 8 decimals.'),
  costOrQuantity: () =>
    refusal(
      400,
      'COST_OR_QUANTITY',
      'A market order names either what it spends (cost) or what it trades (quantity).',
    ),
  costOfSale: () => refusal(400, 'COST_OF_SALE', 'A market order that sells names a quantity, not a cost.'),
  offTick: (tick: string, quote: string) =>
    refusal(422, 'PRICE_NOT_ON_TICK', `The price must be a multiple of ${tick} ${quote}.`),
  offIncrement: (increment: string, base: string) =>
    refusal(422, 'QUANTITY_NOT_ON_INCREMENT', `The quantity must be a multiple of ${increment} ${base}.`),
  belowMinimum: (minimum: string, base: string) =>
    refusal(422, 'BELOW_MINIMUM_ORDER_SIZE', `The smallest order of this pair is ${minimum} ${base}.`),
  costBelowMinimum: (minimum: string, base: string) =>
    refusal(
      422,
      'BELOW_MINIMUM_ORDER_SIZE',
      `At the best price this cost buys less than the smallest order of this pair, ${minimum} ${base}.`,
    ),
  tooLarge: () =>
    refusal(422, 'ORDER_TOO_LARGE', 'This order is larger than the exchange can count. Please split it.'),
  selfTrade: (price: string, quote: string) =>
    refusal(
      409,
      'SELF_TRADE',
      `This order would trade with your own order at ${price} ${quote}. Cancel that one first.`,
    ),
  tooManyOpen: (cap: number) =>
    refusal(
      409,
      'TOO_MANY_OPEN_ORDERS',
      `You have ${cap} open orders of this pair, the most allowed. Cancel one first.`,
    ),
  insufficientBalance: (currency: string, needed: string, available: string) =>
    refusal(
      422,
      'INSUFFICIENT_BALANCE',
      `Not enough ${currency}: this order needs ${needed} ${currency} and ${available} ${currency} are available.`,
    ),
  keyInvalid: () => refusal(400, 'IDEMPOTENCY_KEY_INVALID', 'An Idempotency-Key has 1 to 255 characters.'),
  keyReused: () =>
    refusal(
      422,
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for another order. Use a new key for a new order.',
    ),
  orderNotFound: () => refusal(404, 'ORDER_NOT_FOUND', 'You have no such order.'),
  orderFilled: () =>
    refusal(409, 'ORDER_FILLED', 'This order was filled already, so there is nothing left to cancel.'),
  orderCanceled: () => refusal(409, 'ORDER_CANCELED', 'This order was canceled already.'),
  notHere: () => ({
    ...refusal(
      503,
      'NOT_HERE',
      'This pair changes hands at this moment. Nothing was done; please try again.',
    ),
    retryAfter: 1,
  }),
  closing: () =>
    refusal(
      503,
      'SERVICE_CLOSING',
      'The exchange is stopping. Nothing was done; please try again in a moment.',
    ),
};
