import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMoneroSender } from '../../../venue/chains/monero/sender.ts';
import { parseExactly } from '../../../venue/chains/rpc.ts';
import { textOf } from '../../../venue/ledger/units.ts';

describe('the balance of the XMR wallet (CHAIN-30)', () => {
  let balance = '0';
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () =>
      response.end(
        `{"id":1,"jsonrpc":"2.0","result":{"note":"\\"balance\\": 12345678901234567890","balance": ${balance}}}`,
      ),
    );
  });
  let sender: () => ReturnType<typeof createMoneroSender>;

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const nobody = (): never => {
      throw new Error('nobody asks it');
    };
    // Each numbers its calls from 1, as the answer does.
    sender = () => createMoneroSender({ walletUrl: url, url }, { placeOf: nobody, tip: nobody });
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  it.each([
    ['0', '0'],
    ['2500000000000', '2.5'],
    ['9007199254740991', '9007.19925474'],
    // 2^53 + 1: not exact as a JavaScript number
    ['9007199254750001', '9007.19925475'],
    ['123456789123456789', '123456.78912345'],
    ['18446744073709551615', '18446744.07370955'],
  ])('%s piconero are %s XMR', async (told, shown) => {
    balance = told;
    expect(textOf((await sender().held()) ?? -1n)).toBe(shown);
  });

  it.each(['-1', '1.5', '"much"', '-12345678901234567890', '184467440737095516150'])(
    '%s is no balance',
    async (told) => {
      balance = told;
      await expect(sender().held()).rejects.toThrow('another form');
    },
  );
});

describe('JSON whose long numbers lose no digit', () => {
  it.each([
    ['[9007199254740993]', ['9007199254740993']],
    [
      '{"a": 18446744073709551615, "b": -18446744073709551615}',
      { a: '18446744073709551615', b: '-18446744073709551615' },
    ],
    [
      '{"1234567890123456789": "\\\\\\" 1234567890123456789"}',
      { '1234567890123456789': '\\" 1234567890123456789' },
    ],
    ['[1e1, 123456789012345]', [10, 123_456_789_012_345]],
  ])('%s', (text, value) => {
    expect(parseExactly(text)).toEqual(value);
  });

  it.each(['[0.12345678901234567]', '[12345678901234567.5, 12345678901234567e2]'])(
    'and what is no whole number stays as it was: %s',
    (text) => {
      expect(parseExactly(text)).toEqual(JSON.parse(text));
    },
  );

  it('LOAD-19 is read once, however its strings end', () => {
    for (const text of [
      '"\\"'.repeat(500_000),
      `[${'1'.repeat(1_000_000)}.`,
      '-'.repeat(1_000_000),
      '"'.repeat(999_999),
    ]) {
      const began = performance.now();
      expect(() => parseExactly(text)).toThrow(SyntaxError);
      // Going back to each quote takes minutes.
      expect(performance.now() - began).toBeLessThan(2000);
    }
  });

  it('is refused when invalid', () => {
    expect(() => parseExactly('{"a": 12345678901234567')).toThrow(SyntaxError);
  });
});
