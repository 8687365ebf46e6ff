import { describe, expect, it } from 'vitest';
import { admits, networkText } from '../../../venue/accounts/addressList.ts';
import { checkSignature, readSignature, signatureOf } from '../../../venue/accounts/signedRequests.ts';

const SECRET = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
const TIMESTAMP = 1_764_000_000_000;
const KEY = '0b0e4cb6-6a11-4d4e-8f0e-6d6c1a6c0001';

/** Made with `printf '…' | openssl dgst -sha256 -hmac $SECRET`. */
const VECTORS = [
  {
    nonce: 'n-1',
    method: 'GET',
    target: '/order/orders?pair=XMR-BTC&limit=5',
    body: '',
    mac: 'ced3e7448ace76ec850a2730584e22c45a4772719b654dc979cae3451455f9ab',
  },
  {
    nonce: 'n-2',
    method: 'POST',
    target: '/order/orders/limit',
    body: '{"pair":"XMR-BTC","note":"é"}',
    mac: '7fecaf14f63257fa086cb3089b7a8cf562f1c73d44410d0010ab3a04cfc5115d',
  },
] as const;

const headersOf = (given: Readonly<Record<string, string>>) => {
  const lower = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  return (name: string): string | undefined => lower.get(name.toLowerCase());
};
const good = {
  'X-API-Key': KEY,
  'X-API-Timestamp': String(TIMESTAMP),
  'X-API-Nonce': 'n-1',
  'X-API-Signature': VECTORS[0].mac,
};

describe('a signature (APIKEY-03)', () => {
  it.each(VECTORS)(
    'for $method $target is the one that openssl makes',
    ({ nonce, method, target, body, mac }) => {
      const request = { method, target, body: Buffer.from(body) };
      expect(signatureOf(SECRET, { timestamp: TIMESTAMP, nonce }, request).toString('hex')).toBe(mac);
    },
  );

  it.each([
    ['another method', { method: 'POST' }],
    ['another path', { target: '/order/orders?pair=XMR-BTC&limit=6' }],
    ['another body', { body: Buffer.from(' ') }],
    [
      'an end of the path in the body',
      { target: '/order/orders?pair=XMR-BTC', body: Buffer.from('&limit=5') },
    ],
  ])('does not match %s', (_what, change) => {
    const { method, target } = VECTORS[0];
    const header = headersOf(good);
    const request = { header, method, target, body: Buffer.of(), address: null };
    const signature = readSignature(header, TIMESTAMP);
    expect(() => checkSignature(SECRET, signature, request)).not.toThrow();
    expect(() => checkSignature(SECRET, signature, { ...request, ...change })).toThrow('does not fit');
    expect(() => checkSignature(`${SECRET}0`, signature, request)).toThrow('does not fit');
    for (const other of [
      { ...signature, nonce: 'n-3' },
      { ...signature, timestamp: TIMESTAMP + 1 },
    ])
      expect(() => checkSignature(SECRET, other, request)).toThrow('does not fit');
  });

  it.each([
    [
      'X-API-Timestamp',
      ['', '1', '17640000000001', '1764000000.5', '-764000000000', 'now'],
      'SIGNATURE_INCOMPLETE',
    ],
    ['X-API-Nonce', ['', 'a b', 'x'.repeat(65), 'a\n', 'ä'], 'SIGNATURE_INCOMPLETE'],
    ['X-API-Signature', ['', 'abc', `${'0'.repeat(63)}g`, '0'.repeat(65)], 'SIGNATURE_INCOMPLETE'],
    ['X-API-Key', ['', 'key', `${KEY}0`], 'API_KEY_UNKNOWN'],
  ])('with a bad %s is refused', (name, values, code) => {
    for (const value of values)
      expect(() => readSignature(headersOf({ ...good, [name]: value }), TIMESTAMP), value).toThrow(
        expect.objectContaining({ status: 401, code }),
      );
  });

  it('is valid for 5 seconds on either side, and the refusal says how far the clock is off (APIKEY-03)', () => {
    const header = headersOf(good);
    for (const off of [-5000, 0, 5000]) expect(() => readSignature(header, TIMESTAMP + off)).not.toThrow();
    expect(() => readSignature(header, TIMESTAMP + 5001)).toThrow('5001 ms behind our clock');
    expect(() => readSignature(header, TIMESTAMP - 5001)).toThrow('5001 ms ahead of our clock');
  });
});

describe('a list of addresses (APIKEY-05)', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7/32 ', '203.0.113.7'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['::1', '::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('reads %s as %s', (text, kept) => expect(networkText(text)).toBe(kept));

  it.each([
    '',
    'localhost',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.0/33',
    '203.0.113.0/-1',
    '203.0.113.0/',
    '203.0.113.0/8/8',
    '2001:db8::/129',
    'fe80::1%eth0',
    '::ffff:203.0.113.7/120',
    '203.0.113.7, 203.0.113.8',
  ])('refuses "%s"', (text) => expect(networkText(text)).toBeNull());

  it.each([
    [[], '203.0.113.7', true],
    [[], null, true],
    [['203.0.113.7'], '203.0.113.7', true],
    [['203.0.113.7'], '::ffff:203.0.113.7', true],
    [['203.0.113.7'], '203.0.113.8', false],
    [['203.0.113.0/24', '::1'], '203.0.113.255', true],
    [['203.0.113.0/24', '::1'], '203.0.114.0', false],
    [['203.0.113.0/24', '::1'], '0:0:0:0:0:0:0:1', true],
    [['2001:db8::/32'], '2001:db8:ffff::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['0.0.0.0/0'], '::1', false],
    [['203.0.113.7'], null, false],
    [['203.0.113.7'], 'unknown', false],
  ] as const)('%j admits %s: %s', (list, address, isIn) => expect(admits(list, address)).toBe(isIn));
});
