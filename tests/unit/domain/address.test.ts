import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAddress, grinNetworkName } from '../../../src/domain/address/check.ts';
import type { AddressCode } from '../../../src/domain/address/faults.ts';
import file from '../../data/address-vectors.json' with { type: 'json' };

interface AddressVector {
  readonly address: string;
  readonly valid: boolean;
  readonly network: string | null;
  readonly type: string | null;
  readonly note?: string;
}

const coins: Readonly<Record<string, readonly AddressVector[]>> = file.coins;
const rows = Object.entries(coins).flatMap(([coin, vectors]) =>
  vectors.map((vector) => [coin, vector.address, vector] as const),
);
const isTest = ({ network }: AddressVector): boolean => network !== null && !/mainnet|any/.test(network);
const codeOf = (coin: string, network: string, text: string): string => {
  const check = checkAddress(coin, network, text);
  return check.ok ? 'OK' : check.code;
};

describe('every address of the vector file', () => {
  it.each(rows)('%s %s', (coin, address, vector) => {
    const check = checkAddress(coin, isTest(vector) ? 'testnet' : 'mainnet', address);
    // Valid, but not to be paid to.
    const isDenied = vector.note?.startsWith('DENY') ?? false;
    expect(check.ok).toBe(vector.valid && !isDenied);
    expect(check.ok ? check.kind : null).toBe(check.ok ? vector.type : null);
  });

  it.each(rows.filter(([, , vector]) => vector.valid && isTest(vector)))(
    '%s %s belongs to the test network',
    (coin, address) => {
      expect(checkAddress(coin, 'mainnet', address)).toEqual({
        ok: false,
        code: 'WRONG_NETWORK',
        network: 'testnet',
      });
    },
  );
});

const BTC = 'bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv';
const XMR = '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';
const WOW =
  'Wo3MWeKwtA918DU4c69hVSNgejdWFCRCuWjShRY66mJkU2Hv58eygJWDJS1MNa2Ge5M1WjUkGHuLqHkweDxwZZU42d16v94mP';
const GRIN = 'grin14kgku7l5x6te3arast3p59zk4rteznq2ug6kmmypf2d6z8md76eqg3su35';
const KAS = 'kaspa:qp0l70zd5x85ttwd6jv7g3s3a8llzj96d8dncn4zmhv4tlzx5k2jyqh70xmfj';
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const sound: readonly (readonly [coin: string, address: string])[] = [
  ['BTC', BTC],
  ['XMR', XMR],
  ['WOW', WOW],
  ['GRIN', GRIN],
  ['KAS', KAS],
  ['ETH', EVM],
];

describe("the network of a server's GRIN wallet", () => {
  const onTest = (coins.GRIN ?? []).find((vector) => vector.valid && isTest(vector))?.address ?? '';

  it('decides which addresses are its own', () => {
    expect(codeOf('GRIN', grinNetworkName('main'), GRIN)).toBe('OK');
    expect(codeOf('GRIN', grinNetworkName('main'), onTest)).toBe('WRONG_NETWORK');
    expect(codeOf('GRIN', grinNetworkName('test'), GRIN)).toBe('WRONG_NETWORK');
    expect(codeOf('GRIN', grinNetworkName('test'), onTest)).toBe('OK');
  });

  it('where it is unknown, refuses neither', () => {
    for (const address of [GRIN, onTest]) expect(codeOf('GRIN', grinNetworkName(null), address)).toBe('OK');
    expect(codeOf('GRIN', grinNetworkName(null), `${GRIN}q`)).not.toBe('OK');
  });
});

describe('why an address is refused', () => {
  it.each([
    ['BTC', '', 'EMPTY'],
    ['BTC', ' \u200b\n', 'EMPTY'],
    ['BTC', 'L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd', 'PRIVATE_KEY'],
    ['BTC', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', 'PRIVATE_KEY'],
    ['XMR', 'abandon '.repeat(12), 'PRIVATE_KEY'],
    ['BTC', `xprv${'9'.repeat(107)}`, 'PRIVATE_KEY'],
    ['ETH', 'ab'.repeat(32), 'KEY_OR_HASH'],
    ['ETH', `0x${'ab'.repeat(32)}`, 'KEY_OR_HASH'],
    ['USDT', `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7/transfer?address=${EVM}`, 'TOKEN_URI'],
    ['GRIN', 'BEGINSLATEPACK. 2ECvnRw5Px1f93a', 'SLATEPACK_MESSAGE'],
    ['USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TRON_ADDRESS'],
    ['AVAX', 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5', 'NOT_C_CHAIN'],
    ['AVAX', 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5', 'NOT_C_CHAIN'],
    ['KAS', KAS.slice(6), 'PREFIX_MISSING'],
    ['ETH', EVM.slice(2), 'PREFIX_MISSING'],
    ['BTC', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'UNKNOWN_KIND'],
    ['GRIN', 'slatepack10qlk22rxjap2ny8qltc2tl996kenxr3hhwuu6hrzs6tdq08yaqgqnlumr7', 'UNKNOWN_KIND'],
    ['KAS', KAS.replace('kaspa', 'kaspa1'), 'UNKNOWN_KIND'],
    ['BTC', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'CHARACTERS'],
    ['BTC', '0FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo', 'CHARACTERS'],
    ['BTC', BTC.replace('q', 'Q'), 'MIXED_CASE'],
    ['GRIN', GRIN.replace('k', 'K'), 'MIXED_CASE'],
    ['XMR', XMR.slice(0, -1), 'LENGTH'],
    ['GRIN', `${GRIN}q`, 'LENGTH'],
    ['ETH', EVM.slice(0, -1), 'LENGTH'],
    ['BTC', `${BTC.slice(0, -1)}q`, 'CHECKSUM'],
    ['XMR', `${XMR.slice(0, -1)}B`, 'CHECKSUM'],
    ['ETH', EVM.replace('aA', 'aa'), 'CHECKSUM'],
    ['ETH', `0x${'0'.repeat(40)}`, 'ZERO_ADDRESS'],
    ['USDC', '0xdac17f958d2ee523a2206206994597c13d831ec7', 'TOKEN_CONTRACT'],
    ['USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'TOKEN_CONTRACT'],
    ['AVAX', '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7', 'TOKEN_CONTRACT'],
    ['AVAX', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 'TOKEN_CONTRACT'],
    ['DOGE', '123456789', 'TOO_SHORT'],
    ['DOGE', '1234567890', 'OK'],
    ['USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TRON_ADDRESS'],
  ])('%s %s: %s', (coin, text, code) => {
    expect(codeOf(coin, '', text)).toBe(code);
  });

  it('offers the prefix that is missing', () => {
    expect(checkAddress('KAS', 'Kaspa', KAS.slice(6))).toMatchObject({ suggestion: KAS });
    expect(checkAddress('ETH', 'ERC-20', EVM.slice(2).toLowerCase())).toMatchObject({ suggestion: EVM });
  });

  it('names the coin that a sound address belongs to', () => {
    for (const [coin, address] of sound) {
      for (const [other] of sound) {
        expect(checkAddress(other, 'mainnet', address)).toMatchObject(
          other === coin ? { ok: true, address } : { ok: false, code: 'OTHER_COIN', coin },
        );
      }
    }
  });

  it('knows no rule for a token on a network of another kind', () => {
    expect(codeOf('USDT', 'TRC-20 (Tron)', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('OK');
  });
});

describe('removed characters', () => {
  it.each([
    ['BTC', ` \u200b${BTC}\n`, BTC],
    ['BTC', BTC.toUpperCase(), BTC],
    ['BTC', `bitcoin:${BTC}?amount=1`, BTC],
    ['XMR', `monero:${XMR}?tx_amount=1`, XMR],
    ['WOW', `wownero:${WOW}`, WOW],
    ['ETH', `ethereum:pay-${EVM}@1?value=1`, EVM],
    ['ETH', EVM.toLowerCase(), EVM],
    ['ETH', `0x${EVM.slice(2).toUpperCase()}`, EVM],
    ['KAS', `${KAS}?amount=1`, KAS],
  ])('%s %j', (coin, text, address) => {
    expect(checkAddress(coin, 'mainnet', text)).toMatchObject({ ok: true, address, isChanged: true });
    expect(checkAddress(coin, 'mainnet', address)).toMatchObject({ ok: true, address, isChanged: false });
  });
});

/** The compiler refuses missing and invented codes. */
const known: Record<AddressCode | 'OK', true> = {
  OK: true,
  EMPTY: true,
  PRIVATE_KEY: true,
  KEY_OR_HASH: true,
  TOKEN_URI: true,
  SLATEPACK_MESSAGE: true,
  TRON_ADDRESS: true,
  NOT_C_CHAIN: true,
  OTHER_COIN: true,
  WRONG_NETWORK: true,
  PREFIX_MISSING: true,
  UNKNOWN_KIND: true,
  CHARACTERS: true,
  MIXED_CASE: true,
  LENGTH: true,
  CHECKSUM: true,
  ZERO_ADDRESS: true,
  TOKEN_CONTRACT: true,
  TOO_SHORT: true,
};

describe('any text', () => {
  const anyCoin = fc.constantFrom('BTC', 'XMR', 'WOW', 'GRIN', 'KAS', 'ETH', 'AVAX', 'USDT', 'DOGE');

  it('is judged and never throws', () => {
    fc.assert(
      fc.property(anyCoin, fc.string({ unit: 'binary', maxLength: 130 }), (coin, text) => {
        expect(Object.hasOwn(known, codeOf(coin, 'mainnet', text))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('one changed letter never passes for the same coin', () => {
    const letters = fc.constantFrom(
      ...Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl'),
    );
    fc.assert(
      fc.property(fc.constantFrom(...sound), fc.nat(), letters, ([coin, address], at, letter) => {
        const index = at % address.length;
        const changed = address.slice(0, index) + letter + address.slice(index + 1);
        const check = checkAddress(coin, 'mainnet', changed);
        expect(check.ok && check.address !== address).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });
});
