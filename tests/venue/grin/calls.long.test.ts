import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TYPESCRIPT } from '../../../scripts/process.ts';
import { slatepack } from '../../data/slatepacks.ts';
import { embedded } from '../databases.ts';
import {
  ask,
  type Browser,
  decoded,
  openTrader,
  refusal,
  startVenue,
  type TestAnswer,
  type TestVenue,
  LIVE,
} from '../edge/harness.ts';

const run = promisify(execFile);
const RECEIVE = '/deposit/deposits/grin/receive';
const CREATE = '/withdrawal/withdrawals/create';
const FINALIZE = '/withdrawal/withdrawals/grin/finalize-withdrawal';

let target: TestVenue;
beforeAll(async () => {
  target = await startVenue({ CHAINS: 'manual' }, Date.now, embedded);
});
afterAll(() => target.close());

const fields = ({ body }: TestAnswer): Record<string, string> => body as Record<string, string>;
const message = (text: string | undefined) => ({ slatepack_message: text });

/** A signed-in user with a GRIN refund address. */
async function openUser(): Promise<Browser> {
  const user = await openTrader(target);
  const { wallet_address: address } = fields(await user.get('/sandbox/grin'));
  const saved = await user.post('/user/refund-address', { coin_ticker: 'GRIN', address });
  expect(saved.status).toBe(200);
  return user;
}
async function balance(user: Browser): Promise<string | undefined> {
  const rows = (await user.get('/user/balances')).body as { currency: string; available: string }[];
  return rows.find(({ currency }) => currency === 'GRIN')?.available;
}

describe('GRIN over HTTP', () => {
  it('a deposit, step by step', async () => {
    const user = await openUser();
    const s1 = fields(await user.post('/sandbox/grin/send', { amount: '5' }));
    const received = await user.post(RECEIVE, message(s1.slatepack_message));
    expect(decoded('receiveGrinDeposit', received)).toMatchObject({
      slatepack: expect.stringMatching(/^BEGINSLATEPACK\. /),
      amount: '5',
      depositId: expect.any(String),
      expiresAt: expect.any(Number),
    });
    expect(await user.post(RECEIVE, message(s1.slatepack_message))).toMatchObject({ body: received.body });
    const id = fields(received).deposit_id ?? '';
    const waiting = await user.get(`/deposit/deposits/${id}/status`);
    expect(fields(waiting).state).toBe('CREATED');
    const s2 = fields(received).signed_slatepack_message;
    expect(decoded('depositStatus', waiting)).toMatchObject({
      toFinalize: { slatepack: s2, expiresAt: Date.parse(fields(received).expires_at ?? '') },
    });
    const other = await openTrader(target);
    expect(refusal(await other.get(`/deposit/deposits/${id}/status`), 404).code).toBe('DEPOSIT_NOT_FOUND');
    const final = fields(await user.post('/sandbox/grin/finalize', message(s2)));
    expect(final.tx_hash).toMatch(/^0[89][0-9a-f]{64}$/);
    const posted = await user.get(`/deposit/deposits/${id}/status`);
    expect(fields(posted)).not.toHaveProperty('signed_slatepack_message');
    await user.post('/sandbox/mine', { coin: 'GRIN', blocks: 30 });
    expect(fields(await user.get(`/deposit/deposits/${id}/status`))).toMatchObject({
      monitoring_state: 'CONFIRMED',
      tx_hash: final.tx_hash,
      extra_id: s1.slate_id,
    });
    expect(await balance(user)).toBe('250005');
  });

  it('a withdrawal, step by step', async () => {
    const user = await openUser();
    const created = await user.post(CREATE, { currency: 'GRIN', amount: '5', address: '' });
    expect(decoded('createWithdrawal', created)).toMatchObject({
      status: 'created',
      slatepack: expect.stringMatching(/^BEGINSLATEPACK\. /),
      expiresAt: expect.any(Number),
    });
    const id = fields(created).withdrawal_id ?? '';
    const s1 = fields(created).slatepack_message;
    expect(fields(await user.get(`/withdrawal/withdrawals/${id}/status`)).slatepack_message).toBe(s1);
    const s2 = fields(await user.post('/sandbox/grin/receive', message(s1))).slatepack_message;
    const key = { 'idempotency-key': crypto.randomUUID() };
    const finalized = await user.post(FINALIZE, message(s2), key);
    expect(decoded('finalizeGrinWithdrawal', finalized)).toEqual({
      isBroadcast: true,
      txHash: expect.stringMatching(/^0[89][0-9a-f]{64}$/),
    });
    expect((await user.post(FINALIZE, message(s2), key)).body).toEqual(finalized.body);
    expect((await user.post(FINALIZE, message(s2))).body).toEqual(finalized.body);
    await user.post('/sandbox/mine', { coin: 'GRIN', blocks: 30 });
    expect(fields(await user.get(`/withdrawal/withdrawals/${id}/status`))).toMatchObject({
      status: 'completed',
      tx_hash: fields(finalized).tx_hash,
    });
    expect(await target.venue.exchange.audit()).toEqual([]);
  });

  it('a waiting withdrawal is cancelled, and its coins are returned', async () => {
    const user = await openUser();
    const before = await balance(user);
    const created = await user.post(CREATE, { currency: 'GRIN', amount: '5', address: '' });
    const id = fields(created).withdrawal_id ?? '';
    const cancelled = await user.post(`/withdrawal/withdrawals/${id}/cancel`);
    expect(decoded('cancelWithdrawal', cancelled)).toMatchObject({
      id,
      status: 'cancelled',
      slatepack: null,
    });
    expect(await balance(user)).toBe(before);
    expect(refusal(await user.post('/withdrawal/withdrawals/x/cancel'), 404).code).toBe(
      'WITHDRAWAL_NOT_FOUND',
    );
  });

  it('refuses with the code of the mistake', async () => {
    const user = await openUser();
    const code = async (path: string, text: string, status = 422): Promise<string> =>
      refusal(await user.post(path, message(text)), status).code;
    expect(await code(RECEIVE, 'hello')).toBe('NO_SLATEPACK');
    expect(await code(RECEIVE, slatepack('plain-s2'))).toBe('WRONG_STAGE_REPLY');
    expect(await code(RECEIVE, slatepack('text-one-char-changed'))).toBe('CHECKSUM');
    expect(await code(FINALIZE, slatepack('plain-s2'))).toBe('OTHER_SLATE');
    expect(await code(FINALIZE, slatepack('plain-s1'))).toBe('WRONG_STAGE_PAYMENT');
    expect(await code(RECEIVE, '')).toBe('VALIDATION_FAILED');
    expect(await code(RECEIVE, 'a'.repeat(32_769))).toBe('VALIDATION_FAILED');
  });

  it('needs a session', async () => {
    for (const path of [RECEIVE, FINALIZE]) {
      const answer = await ask(target.origin, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message(slatepack('plain-s1'))),
      });
      expect(refusal(answer, 401).code).toBe('UNAUTHORIZED');
    }
  });

  it('the wallet refuses what it cannot start', async () => {
    const user = await openUser();
    for (const body of [{ amount: '0' }, { amount: '1.0000000001' }, { amount: 5 }, {}]) {
      expect(refusal(await user.post('/sandbox/grin/send', body), 422).code).toBe('VALIDATION_FAILED');
    }
  });
});

describe('other kinds of venues', () => {
  it('a live one has no wallet to simulate, and accepts no GRIN', async () => {
    const live = await startVenue(LIVE);
    try {
      expect((await ask(live.origin, '/sandbox/grin')).status).toBe(404);
      const user = await openTrader(live);
      expect(refusal(await user.post(RECEIVE, message(slatepack('plain-s1'))), 409).code).toBe(
        'DEPOSITS_DISABLED',
      );
    } finally {
      await live.close();
    }
  });

  it('a shared sandbox simulates it for users with an account', async () => {
    const shared = await startVenue({ PUBLIC_ORIGIN: 'https://sandbox.example.org' });
    try {
      for (const step of ['send', 'receive', 'finalize']) {
        const answer = await ask(shared.origin, `/sandbox/grin/${step}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        });
        expect(refusal(answer, 401).code).toBe('UNAUTHORIZED');
      }
    } finally {
      await shared.close();
    }
  });
});

describe('the commands', () => {
  const sandbox = async (...args: string[]): Promise<string> => {
    const { stdout } = await run(process.execPath, [
      ...TYPESCRIPT,
      'scripts/sandbox.ts',
      ...args,
      '--at',
      target.origin,
    ]);
    return stdout.trim();
  };

  it('simulate the user’s wallet: one line in, one line out', async () => {
    const user = await openUser();
    expect(await sandbox('grin')).toMatch(/grin1\w{58}\n.*grin1\w{58}$/);
    const s1 = await sandbox('grin', 'send', '7.5', '--encrypted', '--named');
    const received = fields(await user.post(RECEIVE, message(s1)));
    const s2 = received.signed_slatepack_message ?? '';
    expect(await sandbox('grin', 'finalize', s2)).toMatch(/^BEGINSLATEPACK\. .*\. ENDSLATEPACK\.$/);
    const withdrawn = await user.post(CREATE, { currency: 'GRIN', amount: '5', address: '' });
    const reply = await sandbox('grin', 'receive', ...(fields(withdrawn).slatepack_message ?? '').split(' '));
    expect((await user.post(FINALIZE, message(reply))).status).toBe(200);
    await expect(sandbox('grin', 'finalize', 'hello')).rejects.toMatchObject({
      stderr: expect.stringContaining('No slatepack found'),
    });
  });
});
