import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOOK_DELAY, MAX_BOOK_ADDRESSES, type NewBookAddress } from '../../../venue/coins/addressBook.ts';
import { codeOf as codeAt } from '../accounts/codes.ts';
import { databases } from '../databases.ts';
import { accepted, addUser, codeOf, type CoinsHarness, OUTSIDE, startCoins, withdrawBtc } from './harness.ts';

const ENTRY: NewBookAddress = { coin: 'BTC', address: OUTSIDE.BTC, label: 'Cold' };
const OTHER_BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

describe.each(databases)('the address book, on $name', (kind) => {
  let t: CoinsHarness;
  let account: string;

  beforeAll(async () => {
    t = await startCoins(kind);
  });
  afterAll(() => t.remove());
  beforeEach(async () => {
    account = await t.account({ BTC: '2' });
    await addUser(t.core, account);
  });

  const withdraw = async (amount = '0.1') => codeOf(await withdrawBtc(t, account, amount));
  const turn = async (isOn: boolean) => accepted(await t.coins.switchAddressBook(account, isOn));
  const add = async (entry = ENTRY) => accepted(await t.coins.addBookAddress(account, entry));

  it('off, it keeps addresses and stops no withdrawal (HELD-03)', async () => {
    expect(await t.coins.addressBook(account)).toEqual({ isOn: false, offAt: null, addresses: [] });
    const book = await add({ ...ENTRY, label: ' Cold ' });
    expect(book.addresses).toEqual([
      { id: expect.any(String), ...ENTRY, usableAt: new Date(t.clock + BOOK_DELAY) },
    ]);
    expect(await withdraw()).toBe('accepted');
  });

  it('on, nothing leaves to an address outside it, and the refusal says when it can (HELD-03)', async () => {
    await turn(true);
    const refusal = await withdrawBtc(t, account, '0.1');
    expect(refusal).toMatchObject({ ok: false, status: 403, code: 'NOT_IN_ADDRESS_BOOK' });
    await add();
    t.clock += BOOK_DELAY - 60_000;
    expect(await withdrawBtc(t, account, '0.1')).toMatchObject({
      ok: false,
      status: 403,
      code: 'ADDRESS_WAITS',
      message: expect.stringMatching(/in 1m 0s, from \d{4}-\d\d-\d\d \d\d:\d\d UTC on\.$/),
    });
    expect(await t.free(account, 'BTC')).toBe('2');
    t.clock += 60_000;
    expect(await withdraw()).toBe('accepted');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('an address counts only for its coin (HELD-03)', async () => {
    const rich = await t.account({ AVAX: '5', USDT: '50' });
    accepted(await t.coins.addBookAddress(rich, { coin: 'AVAX', address: OUTSIDE.AVAX, label: 'a' }));
    accepted(await t.coins.switchAddressBook(rich, true));
    t.clock += BOOK_DELAY;
    const send = (coin: string) =>
      t.coins.withdraw(rich, { coin, amount: '20', address: OUTSIDE.AVAX }, randomUUID());
    expect(codeOf(await send('USDT'))).toBe('NOT_IN_ADDRESS_BOOK');
    // Typed in lower case it is the same address.
    const lower = OUTSIDE.AVAX.toLowerCase();
    const sent = await t.coins.withdraw(rich, { coin: 'AVAX', amount: '1', address: lower }, randomUUID());
    expect(codeOf(sent)).toBe('accepted');
  });

  it('switching it off takes 24 hours, and can be stopped (HELD-01)', async () => {
    await turn(true);
    const offAt = new Date(t.clock + BOOK_DELAY);
    expect(await turn(false)).toMatchObject({ isOn: true, offAt });
    t.clock += 1000;
    // Asking again does not extend the wait.
    expect(await turn(false)).toMatchObject({ isOn: true, offAt });
    expect(await withdraw()).toBe('NOT_IN_ADDRESS_BOOK');
    expect(await turn(true)).toMatchObject({ isOn: true, offAt: null });
    await turn(false);
    t.clock += BOOK_DELAY - 1;
    expect(await withdraw()).toBe('NOT_IN_ADDRESS_BOOK');
    t.clock += 1;
    expect(await t.coins.addressBook(account)).toMatchObject({ isOn: false, offAt: null });
    expect(await withdraw()).toBe('accepted');
  });

  it('with two-factor it asks for a code, but not to stay on or to remove (HELD-01, HELD-02)', async () => {
    const { secret } = await t.twoFactor.enable(account);
    const code = () => ({ code: codeAt(secret, t.clock), triedBy: 'session' });
    await t.twoFactor.verify(account, code().code, 'session');
    const next = () => {
      t.clock += 30_000;
      return code();
    };
    expect(await t.coins.addBookAddress(account, ENTRY)).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
    const [entry] = accepted(await t.coins.addBookAddress(account, ENTRY, next())).addresses;
    expect(await t.coins.switchAddressBook(account, true)).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
    accepted(await t.coins.switchAddressBook(account, true, next()));
    expect(await t.coins.switchAddressBook(account, false)).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
    accepted(await t.coins.switchAddressBook(account, false, next()));
    expect(accepted(await t.coins.switchAddressBook(account, true)).offAt).toBeNull();
    accepted(await t.coins.switchAddressBook(account, false, next()));
    t.clock += BOOK_DELAY;
    // Once it is really off, switching it on needs a code.
    expect(codeOf(await t.coins.switchAddressBook(account, true))).toBe('TWO_FACTOR_REQUIRED');
    accepted(await t.coins.removeBookAddress(account, entry?.id ?? ''));
  });

  it('an address refused for another reason does not use up the code (REAUTH-03)', async () => {
    const { secret } = await t.twoFactor.enable(account);
    await t.twoFactor.verify(account, codeAt(secret, t.clock), 'session');
    t.clock += 30_000;
    const code = { code: codeAt(secret, t.clock), triedBy: 'session' };
    const typed = { ...ENTRY, address: 'bc1qnothing' };
    expect(codeOf(await t.coins.addBookAddress(account, typed, code))).toBe('INVALID_ADDRESS');
    expect(codeOf(await t.coins.addBookAddress(account, ENTRY, code))).toBe('accepted');
  });

  it('an address is removed at once, only by its owner, and waits again when added again (HELD-02)', async () => {
    await turn(true);
    const [entry] = (await add()).addresses;
    t.clock += BOOK_DELAY;
    const stranger = await t.account({});
    expect(codeOf(await t.coins.removeBookAddress(stranger, entry?.id ?? ''))).toBe('BOOK_ADDRESS_NOT_FOUND');
    expect(codeOf(await t.coins.removeBookAddress(account, 'no id'))).toBe('BOOK_ADDRESS_NOT_FOUND');
    expect(accepted(await t.coins.removeBookAddress(account, entry?.id ?? '')).addresses).toEqual([]);
    expect(await withdraw()).toBe('NOT_IN_ADDRESS_BOOK');
    await add();
    expect(await withdraw()).toBe('ADDRESS_WAITS');
  });

  it('an invalid address is refused with the reason, and the same one is kept once (HELD-02)', async () => {
    const refused = async (entry: NewBookAddress) => codeOf(await t.coins.addBookAddress(account, entry));
    expect(await refused({ ...ENTRY, coin: 'NONE' })).toBe('COIN_NOT_FOUND');
    expect(await refused({ ...ENTRY, coin: 'GRIN' })).toBe('ADDRESS_NOT_USED');
    expect(await refused({ ...ENTRY, address: ' ' })).toBe('ADDRESS_REQUIRED');
    expect(await refused({ ...ENTRY, address: 'bc1qnothing' })).toBe('INVALID_ADDRESS');
    await add();
    expect(await refused({ ...ENTRY, address: ENTRY.address.toUpperCase() })).toBe('ADDRESS_IN_BOOK');
    await add({ ...ENTRY, address: OTHER_BTC });
  });

  it('holds a limited number of addresses (HELD-02)', async () => {
    await t.core.store.pool.query(
      `insert into book_addresses (id, account_id, coin, address, label, added_at)
       select gen_random_uuid(), $1, 'BTC', 'planted ' || n, 'x', now() from generate_series(1, $2::int) n`,
      [account, MAX_BOOK_ADDRESSES],
    );
    expect(codeOf(await t.coins.addBookAddress(account, ENTRY))).toBe('ADDRESS_BOOK_FULL');
  });

  it('a coin without addresses cannot leave while it is on (HELD-03)', async () => {
    const signing = {
      open: () => Promise.reject(new Error('opened')),
      slatepackOf: () => Promise.resolve(null),
    };
    const g = await startCoins(kind, new Map([['GRIN', signing]]));
    try {
      const rich = await g.account({ GRIN: '20' });
      const refund = 'grin14kgku7l5x6te3arast3p59zk4rteznq2ug6kmmypf2d6z8md76eqg3su35';
      accepted(await g.coins.setRefundAddress(rich, 'GRIN', refund));
      accepted(await g.coins.switchAddressBook(rich, true));
      const asked = { coin: 'GRIN', amount: '6', address: '' };
      expect(codeOf(await g.coins.withdraw(rich, asked, undefined))).toBe('ADDRESS_BOOK_ONLY');
    } finally {
      await g.remove();
    }
  });
});
