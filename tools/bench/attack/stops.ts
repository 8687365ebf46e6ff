// Stop orders that fill nothing and cost nothing, which one small trade triggers together.

/** Of an account in one pair; more are refused (LOAD-16). */
const EACH = 50;
const PAIR = 'XMR-BTC';
/** Milliseconds between two orders of an account: what is measured is the trade, not a flood of orders. */
const PACE = 250;
/** Milliseconds from the last of them to the trade, when others are being watched. */
const WATCHED = 3000;

interface Book {
  readonly bids: readonly (readonly [price: string, quantity: string])[];
  readonly asks: readonly (readonly [price: string, quantity: string])[];
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Again and again until the process is ended. @returns once the first stop orders wait. */
export async function triggerStops(url: string, cookies: readonly string[]): Promise<void> {
  const ask = async (path: string, cookie: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        cookie,
        origin: url,
        'x-forwarded-for': `203.0.113.${1 + (cookies.indexOf(cookie) % 10)}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.json();
  };

  const [first = ''] = cookies;
  const place = async (): Promise<void> => {
    const { bids, asks } = (await ask(`/order/orderbook/${PAIR}?depth=10`, first)) as Book;
    const stops = { pair: PAIR, type: 'LIMIT', operation: 'BUY', time_in_force: 'IOC', quantity: '0.01' };
    const order = { ...stops, price: bids[0]?.[0], stop_price: asks[0]?.[0] };
    await Promise.all(
      cookies.map(async (cookie) => {
        for (let count = 0; count < EACH; count += 1) {
          await ask('/order/orders/limit', cookie, order);
          await pause(PACE);
        }
      }),
    );
  };
  const trade = async (): Promise<void> => {
    await pause(WATCHED);
    await ask('/order/orders/market', first, { pair: PAIR, operation: 'BUY', quantity: '0.02' });
    await place();
    await trade();
  };
  await place();
  void trade();
}
