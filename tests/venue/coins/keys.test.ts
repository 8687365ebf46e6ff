import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkAddress } from '../../../src/domain/address/check.ts';
import { createKeys } from '../../../venue/coins/keys.ts';

const NETWORKS = {
  AVAX: 'Avalanche C-Chain',
  BTC: 'Bitcoin',
  KAS: 'Kaspa',
  USDT: 'Ethereum (ERC-20)',
  WOW: 'Wownero',
  XMR: 'Monero',
} as const;
const KINDS = {
  AVAX: 'evm',
  BTC: 'p2wpkh',
  KAS: 'pubkey',
  USDT: 'evm',
  WOW: 'standard',
  XMR: 'standard',
} as const;

describe.each(Object.entries(NETWORKS))('deposit addresses of %s', (coin, network) => {
  it('are addresses of the coin, of the right kind, in their canonical form', () => {
    const keys = createKeys(randomBytes(32));
    for (let number = 1n; number <= 20n; number += 1n) {
      const address = keys.addressOf(coin, number) ?? '';
      expect(checkAddress(coin, network, address)).toEqual({
        ok: true,
        address,
        kind: KINDS[coin as keyof typeof KINDS],
        isChanged: false,
      });
    }
  });

  it('are the same for the same seed and number, and differ otherwise', () => {
    const [seed, other] = [randomBytes(32), randomBytes(32)];
    const address = createKeys(seed).addressOf(coin, 7n);
    expect(createKeys(seed).addressOf(coin, 7n)).toBe(address);
    expect(createKeys(seed).addressOf(coin, 8n)).not.toBe(address);
    expect(createKeys(other).addressOf(coin, 7n)).not.toBe(address);
  });
});

describe('keys', () => {
  it('coins of one kind of chain do not share addresses', () => {
    const keys = createKeys(randomBytes(32));
    expect(keys.addressOf('AVAX', 1n)).not.toBe(keys.addressOf('USDT', 1n));
  });

  it('GRIN has no addresses on its chain', () => {
    expect(createKeys(randomBytes(32)).addressOf('GRIN', 1n)).toBeNull();
  });

  it('each purpose has its own secret', () => {
    const keys = createKeys(randomBytes(32));
    expect(keys.derive('grin')).toHaveLength(32);
    expect(keys.derive('grin')).toEqual(keys.derive('grin'));
    expect(keys.derive('grin')).not.toEqual(keys.derive('BTC/1/key'));
  });
});
