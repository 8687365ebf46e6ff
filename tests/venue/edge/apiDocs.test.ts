import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../src/services/contract/index.ts';
import { ENDPOINTS } from '../../../src/ui/publicPages/endpoints.ts';
import { ask, limitOrder, openTrader, startVenue, type TestVenue } from './harness.ts';

let target: TestVenue;

beforeAll(async () => {
  target = await startVenue();
  // A trade, and two prices on either side, so that no list in an example is empty.
  const [maker, taker] = await Promise.all([openTrader(target), openTrader(target)]);
  for (const [side, price] of [
    ['SELL', '0.004'],
    ['SELL', '0.0041'],
    ['SELL', '0.0042'],
    ['BUY', '0.0038'],
    ['BUY', '0.0037'],
  ] as const) {
    await maker.post('/order/orders/limit', limitOrder(side, price, '1'));
  }
  await taker.post('/order/orders/limit', limitOrder('BUY', '0.004', '1'));
});
afterAll(() => target.close());

/** The shape of an answer: fields and kinds of values; for a list, its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : kindOf(value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

function kindOf(value: unknown): string {
  if (typeof value !== 'string') return typeof value;
  if (/^-?\d+(\.\d+)?$/.test(value)) return 'decimal text';
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return 'time';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? 'id' : 'text';
}

describe('the documented calls (PUBLIC-12)', () => {
  it.each(ENDPOINTS.map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s answers as its example says, to anybody',
    async (_path, { example, method, answer }) => {
      const real = await ask(target.origin, example, { method, headers: { accept: 'application/json' } });
      expect(real.status).toBe(200);
      const body = real.body as { readonly markets?: Readonly<Record<string, unknown>> };
      // The example shows one of all markets.
      const shown = body.markets ? { markets: { 'XMR-BTC': body.markets['XMR-BTC'] } } : body;
      expect(shapeOf(shown)).toEqual(shapeOf(answer));
    },
  );

  it("the rules of the example pair are the venue's", async () => {
    const { body } = await ask(target.origin, '/pair/pairs/XMR-BTC');
    const example = ENDPOINTS.find(({ name }) => name === 'pair')?.answer;
    const rulesOf = (answer: unknown): Record<string, unknown> => {
      const { settings } = answer as { settings: Record<string, unknown> };
      const { id: _id, pair_id: _pair, created_at: _made, updated_at: _changed, ...rules } = settings;
      return rules;
    };
    expect(rulesOf(body)).toEqual(rulesOf(example));
  });

  it.each(ENDPOINTS.map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s takes the parameters that are documented, and no others',
    async (path, { name, method, parameters }) => {
      const call = calls[name];
      expect({ method, path: path.replaceAll(/\{(\w+)\}/g, ':$1') }).toEqual({
        method: call.method,
        path: call.path,
      });
      const query = parameters.filter((one) => one.in === 'query').map((one) => one.name);
      expect(Object.keys(call.query?.def.shape ?? {})).toEqual(query);
      expect(call.isPrivate).toBe(false);
    },
  );

  it('the documented refusals', async () => {
    expect(await ask(target.origin, '/pair/pairs/NO-PAIR')).toMatchObject({
      status: 404,
      body: { code: 'UNKNOWN_PAIR' },
    });
    for (const path of ['/order/orderbook/XMR-BTC?depth=0', '/pair/pairs?page=1']) {
      expect(await ask(target.origin, path)).toMatchObject({
        status: 422,
        body: { code: 'VALIDATION_FAILED' },
      });
    }
  });
});
