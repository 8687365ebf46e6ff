import { describe, expect, it } from 'vitest';
import { isWaiting, LONGEST_LABEL, ofCoin, type AddressBook } from '../../../src/domain/addressBook.ts';

const entry = (coin: string, usableAt: number) => ({ id: coin, coin, address: 'a', label: 'b', usableAt });
const book = (isOn: boolean): AddressBook => ({
  isOn,
  offAt: null,
  addresses: [entry('BTC', 1000), entry('XMR', 2000), entry('BTC', 3000)],
});

describe('the address book', () => {
  it('has addresses of each coin (HELD-04)', () => {
    expect(ofCoin(book(true), 'BTC').map(({ usableAt }) => usableAt)).toEqual([1000, 3000]);
    expect(ofCoin(book(true), 'KAS')).toEqual([]);
  });

  it('a new address waits until its time, while the book is on (HELD-02, HELD-03)', () => {
    expect(isWaiting(book(true), entry('BTC', 1000), 999)).toBe(true);
    expect(isWaiting(book(true), entry('BTC', 1000), 1000)).toBe(false);
    expect(isWaiting(book(false), entry('BTC', 1000), 999)).toBe(false);
  });

  it('labels are short enough for a list (HELD-02)', () => {
    expect(LONGEST_LABEL).toBe(60);
  });
});
