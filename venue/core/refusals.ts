import type { Refusal } from '../exchange.ts';
import { textOf } from '../ledger/units.ts';

const refusal = (status: Refusal['status'], code: string, message: string): Refusal => ({
  ok: false,
  status,
  code,
  message,
});

/** For orders and withdrawals during a maintenance (OPERATOR-16). */
export const MAINTENANCE = {
  code: 'MAINTENANCE',
  message:
    'The exchange is under maintenance: new orders and withdrawals are paused. You can still cancel orders.',
};

/** For an order that could trade far from the median (LEDGER-08). */
export const FAR_PRICE = 'PRICE_TOO_FAR';

export const refuse = {
  pairNotFound: () => refusal(404, 'PAIR_NOT_FOUND', 'Unknown pair.'),
  pairDisabled: (pair: string) =>
    refusal(409, 'PAIR_DISABLED', `Trading in ${pair} is currently disabled. Please try again later.`),
  maintenance: () => refusal(409, MAINTENANCE.code, MAINTENANCE.message),
  invalidPrice: () => refusal(400, 'INVALID_PRICE', 'The price must be a decimal number above 0.'),
  invalidQuantity: () => refusal(400, 'INVALID_QUANTITY', 'The quantity must be a decimal number above 0.'),
  invalidCost: () =>
    refusal(400, 'INVALID_COST', 'The cost must be a decimal number above 0 with at most 8 decimals.'),
  costOrQuantity: () =>
    refusal(
      400,
      'COST_OR_QUANTITY',
      'A market order needs either a cost (what to spend) or a quantity (what to trade).',
    ),
  costOfSale: () => refusal(400, 'COST_OF_SALE', 'A market sell order needs a quantity, not a cost.'),
  offTick: (tick: string, quote: string) =>
    refusal(422, 'PRICE_NOT_ON_TICK', `The price must be a multiple of ${tick} ${quote}.`),
  offIncrement: (increment: string, base: string) =>
    refusal(422, 'QUANTITY_NOT_ON_INCREMENT', `The quantity must be a multiple of ${increment} ${base}.`),
  belowMinimum: (minimum: string, base: string) =>
    refusal(422, 'BELOW_MINIMUM_ORDER_SIZE', `The minimum order size is ${minimum} ${base}.`),
  belowMinimumValue: (minimum: string, quote: string) =>
    refusal(422, 'BELOW_MINIMUM_ORDER_VALUE', `The minimum order value is ${minimum} ${quote}.`),
  costBelowMinimum: (minimum: string, base: string) =>
    refusal(
      422,
      'BELOW_MINIMUM_ORDER_SIZE',
      `At the best price, this cost buys less than the minimum order size of ${minimum} ${base}.`,
    ),
  tooLarge: () => refusal(422, 'ORDER_TOO_LARGE', 'This order is too large. Please split it.'),
  selfTrade: (price: string, quote: string) =>
    refusal(
      409,
      'SELF_TRADE',
      `This order would trade with your own order at ${price} ${quote}. Cancel that one first.`,
    ),
  stopMustTake: () =>
    refusal(
      400,
      'STOP_MUST_TAKE',
      'A stop order may trade at once when its price is reached, so it cannot be post-only. Leave out one of the two.',
    ),
  stopBuyNeedsCost: () =>
    refusal(
      400,
      'STOP_BUY_NEEDS_COST',
      'A stop market order to buy needs a cost (what to spend), so that it can be reserved.',
    ),
  trailStandsAlone: () =>
    refusal(
      400,
      'TRAIL_STANDS_ALONE',
      'An order has either a stop price or a percentage by which its stop trails the last price. Leave out one of the two.',
    ),
  invalidTrail: () =>
    refusal(400, 'INVALID_TRAIL_PERCENT', 'The trailing percentage must be from 0.1 to 50, in steps of 0.1.'),
  trailNeedsPrice: (pair: string) =>
    refusal(
      409,
      'TRAIL_NEEDS_PRICE',
      `${pair} has not traded yet, so there is no last price for this order to trail. Place a stop order with a stop price.`,
    ),
  trailTooFar: () =>
    refusal(
      409,
      'TRAIL_TOO_FAR',
      'At the last price, this percentage leads to no possible stop price. Choose a smaller one, or a stop price in its place.',
    ),
  trailNotAmendable: () =>
    refusal(
      409,
      'TRAIL_NOT_AMENDABLE',
      'An order that trails the last price cannot be amended while it waits. Cancel it and place another one.',
    ),
  stopReached: (side: 'buy' | 'sell', last: string, quote: string) =>
    refusal(
      409,
      'STOP_REACHED',
      `The last price, ${last} ${quote}, has reached this stop price already. It must be ${side === 'buy' ? 'above' : 'below'} the last price.`,
    ),
  stopTriggered: () =>
    refusal(
      409,
      'STOP_TRIGGERED',
      'A trade has reached the stop price of this order: it is triggered and will be matched next, so it cannot be amended. You can cancel it.',
    ),
  stopInBook: () =>
    refusal(
      409,
      'STOP_IN_BOOK',
      'A trade has reached the stop price of this order: it is an open limit order now and waits for no price. You can amend its price and its quantity, or cancel it.',
    ),
  notAStopOrder: () =>
    refusal(409, 'NOT_A_STOP_ORDER', 'This order is no stop order, so it has no stop price to amend.'),
  stopHasCost: () =>
    refusal(
      409,
      'STOP_HAS_COST',
      'This stop order spends a fixed cost, so it has no quantity to amend. Cancel it and place another one.',
    ),
  postOnlyMustRest: () =>
    refusal(
      400,
      'POST_ONLY_MUST_REST',
      'A post-only order rests in the book, so its time in force must be GTC. Leave out one of the two.',
    ),
  postOnlyWouldTrade: (best: string, quote: string) =>
    refusal(
      409,
      'POST_ONLY_WOULD_TRADE',
      `This post-only order would trade at once with an order at ${best} ${quote}. Change its price, or place it without post-only.`,
    ),
  icebergMustRest: () =>
    refusal(
      400,
      'ICEBERG_MUST_REST',
      'An order with a visible quantity rests in the book, so its time in force must be GTC, and it cannot be a stop order. Leave out one of them.',
    ),
  invalidDisplay: (minimum: string, step: string, base: string) =>
    refusal(
      400,
      'INVALID_DISPLAY_QUANTITY',
      `The visible quantity must be a multiple of ${step} ${base}, at least ${minimum} ${base} and less than the quantity of the order.`,
    ),
  hidesTooMuch: () =>
    refusal(
      400,
      'HIDES_TOO_MUCH',
      'An order must show at least a hundredth of its quantity. Choose a larger visible quantity, or a smaller quantity.',
    ),
  tooManyIcebergs: (cap: number) =>
    refusal(
      409,
      'TOO_MANY_ICEBERGS',
      `At this price there are ${cap} orders with a visible quantity already. Choose another price, or place the order without one.`,
    ),
  ocoStandsAlone: () =>
    refusal(
      400,
      'OCO_STANDS_ALONE',
      'A one-cancels-other order rests in the book until its stop price is reached: it is GTC, not post-only, and has no visible quantity and no other stop price. Leave them out.',
    ),
  ocoLimitAlone: () =>
    refusal(400, 'OCO_NEEDS_STOP', 'A stop limit price needs the stop price of a one-cancels-other order.'),
  ocoBuyNeedsLimit: () =>
    refusal(
      400,
      'OCO_BUY_NEEDS_LIMIT',
      'A one-cancels-other order to buy needs a stop limit price, so that what it may cost can be reserved.',
    ),
  ocoWrongSides: (side: 'buy' | 'sell') =>
    refusal(
      400,
      'OCO_WRONG_SIDES',
      side === 'sell'
        ? 'To sell, the price of a one-cancels-other order must be above its stop price.'
        : 'To buy, the price of a one-cancels-other order must be below its stop price.',
    ),
  ocoLimitReached: (side: 'buy' | 'sell', last: string, quote: string) =>
    refusal(
      409,
      'OCO_LIMIT_REACHED',
      `The last price is ${last} ${quote}. The price of this order must be ${side === 'sell' ? 'above' : 'below'} it, and its stop price on the other side.`,
    ),
  ocoWouldTrade: (best: string, quote: string) =>
    refusal(
      409,
      'OCO_WOULD_TRADE',
      `This one-cancels-other order would trade at once with an order at ${best} ${quote}. Change its price.`,
    ),
  ocoNotAmendable: () =>
    refusal(
      409,
      'OCO_NOT_AMENDABLE',
      'A one-cancels-other order cannot be amended. Cancel it and place another one.',
    ),
  outsideBand: (percent: string, lowest: string, highest: string, quote: string) =>
    refusal(
      422,
      'PRICE_OUTSIDE_BAND',
      `This order would trade more than ${percent} % away from the recent price. At the moment this pair trades from ${lowest} to ${highest} ${quote}. Set a limit price within that range, or try again later.`,
    ),
  farPrice: () =>
    refusal(
      403,
      FAR_PRICE,
      'This order could trade more than 5 % away from the median price of the last hour, or your orders today add up to that much. Confirm it with the second factor, or set a limit price nearer to it.',
    ),
  noReference: (pair: string) =>
    refusal(
      409,
      'NO_REFERENCE_PRICE',
      `${pair} has no price yet. Until its first price is set, it takes only post-only limit orders.`,
    ),
  paused: (pair: string, seconds: number) => ({
    ...refusal(
      409,
      'PAIR_PAUSED',
      `Trading in ${pair} is paused because its price moved too far at once. It resumes in ${seconds} seconds. You can still cancel orders.`,
    ),
    retryAfter: seconds,
  }),
  tooManyOpen: (cap: number) =>
    refusal(
      409,
      'TOO_MANY_OPEN_ORDERS',
      `You have reached the limit of ${cap} open orders in this pair. Cancel one first.`,
    ),
  tooManyStops: (cap: number) =>
    refusal(
      409,
      'TOO_MANY_STOP_ORDERS',
      `You have reached the limit of ${cap} waiting stop orders in this pair. Cancel one first.`,
    ),
  /** @param named null where it would tell what the book hides (TYPE-11). */
  insufficientBalance: (currency: string, named: string | null, available: string, isAmendment = false) =>
    refusal(
      422,
      'INSUFFICIENT_BALANCE',
      named === null
        ? `Insufficient balance: this order needs more than the ${available} ${currency} that is available.`
        : `Insufficient balance: this ${isAmendment ? 'amendment' : 'order'} needs ${named} ${currency}${isAmendment ? ' more' : ''}, but only ${available} ${currency} is available.`,
    ),
  /** The database also refuses a sufficient balance when the account owes for an undone deposit (LEDGER-02). */
  short: (
    currency: string,
    { needed, named, available }: Readonly<Record<'needed' | 'named' | 'available', string>>,
    isAmendment: boolean,
  ): Refusal =>
    BigInt(needed) > BigInt(available)
      ? refuse.insufficientBalance(
          currency,
          BigInt(named) > 0n ? textOf(BigInt(named)) : null,
          textOf(BigInt(available)),
          isAmendment,
        )
      : refuse.depositUndone([]),
  /** @param owed amounts with their coins; may be empty. */
  depositUndone: (owed: readonly string[]) =>
    refusal(
      403,
      'DEPOSIT_UNDONE',
      `The blockchain has reversed a deposit that you have already used. Deposit ${
        owed.length > 0 ? `another ${owed.join(' and ')}` : 'what is missing'
      }, or wait until it is confirmed again. Until then you can cancel orders, but not place any.`,
    ),
  keyInvalid: () =>
    refusal(400, 'IDEMPOTENCY_KEY_INVALID', 'The Idempotency-Key must have 1 to 255 characters.'),
  keyReused: () =>
    refusal(
      422,
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was already used for another order. Use a new key for a new order.',
    ),
  orderNotFound: () => refusal(404, 'ORDER_NOT_FOUND', 'Order not found.'),
  orderFilled: () =>
    refusal(409, 'ORDER_FILLED', 'This order was already filled, so there is nothing left to cancel.'),
  orderCanceled: () => refusal(409, 'ORDER_CANCELED', 'This order was already cancelled.'),
  amendsNothing: () =>
    refusal(400, 'AMENDS_NOTHING', 'An amendment needs a new price, a new quantity, or a new stop price.'),
  /** @param filled base units as text. */
  amendedBelowFilled: (filled: string, base: string) =>
    refusal(
      409,
      'QUANTITY_BELOW_FILLED',
      `${filled} ${base} of this order are filled already, so its quantity must be larger. Cancel the order to keep the rest from trading.`,
    ),
  notHere: () => ({
    ...refusal(
      503,
      'NOT_HERE',
      'This pair is moving to another server. Nothing was changed. Please try again.',
    ),
    retryAfter: 1,
  }),
  closing: () =>
    refusal(
      503,
      'SERVICE_CLOSING',
      'The exchange is shutting down. Nothing was changed. Please try again in a moment.',
    ),
};
