import { ed25519 } from '@noble/curves/ed25519.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base58xmr } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { viewing } from '../../../venue/chains/monero/keys.ts';
import { outputsTo, type Transaction, transactionForm } from '../../../venue/chains/monero/scan.ts';

/** A wallet made for this test with monero-wallet-rpc. */
const ADDRESS =
  '43pyWbcEAfoTs9oknfHKxJUZm8Z3jqsdPSeSzVzQP3VXH2zswCNuP8k2e43RUM4ANcQVrBn49HFcfKkfgPwgSHRKLvZkDov';
const VIEW_KEY = '6c670f60682ef52c06ef9cbbda6aca0dd38b87153eb0096e58aca9e5bd99c00f';
const SUBADDRESSES = [
  '8A8p6K1aaiEanwKL1k16k7fsNL1KaGtkHPbMQej9isPg1f2Z4rwfUCvGDCuq3Xj8dWenfqCbW3DxL7K9e2u1XmXq41SgUJM',
  '831tgjHzKzbdTtarf39sPN1KSLd14i4RYFMjjajcfR2w3VBAcw7BzUUDwtJ4g9B6tpQFWxRwMzDUxKpbRXmiufUdEQAaMeT',
  '89BfBJjv3fESuxtimXjn53WVgE1JJuSESCC78m3kBoYbQKbKYAJVeXxLBvpAndtsEMbkzHii385XcFZecLcLzxAwRUo7fNx',
];
/** 1.5 XMR from this wallet to its first subaddress, made by monero-wallet-rpc, as monerod reported it. */
const TRANSACTION = transactionForm.parse({
  version: 2,
  unlock_time: 0,
  vout: [
    {
      target: {
        tagged_key: {
          key: '70ecc4ba70550c5e33fda0ee23dc79f6c1913247da5027d634dea507d8638a99',
          view_tag: 'c1',
        },
      },
    },
    {
      target: {
        tagged_key: {
          key: '2b7de4ac0a858f99a2d88137ec209cf8cff4145df947d4d9a88aa41a671fc982',
          view_tag: '15',
        },
      },
    },
  ],
  extra: [
    1, 59, 0, 66, 85, 64, 98, 229, 70, 60, 19, 54, 246, 92, 156, 58, 177, 187, 204, 130, 72, 126, 53, 183,
    150, 196, 114, 4, 123, 152, 72, 232, 51, 2, 9, 1, 187, 224, 15, 237, 213, 242, 47, 20,
  ],
  rct_signatures: {
    type: 6,
    ecdhInfo: [{ amount: '7f03adba1f0757fc' }, { amount: '85c7523d552b6fa1' }],
    outPk: [
      '6b17b8425325a2fb0570d20fc301a00d751099553e64491f292f2dc844694608',
      '7680a1df16e9689785d18302582b307efa51c33b29634c4495de13ad2d2242ae',
    ],
  },
});

const wallet = viewing(ADDRESS, VIEW_KEY);
const found = (change: (copy: Transaction) => Transaction = (copy) => copy) =>
  outputsTo(wallet, change(structuredClone(TRANSACTION)));

describe('a wallet of Monero, seen with its view key (CHAIN-10)', () => {
  it('has the subaddresses that the wallet program gives', () => {
    expect([1n, 2n, 3n].map((number) => wallet.addressOf(number))).toEqual(SUBADDRESSES);
  });

  it.each(['0'.repeat(64), `${'0'.repeat(63)}1`, 'f'.repeat(64)])('accepts no other view key: %s', (key) => {
    expect(() => viewing(ADDRESS, key)).toThrow('the view key does not belong to the address');
  });

  it('finds payments to it, and the change', () => {
    expect(found().map(({ output, amount }) => [output, amount])).toEqual([
      [0, 68_864_058_660_478n],
      [1, 1_500_000_000_000n],
    ]);
    expect(found()[1]?.address).toBe(SUBADDRESSES[0]);
  });

  it('finds no payments to others', () => {
    const point = (scalar: bigint) => ed25519.Point.BASE.multiply(scalar).toBytes();
    const body = concatBytes(Uint8Array.of(18), point(5n), point(7n));
    const address = base58xmr.encode(concatBytes(body, keccak_256(body).subarray(0, 4)));
    const other = viewing(address, `07${'00'.repeat(31)}`);
    expect(outputsTo(other, TRANSACTION)).toEqual([]);
  });

  it.each<[string, (copy: Transaction) => Transaction]>([
    ['is locked', (copy) => ({ ...copy, unlock_time: 1_000_000 })],
    ['is of an older form', (copy) => ({ ...copy, version: 1 })],
    ['has no signatures, as mined coins', (copy) => ({ ...copy, rct_signatures: undefined })],
    ['has no key of its own', (copy) => ({ ...copy, extra: [] })],
    ['has a key that is cut', (copy) => ({ ...copy, extra: copy.extra.slice(0, 20) })],
    ['has more keys than it says', (copy) => ({ ...copy, extra: [4, 255, 255, 255, 255, 255] })],
  ])('ignores an output that %s', (_, change) => {
    expect(found(change)).toEqual([]);
  });

  it('accepts only the amount that the chain has verified', () => {
    const changed = found((copy) => {
      const signatures = copy.rct_signatures;
      if (!signatures) throw new Error('no signatures');
      return {
        ...copy,
        rct_signatures: { ...signatures, ecdhInfo: [{ amount: '7f03adba1f0757fd' }, { amount: '' }] },
      };
    });
    expect(changed).toEqual([]);
  });

  it('refuses keys that do not belong together, and quotes none', () => {
    const other = `${VIEW_KEY.slice(0, -2)}0e`;
    const refused = (address: string, key: string): string => {
      try {
        viewing(address, key);
        return 'opened';
      } catch (error) {
        return String(error);
      }
    };
    expect(refused(ADDRESS, other)).toBe('Error: the view key does not belong to the address');
    expect(refused(ADDRESS, 'no key')).toBe('Error: a view key is 64 hexadecimal digits');
    expect(refused(SUBADDRESSES[0] ?? '', VIEW_KEY)).toBe(
      'Error: this is no main address of a Monero wallet',
    );
    expect(() => wallet.addressOf(0n)).toThrow(RangeError);
  });
});
