import type { Session } from '../../accounts/sessions.ts';
import { FAR_PRICE } from '../../core/refusals.ts';
import {
  type Exchange,
  OPEN_STATES,
  type OrderRecord,
  type OrderState,
  type Outcome,
  type PriceCheck,
  type Refusal,
} from '../../exchange.ts';
import { RefusedError, valueOf } from '../../refused.ts';
import { type Handlers, signedIn } from '../handler.ts';
import { wireBalance, wireExecution, wireOrder } from '../wire.ts';

const STATES: readonly OrderState[] = [...OPEN_STATES, 'FILLED', 'CANCELED'];

export interface OrderParts {
  readonly exchange: Exchange;
  /** Whether the second factor is proven; a refusal otherwise. It uses up the code. */
  readonly confirmFactor: (session: Session, code: string) => Promise<Refusal | null>;
}

export function orderHandlers({
  exchange,
  confirmFactor,
}: OrderParts): Handlers<
  | 'balances'
  | 'placeLimitOrder'
  | 'placeMarketOrder'
  | 'amendOrder'
  | 'cancelOrder'
  | 'order'
  | 'orders'
  | 'executions'
> {
  function pairFilter(pair: string | undefined): { pair?: string } {
    if (!pair) return {};
    return { pair: knownPair(exchange, pair) };
  }

  /** Asks for the second factor where an order could trade far from the median, and only there (LEDGER-08). */
  async function checked(
    session: Session,
    code: string | undefined,
    send: (priceCheck?: PriceCheck) => Promise<Outcome<OrderRecord>>,
  ): Promise<OrderRecord> {
    const { account, apiKey } = session;
    const isAsked = apiKey
      ? !apiKey.permissions.includes('anyPrice')
      : account.hasTwoFactor || account.hasPasskeys;
    if (!isAsked) return valueOf(await send());
    const outcome = await send('guarded');
    if (outcome.ok || outcome.code !== FAR_PRICE) return valueOf(outcome);
    if (apiKey)
      throw new RefusedError(
        403,
        FAR_PRICE,
        'This order could trade more than 5 % away from the median price of the last hour, or your orders today add up to that much. This API key may not do that without the permission "anyPrice".',
      );
    const refusal = await confirmFactor(session, code ?? '');
    if (!refusal) return valueOf(await send('confirmed'));
    const isMissing = refusal.code === 'TWO_FACTOR_REQUIRED' || refusal.code === 'PASSKEY_REQUIRED';
    return valueOf(isMissing ? { ...refusal, message: outcome.message } : refusal);
  }

  return {
    async balances(request) {
      return (await exchange.balances(signedIn(request).account.id)).map(wireBalance);
    },

    async placeLimitOrder(request) {
      const {
        pair,
        operation,
        price,
        quantity,
        time_in_force: timeInForce,
        post_only: isPostOnly,
        stop_price: stopPrice,
        display_quantity: displayQuantity,
        oco_stop_price: ocoStopPrice,
        oco_limit_price: ocoLimitPrice,
      } = request.body;
      const order = {
        pair,
        side: sideOf(operation),
        price,
        quantity,
        ...(timeInForce === undefined ? {} : { timeInForce }),
        ...(isPostOnly === undefined ? {} : { isPostOnly }),
        ...(stopPrice === undefined ? {} : { stopPrice }),
        ...(displayQuantity === undefined ? {} : { displayQuantity }),
        ...(ocoStopPrice === undefined ? {} : { ocoStopPrice }),
        ...(ocoLimitPrice === undefined ? {} : { ocoLimitPrice }),
      };
      const session = signedIn(request);
      const placed = await checked(session, request.body.two_factor_code, (priceCheck) =>
        exchange.placeLimit(
          session.account.id,
          { ...order, ...(priceCheck && { priceCheck }) },
          request.idempotencyKey,
        ),
      );
      return wireOrder(placed);
    },

    async placeMarketOrder(request) {
      const { pair, operation, cost, quantity, price } = request.body;
      const { stop_price: stopPrice, trail_percent: trailPercent } = request.body;
      const order = {
        pair,
        side: sideOf(operation),
        ...(cost === undefined ? {} : { cost }),
        ...(quantity === undefined ? {} : { quantity }),
        ...(price === undefined ? {} : { price }),
        ...(stopPrice === undefined ? {} : { stopPrice }),
        ...(trailPercent === undefined ? {} : { trailPercent }),
      };
      const session = signedIn(request);
      const placed = await checked(session, request.body.two_factor_code, (priceCheck) =>
        exchange.placeMarket(
          session.account.id,
          { ...order, ...(priceCheck && { priceCheck }) },
          request.idempotencyKey,
        ),
      );
      return wireOrder(placed);
    },

    async amendOrder(request) {
      const session = signedIn(request);
      const { price, quantity, stop_price: stopPrice, two_factor_code: code } = request.body;
      const amendment = {
        ...(price !== undefined && { price }),
        ...(quantity !== undefined && { quantity }),
        ...(stopPrice !== undefined && { stopPrice }),
      };
      const id = orderIdOf(request.c.req.param('id'));
      const amended = await checked(session, code, (priceCheck) =>
        exchange.amend(
          session.account.id,
          id,
          { ...amendment, ...(priceCheck && { priceCheck }) },
          request.idempotencyKey,
        ),
      );
      return wireOrder(amended);
    },

    async cancelOrder(request) {
      const { account } = signedIn(request);
      const id = orderIdOf(request.c.req.param('id'));
      return wireOrder(valueOf(await exchange.cancel(account.id, id, request.idempotencyKey)));
    },

    async order(request) {
      const found = await exchange.order(signedIn(request).account.id, orderIdOf(request.c.req.param('id')));
      if (!found) throw orderNotFound();
      return wireOrder(found);
    },

    async orders(request) {
      const { pair, state, skip, limit } = request.query;
      const states = statesOf(state);
      const filter = { ...pairFilter(pair), ...(states ? { states } : {}), skip, limit };
      return (await exchange.orders(signedIn(request).account.id, filter)).map(wireOrder);
    },

    async executions(request) {
      const { pair, skip, limit } = request.query;
      const fills = await exchange.executions(signedIn(request).account.id, {
        ...pairFilter(pair),
        skip,
        limit,
      });
      return fills.map(wireExecution);
    },
  };
}

const orderNotFound = (): RefusedError => new RefusedError(404, 'ORDER_NOT_FOUND', 'Order not found.');

function orderIdOf(id = ''): string {
  if (!/^[\w-]{1,64}$/.test(id)) throw orderNotFound();
  return id;
}

/** @throws RefusedError 404 when the venue does not list the pair. */
export function knownPair(exchange: Exchange, symbol: string | undefined): string {
  const rules = symbol === undefined ? undefined : exchange.pair(symbol);
  if (!rules?.isListed)
    throw new RefusedError(404, 'UNKNOWN_PAIR', 'Unknown pair. GET /pair/pairs lists all pairs.');
  return rules.symbol;
}

const sideOf = (operation: 'BUY' | 'SELL'): 'buy' | 'sell' => (operation === 'BUY' ? 'buy' : 'sell');

/** `OPENED` includes those that wait: a client that knows no stop orders then lists and cancels them (STOP-06). */
function statesOf(text: string | undefined): OrderState[] | undefined {
  if (!text) return undefined;
  const states = text.split(',').map((name) => {
    const state = STATES.find((known) => known === name.trim());
    if (state) return state;
    throw new RefusedError(
      422,
      'VALIDATION_FAILED',
      `state must be one or more of ${STATES.join(', ')}, separated by commas.`,
    );
  });
  return states.includes('OPENED') ? [...states, 'WAITING', 'TRIGGERED'] : states;
}
