import { describe, expect, it } from 'vitest';
import { claimsOfPage } from './claims.ts';
import { HELP, Mistake, readCommand } from './command.ts';
import { farOrder } from './farOrder.ts';
import { createReport, tableOf } from './report.ts';
import { decimal } from '../../src/domain/decimal.ts';

const read = (line: string) => readCommand(line.split(' ').filter(Boolean), async () => 'typed');

describe('the command', () => {
  it.each([
    ['', /Name the server/],
    ['exchange.example', /must be an address/],
    ['ftp://exchange.example', /must be an address/],
    ['https://me:secret@exchange.example', /must not hold/],
    ['https://a.example https://b.example', /One server at a time/],
    ['https://a.example --password x', /password/],
    ['https://a.example --capabilities idempotency', /Unknown capability idempotency\. Known: sandbox/],
    ['https://a.example --only money', /Unknown area money\. Known: market/],
    ['https://a.example --listen soon', /--listen must be a whole number from 1 to 60/],
    ['https://a.example --attempts 1000', /--attempts must be a whole number from 0 to 50/],
    ['https://a.example --write', /--write needs an account/],
    ['https://a.example --register', /add --write/],
    ['https://a.example --write --register --email a@b.c', /Either --email/],
  ])('%s: says what is wrong', async (line, message) => {
    await expect(read(line)).rejects.toThrow(message);
    await expect(read(line)).rejects.toBeInstanceOf(Mistake);
  });

  it('changes nothing and signs in nobody by default', async () => {
    const command = await read('https://a.example/base');
    expect(command?.settings).toMatchObject({
      account: null,
      mayWrite: false,
      attempts: 0,
      claims: null,
      origin: null,
    });
  });

  it('asks for the password of the account', async () => {
    const command = await read(
      'https://a.example --email a@b.c --write --origin https://c.example/page --only orders',
    );
    expect(command?.settings).toMatchObject({
      account: { email: 'a@b.c', password: 'typed' },
      mayWrite: true,
      origin: 'https://c.example',
      areas: ['orders'],
    });
  });

  it('helps', async () => {
    expect(await read('--help')).toBeNull();
    expect(HELP).toMatch(/--capabilities[\s\S]*--write[\s\S]*--json/);
  });
});

describe('what a page claims', () => {
  const page = (block: string) => `<script type="application/json" id="configuration">${block}</script>`;

  it('is what its configuration offers', () => {
    const block = '{"capabilities":{"bookSequence":true,"btcUsd":false,"grinNetwork":"main","other":true}}';
    expect([...claimsOfPage(page(block))]).toEqual(['bookSequence', 'grinNetwork']);
  });

  it.each(['', '<p>', page('{'), page('{}'), page('null'), page('{"capabilities":7}')])(
    '%s: nothing',
    (html) => {
      expect(claimsOfPage(html).size).toBe(0);
    },
  );
});

describe('an order that cannot trade', () => {
  const rules = {
    pair: 'XMR-BTC',
    isEnabled: true,
    pricePrecision: 6,
    quantityPrecision: 2,
    minPriceIncrement: '0.000001',
    minQuantityIncrement: '0.01',
    minOrderSize: '0.01',
    makerFeePercent: null,
    takerFeePercent: null,
  };
  const has = (amounts: Record<string, string>) => (coin: string) => decimal(amounts[coin] ?? '0');

  it('buys for half of the best bid', () => {
    const order = farOrder(rules, { bid: '0.003889', ask: '0.00389' }, has({ BTC: '1' }));
    expect(order).toEqual({
      pair: 'XMR-BTC',
      operation: 'BUY',
      price: '0.001944',
      quantity: '0.5',
      coin: 'BTC',
      stop: '0.007778',
      part: '0.01',
      amended: { price: '0.001943', quantity: '0.49' },
    });
  });

  it('sells for twice the best ask where nothing can be paid', () => {
    const order = farOrder(rules, { bid: '0.003889', ask: '0.00389' }, has({ XMR: '1' }));
    expect(order).toMatchObject({ operation: 'SELL', price: '0.00778', coin: 'XMR' });
  });

  it('is none without a price, or without coins', () => {
    expect(farOrder(rules, { bid: undefined, ask: undefined }, has({ BTC: '1', XMR: '1' }))).toBeNull();
    expect(farOrder(rules, { bid: '1', ask: '2' }, has({}))).toBeNull();
  });
});

describe('the table', () => {
  it('says what holds, what fails and why, and what was not looked at', () => {
    const report = createReport();
    report.expect('socket.opens', true, '');
    report.expect('values.sign', false, 'balances.0 is negative');
    report.holds('values.sign');
    report.skips('session.secure', 'not by https');
    const table = tableOf(report.verdicts());
    expect(table).toMatch(/values\.sign +FAILS[^\n]*\n +→ balances\.0 is negative/);
    expect(table).toMatch(/session\.secure +not looked at[^\n]*\n +not by https/);
    expect(table).toContain('1 hold, 1 fail, 1 were not looked at.');
  });
});
