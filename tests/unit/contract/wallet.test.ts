import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calls, type Call, type CallName } from '../../../src/services/contract/index.ts';
import { depositAnswer } from '../../../src/services/contract/wallet.ts';
import { someCoin } from '../../samples.ts';

/** Null when it cannot be read. */
function read(name: CallName, raw: unknown): unknown {
  const decoded = (calls[name] as Call).decode(raw);
  return decoded.ok ? decoded.value : null;
}
const first = (name: CallName, record: object): unknown => (read(name, [record]) as unknown[])[0] ?? null;

const at = '2026-11-21T10:00:00';
const time = Date.UTC(2026, 10, 21, 10);

describe('a deposit that is not credited', () => {
  const raw = { id: 'd', coin_ticker: 'BTC', amount: '0.00005', state: 'FAILED', created_at: 0 };
  it('has its outcome, where the server sends it (REFUND-11)', () => {
    const said = { state: 'done', amount: '0.00004', fee_amount: '0.00001', address: 'bc1q', tx_hash: 'ab' };
    expect(depositAnswer.parse({ ...raw, return: said }).returned).toEqual({
      state: 'done',
      amount: '0.00004',
      address: 'bc1q',
      txHash: 'ab',
    });
    for (const unreadable of [undefined, null, 'done', { state: 'lost' }])
      expect(depositAnswer.parse({ ...raw, return: unreadable })).not.toHaveProperty('returned');
  });
});

describe('a deposit, under every name that is known (CALL-13)', () => {
  const least = { id: 7, currency: 'BTC', amount: '0.5', created_at: at };
  const whole = {
    id: '7',
    currency: 'BTC',
    amount: '0.5',
    status: 'pending',
    fault: null,
    confirmations: null,
    required: null,
    txHash: null,
    extraId: null,
    address: null,
    tag: null,
    fee: null,
    createdAt: time,
    updatedAt: null,
    confirmedAt: null,
  };

  it('the least', () => expect(first('deposits', least)).toEqual(whole));

  it.each([
    [{ deposit_id: 'd', id: 'i' }, { id: 'd' }],
    [{ deposit_id: null, id: 'i' }, { id: 'i' }],
    [{ coin_ticker: 'XMR', currency: 'BTC' }, { currency: 'XMR' }],
    [{ amount: 1e-8 }, { amount: '0.00000001' }],
    [{ monitoring_state: 'CONFIRMED' }, { status: 'completed' }],
    [{ monitoring_state: 'OTHER', state: 'NO_ACCUMULATION' }, { status: 'completed' }],
    [{ confirmations: 3 }, { confirmations: 3 }],
    [{ required_confirmations: 30 }, { required: 30 }],
    [{ monitoring_state: 'WRONG_AMOUNT' }, { status: 'failed', fault: 'wrongAmount' }],
    [{ monitoring_state: 'confirmation_failed' }, { status: 'failed', fault: 'notConfirmed' }],
    [{ confirmations: '12' }, { confirmations: 12 }],
    [{ tx_hash: 'a', txid: 'b', transaction_hash: 'c' }, { txHash: 'a' }],
    [{ txid: 'b', transaction_hash: 'c' }, { txHash: 'b' }],
    [{ tx_hash: '', transaction_hash: 'c' }, { txHash: 'c' }],
    [{ extra_id: 'slate' }, { extraId: 'slate' }],
    [{ address: 'bc1q' }, { address: 'bc1q' }],
    [{ address: ' ' }, { address: null }],
    [{ tag: 't', memo: 'm' }, { tag: 't' }],
    [{ memo: 5 }, { tag: '5' }],
    [{ fee_amount: '0.1' }, { fee: '0.1' }],
    [{ expires_at: at }, { expiresAt: time }],
    [{ expires_at: null }, {}],
    [{ created_at: null, timestamp: time / 1000 }, { createdAt: time }],
    [
      { updated_at: at, confirmed_at: time },
      { updatedAt: time, confirmedAt: time },
    ],
    [{ something: 'else' }, {}],
  ])('%o', (given, expected) => {
    expect(first('deposits', { ...least, ...given })).toEqual({ ...whole, ...expected });
  });

  it.each([['id'], ['currency']])('without %s it is left out and counted', (field) => {
    const record = Object.fromEntries(Object.entries(least).filter(([name]) => name !== field));
    const decoded = (calls.deposits as Call).decode({ deposits: [least, record] });
    expect(decoded).toMatchObject({
      ok: true,
      value: [whole],
      faults: [{ path: expect.stringContaining(`1.${field}`) }],
    });
  });

  it.each([
    ['amount', '-1', 'amount'],
    ['amount', 'much', 'amount'],
    ['amount', null, 'amount'],
    ['confirmations', -1, 'confirmations'],
    ['confirmations', 1.5, 'confirmations'],
    ['confirmations', '6 of 6', 'confirmations'],
    ['created_at', 'today', 'createdAt'],
    ['created_at', undefined, 'createdAt'],
    ['tx_hash', {}, 'txHash'],
  ])('with %s %j it is listed all the same, with a dash (HISTORY-27)', (field, value, shown) => {
    expect(first('deposits', { ...least, [field]: value })).toEqual({ ...whole, [shown]: null });
  });

  it.each([
    [
      { monitoring_state: 'UNCONFIRMED', confirmations: 2, required_confirmations: 6, txid: 'x' },
      { status: 'processing', confirmations: 2, required: 6, txHash: 'x' },
    ],
    [{ state: 'NO_ACCUMULATION' }, { status: 'completed' }],
    [{ status: 'processing' }, { status: 'processing' }],
    [{ deposit: { monitoring_state: 'CONFIRMED' } }, { status: 'completed' }],
    [{ monitoring_state: 'WRONG_AMOUNT' }, { status: 'failed', fault: 'wrongAmount' }],
  ])('its status call: %o', (raw, expected) => {
    const nothing = { fault: null, confirmations: null, required: null, txHash: null };
    expect(read('depositStatus', raw)).toEqual({ ...nothing, ...expected });
  });

  it('with what is left to finalize, where the server sends it with its end (DEPOSIT-14)', () => {
    const waits = { monitoring_state: 'NOT_CHECKED', state: 'CREATED' };
    const message = { signed_slatepack_message: 'BEGINSLATEPACK. a. ENDSLATEPACK.' };
    expect(read('depositStatus', { ...waits, ...message, expires_at: at })).toMatchObject({
      status: 'pending',
      toFinalize: { slatepack: message.signed_slatepack_message, expiresAt: time },
    });
    for (const less of [message, { expires_at: at }, { signed_slatepack_message: null, expires_at: at }]) {
      expect(read('depositStatus', { ...waits, ...less })).not.toHaveProperty('toFinalize');
    }
  });

  it('an answer without any state yields nothing', () => {
    expect(read('depositStatus', { confirmations: 2 })).toBeNull();
  });
});

describe('a withdrawal, under every name that is known (CALL-13)', () => {
  const least = { withdrawal_id: 9, coin_ticker: 'XMR', amount: 2.5, timestamp: at };
  const whole = {
    id: '9',
    currency: 'XMR',
    amount: '2.5',
    status: 'pending',
    fee: null,
    networkFee: null,
    txHash: null,
    extraId: null,
    address: null,
    tag: null,
    isConfirmed: false,
    depositId: null,
    createdAt: time,
    updatedAt: null,
    confirmedAt: null,
  };

  it('the least', () => expect(first('withdrawals', least)).toEqual(whole));

  it.each([
    [{ withdrawal_id: null, id: 'i' }, { id: 'i' }],
    [
      { our_fee_amount: '0.1', fee: '0.2', network_fee: '0.3' },
      { fee: '0.1', networkFee: '0.3' },
    ],
    [{ fee: '0.2' }, { fee: '0.2' }],
    [{ state: 'COMPLETED', status: 'failed' }, { status: 'completed' }],
    [{ status: 'failed' }, { status: 'failed' }],
    [{ state: 'LOST' }, { status: 'unsuccessful' }],
    [{ txid: 'b' }, { txHash: 'b' }],
    [{ confirmed: true }, { isConfirmed: true }],
    [{ deposit_id: 4 }, { depositId: '4' }],
    [{ memo: 'm' }, { tag: 'm' }],
  ])('%o', (given, expected) => {
    expect(first('withdrawals', { ...least, ...given })).toEqual({ ...whole, ...expected });
  });
});

describe('the answer to a new withdrawal', () => {
  const none = {
    id: null,
    status: 'pending',
    slatepack: null,
    currency: null,
    amount: null,
    fee: null,
    address: null,
    txHash: null,
    expiresAt: null,
  };

  it.each([
    [{}, {}],
    [{ id: 5 }, { id: '5' }],
    [
      { withdrawal_id: 'w', id: 'i', status: 'CREATED' },
      { id: 'w', status: 'created' },
    ],
    [{ data: { id: 'i' } }, { id: 'i' }],
    [{ withdrawal: { id: 'i' } }, { id: 'i' }],
    [{ slatepack_message: 'S1', slatepack: 'other' }, { slatepack: 'S1' }],
    [{ slatepack: 'S1' }, { slatepack: 'S1' }],
    // Without a text the wizard shows that it failed (CALL-13).
    [{ slatepack: { text: 'S1' } }, {}],
    [{ slatepack_message: '' }, {}],
    [
      { amount: '5', our_fee_amount: '0.1', address: 'a', coin_ticker: 'XMR', expires_at: at },
      { amount: '5', fee: '0.1', address: 'a', currency: 'XMR', expiresAt: time },
    ],
  ])('%o', (raw, expected) => {
    expect(read('createWithdrawal', raw)).toEqual({ ...none, ...expected });
    expect(read('withdrawalStatus', raw)).toEqual({ ...none, ...expected });
  });

  it.each([
    [{ broadcast: true, tx_hash: 'k' }, true, 'k'],
    [{ broadcast: false }, false, null],
    [{}, null, null],
    [{ broadcast: 'yes' }, null, null],
  ])('finalized: %o', (raw, isBroadcast, txHash) => {
    expect(read('finalizeGrinWithdrawal', raw)).toEqual({ isBroadcast, txHash });
  });
});

describe('a signed slatepack, under every name that is known (CALL-13, DEPOSIT-12)', () => {
  it.each([
    ['S2'],
    [{ signed_slatepack_message: 'S2', message: 'ok' }],
    [{ slatepack_message: 'S2' }],
    [{ signed_slatepack: 'S2' }],
    [{ message: 'S2' }],
    [{ data: 'S2' }],
    [{ data: { message: 'S2' } }],
    [{ signed_slatepack_message: '', slatepack_message: null, message: 'S2' }],
  ])('%j', (raw) => {
    expect(read('receiveGrinDeposit', raw)).toMatchObject({ slatepack: 'S2' });
  });

  it.each([[''], [{}], [{ message: { text: 'S2' } }], [null], [7]])('%j holds none', (raw) => {
    expect(read('receiveGrinDeposit', raw)).toBeNull();
  });
});

describe('addresses', () => {
  it.each([
    [{ address: 'bc1q' }, { address: 'bc1q' }],
    [{ data: { address: 'bc1q', memo: 12 } }, { address: 'bc1q', tag: '12' }],
    // Said on the screen: no address returned (CALL-13).
    [{ address: '' }, {}],
    [{}, {}],
  ])('a deposit address: %o', (raw, expected) => {
    expect(read('createDepositAddress', raw)).toEqual({
      currency: null,
      address: null,
      tag: null,
      createdAt: null,
      ...expected,
    });
  });

  it.each([
    [{ ticker: 'XMR' }, { ticker: 'XMR', name: 'XMR', address: null, isRequired: null }],
    [
      { coin_ticker: 'XMR', coin_name: 'Monero' },
      { ticker: 'XMR', name: 'Monero' },
    ],
    [
      { ticker: 'XMR', refund_address: '4A', refund_set_at: at, refund_address_required: true },
      { address: '4A', setAt: time, isRequired: true },
    ],
    [{ ticker: 'XMR', refund_address: '' }, { address: null }],
    [{ ticker: 'XMR', is_deposit_enabled: false }, { isDepositEnabled: false }],
  ])('a refund address: %o', (raw, expected) => {
    expect((read('refundAddresses', { coins: [raw] }) as unknown[])[0]).toMatchObject(expected);
  });

  it.each([
    [3, 3, null],
    [{ count: 3 }, 3, null],
    [{ configured: 2, count: 3, required: 4 }, 2, 4],
    [{ data: { count: '3' } }, 3, null],
  ])('how many refund addresses: %j', (raw, configured, required) => {
    expect(read('refundAddressCount', raw)).toEqual({ configured, required });
  });

  it('the number of refund addresses is no text and not missing', () => {
    expect(read('refundAddressCount', {})).toBeNull();
    expect(read('refundAddressCount', { count: 'three' })).toBeNull();
  });
});

describe('a coin (CALL-13)', () => {
  it('missing values have defaults, and an invalid link is left out (WALLET-10, WITHDRAW-20)', () => {
    expect(
      (read('coins', { items: [{ ticker: 'XMR', explorer_url: 'javascript:alert(1)' }] }) as unknown[])[0],
    ).toEqual(someCoin('XMR'));
  });

  it('whole', () => {
    const coin = {
      ticker: 'BTC',
      refund_address_required: true,
      min_withdrawal_amount: 0.0005,
      min_deposit_amount: '0.0001',
      deposit_fee: '0',
      confirmations: 6,
      address_format: 'SegWit (Bech32)',
      address_example: 'bc1q',
      explorer_url: 'https://mempool.space',
    };
    expect((read('coins', { items: [coin] }) as unknown[])[0]).toMatchObject({
      refundAddressRequired: true,
      minWithdrawalAmount: '0.0005',
      minDepositAmount: '0.0001',
      depositFee: '0',
      confirmations: 6,
      addressFormat: 'SegWit (Bech32)',
      addressExample: 'bc1q',
      explorerUrl: 'https://mempool.space',
    });
  });
});

describe('what the client sends is strict (WITHDRAW-23)', () => {
  it.each([
    ['createWithdrawal', { currency: 'BTC', amount: '1', address: '' }, true],
    ['createWithdrawal', { currency: 'BTC', amount: '1', address: 'a', fee: '0.1' }, true],
    ['createWithdrawal', { currency: 'BTC', amount: 1, address: 'a' }, false],
    ['createWithdrawal', { currency: 'btc', amount: '1', address: 'a' }, false],
    ['createWithdrawal', { currency: 'BTC', amount: '1' }, false],
    ['setRefundAddress', { coin_ticker: 'BTC', address: '' }, false],
    ['createDepositAddress', { coin_ticker: 'BTC', address: 'x' }, false],
    ['receiveGrinDeposit', { slatepack_message: '' }, false],
    ['receiveGrinDeposit', { slatepack_message: 'x'.repeat(32_769) }, false],
    ['finalizeGrinWithdrawal', { slatepack_message: 'x' }, true],
  ] as const)('%s %o: %j', (name, body, isGood) => {
    expect((calls[name] as Call).body?.safeParse(body).success).toBe(isGood);
  });

  it('every write that must act once carries an idempotencyKey (LOST-04)', () => {
    const keys = Object.values(calls).flatMap(({ name, takesIdempotencyKey }) =>
      takesIdempotencyKey ? [name] : [],
    );
    expect(keys.sort()).toEqual([
      'amendOrder',
      'cancelOrder',
      'commentTicket',
      'createTicket',
      'createWithdrawal',
      'finalizeGrinWithdrawal',
      'placeLimitOrder',
      'placeMarketOrder',
    ]);
  });
});

describe('nothing that a server sends makes reading throw', () => {
  const names = [
    'deposits',
    'withdrawals',
    'depositStatus',
    'createWithdrawal',
    'finalizeGrinWithdrawal',
    'receiveGrinDeposit',
    'createDepositAddress',
    'refundAddresses',
    'refundAddressCount',
    'coins',
  ] as const;
  it.each(names)('%s', (name) => {
    fc.assert(
      fc.property(fc.jsonValue(), (raw) => {
        (calls[name] as Call).decode(raw);
        (calls[name] as Call).decode([raw]);
        (calls[name] as Call).decode({ data: raw });
      }),
    );
    expect(read(name, undefined)).toBeNull();
  });
});
