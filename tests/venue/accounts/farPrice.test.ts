import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../databases.ts';
import { createAuthenticator, passkeyCode } from './authenticator.ts';
import { codeOf } from './codes.ts';
import { createProgram, makeKey } from './program.ts';
import { PASSWORD, type Browser, type Served, serve } from './served.ts';

const STEP = 30_000;

describe.each(databases)('an order far from the median asks for the second factor, on $name', (kind) => {
  let venue: Served;
  let clock = Date.now();

  beforeAll(async () => {
    venue = await serve(kind, { LIMIT_ATTEMPTS: '10000' }, () => clock);
    await tradeAt('20');
  });
  afterAll(() => venue.close());

  const order = (operation: 'BUY' | 'SELL', price: string, rest: object = {}): object => ({
    pair: 'AVAX-USDT',
    type: 'LIMIT',
    operation,
    price,
    quantity: '1',
    ...rest,
  });
  const refused = (code: string): object => ({ status: 403, body: { code } });
  async function tradeAt(price: string): Promise<void> {
    const [{ browser: seller }, { browser: buyer }] = [await venue.member(), await venue.member()];
    expect((await seller.post('/order/orders/limit', order('SELL', price))).status).toBe(200);
    const bought = await buyer.post('/order/orders/limit', order('BUY', price));
    expect(bought.body).toMatchObject({ state: 'FILLED' });
  }
  async function turnOn(browser: Browser): Promise<() => string> {
    const secret = String((await browser.post('/auth/2fa/enable')).body.secret);
    await browser.post('/auth/2fa/verify', { code: codeOf(secret, clock), password: PASSWORD });
    return () => {
      clock += STEP;
      return codeOf(secret, clock);
    };
  }

  it('and accepts it with one, which only a placed order uses up (LEDGER-08)', async () => {
    const { browser: owner } = await venue.member();
    const place = (given: object) => owner.post('/order/orders/limit', given);
    // Without a second factor there is nothing to ask for.
    expect((await place(order('SELL', '18.9'))).status).toBe(200);
    const code = await turnOn(owner);
    expect(await place(order('SELL', '18.9'))).toMatchObject(refused('TWO_FACTOR_REQUIRED'));
    expect(String((await place(order('SELL', '18.9'))).body.message)).toContain('5 % away from the median');
    expect(await place(order('SELL', '18.9', { two_factor_code: '000000' }))).toMatchObject(
      refused('TWO_FACTOR_INVALID'),
    );
    const two_factor_code = code();
    // A near one needs none, and does not use up a code that was sent along.
    expect((await place(order('SELL', '21', { two_factor_code }))).status).toBe(200);
    const far = order('SELL', '18.9', { two_factor_code });
    const key = { 'idempotency-key': randomUUID() };
    expect((await owner.post('/order/orders/limit', far, key)).status).toBe(200);
    expect(await place(far)).toMatchObject(refused('TWO_FACTOR_USED'));
    // A repeat of a placed order gets its first answer.
    expect((await owner.post('/order/orders/limit', far, key)).status).toBe(200);
    const near = (await place(order('SELL', '22'))).body.id;
    const path = `/order/amend/${String(near)}`;
    expect(await owner.post(path, { price: '18.8' })).toMatchObject(refused('TWO_FACTOR_REQUIRED'));
    expect((await owner.post(path, { price: '18.8', two_factor_code: code() })).status).toBe(200);
  });

  it('accepts a passkey too (LEDGER-08)', async () => {
    const { browser: owner } = await venue.member();
    const device = createAuthenticator();
    const { body } = await owner.post('/auth/passkeys/options', { password: PASSWORD });
    const credential = device.create(body, venue.origin);
    expect((await owner.post('/auth/passkeys', { name: 'Key', credential })).status).toBe(201);
    expect(await owner.post('/order/orders/limit', order('SELL', '18.5'))).toMatchObject(
      refused('PASSKEY_REQUIRED'),
    );
    const two_factor_code = await passkeyCode(owner, device, venue.origin);
    expect((await owner.post('/order/orders/limit', order('SELL', '18.5', { two_factor_code }))).status).toBe(
      200,
    );
  });

  it('refuses a key without that right, with or without a factor (LEDGER-08)', async () => {
    const { browser: owner } = await venue.member();
    const keyOf = async (permissions: string[]) =>
      createProgram(venue.origin, await makeKey(owner, PASSWORD, { permissions }), () => clock);
    const [bot, far] = [await keyOf(['trade']), await keyOf(['trade', 'anyPrice'])];
    const given = order('SELL', '18.4');
    expect((await bot.post('/order/orders/limit', order('SELL', '21'))).status).toBe(200);
    expect(await bot.post('/order/orders/limit', given)).toMatchObject(refused('PRICE_TOO_FAR'));
    expect((await far.post('/order/orders/limit', given)).status).toBe(200);
    await turnOn(owner);
    // The right waits for a confirmation with the new factor (APIKEY-12).
    expect(await far.post('/order/orders/limit', given)).toMatchObject(refused('PRICE_TOO_FAR'));
  });
});
