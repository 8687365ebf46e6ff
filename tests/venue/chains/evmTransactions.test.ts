import { createContract, ERC20 } from 'micro-eth-signer/abi.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import {
  balanceCall,
  raised,
  readTransaction,
  signed,
  transferCall,
} from '../../../venue/chains/evm/transactions.ts';

const token = createContract(ERC20);
const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
const ADDRESSES = [
  '0x00000000000000000000000000000000000000ff',
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0xffffffffffffffffffffffffffffffffffffffff',
];

describe('calls of a token', () => {
  it.each(ADDRESSES)('match those of another encoder: %s', (address) => {
    expect(balanceCall(address)).toBe(hex(token.balanceOf.encodeInput(address)));
    for (const value of [0n, 1n, 12_345_678n, 2n ** 256n - 1n])
      expect(transferCall(address, value)).toBe(hex(token.transfer.encodeInput({ to: address, value })));
  });
});

describe('a payment', () => {
  const payment = {
    chainId: 43_114n,
    nonce: 7n,
    to: ADDRESSES[1] ?? '',
    value: 0n,
    data: transferCall(ADDRESSES[2] ?? '', 5n),
    gasLimit: 65_000n,
    maxFeePerGas: 30n * 10n ** 9n,
    maxPriorityFeePerGas: 10n ** 9n,
  };

  it('can be read again as it was signed, so that it can be replaced', () => {
    const { bytes, txHash } = signed(payment, hexToBytes('01'.repeat(32)));
    expect(readTransaction(bytes)).toEqual(payment);
    expect(txHash).toMatch(/^0x[0-9a-f]{64}$/);
  });

  it('is replaced by one that pays over a tenth more, as nodes require', () => {
    for (const price of [0n, 1n, 7n, 10n ** 9n]) expect(raised(price) * 10n).toBeGreaterThan(price * 11n);
  });
});
