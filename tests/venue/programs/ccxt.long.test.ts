import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireCcxt } from '../../../scripts/ccxt.ts';
import { run } from '../../../scripts/process.ts';
import { codesOf } from '../../../src/services/contract/documents/refusals.ts';
import { calls } from '../../../src/services/contract/index.ts';
import { OUTSIDE } from '../coins/harness.ts';
import { openTrader, PASSWORD, startVenue, type TestVenue, type Trader } from '../edge/harness.ts';

/** Members of the class. */
const CALLS = [
  'amendOrder',
  'balances',
  'cancelOrder',
  'coins',
  'deposits',
  'executions',
  'order',
  'orderBook',
  'orders',
  'pairs',
  'placeLimitOrder',
  'placeMarketOrder',
  'trades',
  'withdrawals',
] as const;

let venue: TestVenue;
let folder: string;

beforeAll(async () => {
  [venue, folder] = await Promise.all([startVenue(), requireCcxt()]);
});
afterAll(() => venue.close());

async function keyOf(trader: Trader): Promise<{ readonly id: string; readonly secret: string }> {
  const wish = { label: 'ccxt', permissions: ['read', 'trade', 'anyPrice'], password: PASSWORD };
  const { body } = await trader.post('/user/api-keys', wish);
  const { api_key: key, secret } = body as { api_key: { id: string }; secret: string };
  return { id: key.id, secret };
}

/** A deposit of BTC and a withdrawal of XMR, for the lists of transfers. */
async function moveCoins(trader: Trader): Promise<void> {
  await trader.post('/user/deposit-address', { coin_ticker: 'BTC' });
  await trader.post('/sandbox/pay', { coin: 'BTC', amount: '0.25' });
  await trader.post('/sandbox/mine', { coin: 'BTC', blocks: 6 });
  for (const [call, body] of [
    ['/user/refund-address', { coin_ticker: 'XMR', address: OUTSIDE.XMR }],
    ['/withdrawal/withdrawals/create', { currency: 'XMR', amount: '0.5', address: OUTSIDE.XMR }],
  ] as const) {
    const { status, text } = await trader.post(call, body);
    expect(status, text).toBe(200);
  }
}

it('trades through the class of examples/ccxt, and passes ccxt’s own tests of an exchange (APIKEY-13)', async () => {
  const [trader, second] = [await openTrader(venue), await openTrader(venue)];
  await moveCoins(trader);
  const [own, other] = [await keyOf(trader), await keyOf(second)];
  // Codes about a second factor or a session never reach keys.
  const codes = CALLS.flatMap((name) => Object.values(codesOf(name, calls[name])).flat()).filter(
    (code) => !/^(TWO_FACTOR|PASSKEY|SESSION)_/.test(code),
  );
  const { output } = await run(process.execPath, [path.join(folder, 'trade.js')], {
    collect: true,
    env: {
      ORIGIN: venue.origin,
      KEY: own.id,
      SECRET: own.secret,
      OTHER_KEY: other.id,
      OTHER_SECRET: other.secret,
      CODES: codes.join(' '),
    },
  });
  const lines = output.trim().split('\n');
  const [, held, all] = /^(\d+) of (\d+) steps hold$/.exec(lines.at(-1) ?? '') ?? [];
  expect(held, output).toBe(all);
  expect(Number(all), output).toBeGreaterThanOrEqual(13);
});
