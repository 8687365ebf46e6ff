import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, type Call, type CallName } from '../../../src/services/contract/index.ts';
import { type Authenticator, createAuthenticator, passkeyCode } from '../accounts/authenticator.ts';
import {
  ask,
  limitOrder,
  openTrader,
  PASSWORD,
  refusal,
  startVenue,
  type TestVenue,
  type Trader,
} from './harness.ts';

/**
 * For every private call of the table: without a session it is refused, and with somebody else's it neither shows nor
 * changes what an account owns. A new call is included automatically; if it names a record, it must be able to
 * reach one of the owner's, which is made below.
 */
const all = Object.values(calls) as readonly Call[];
const privateCalls = all.filter(({ isPrivate }) => isPrivate);
const named = privateCalls.filter(({ path }) => path.includes(':'));
const lists = privateCalls.filter(({ path, method }) => method === 'GET' && !path.includes(':'));
const writes = privateCalls.filter(({ path, method }) => method !== 'GET' && !path.includes(':'));

/** A record of the owner, or a text of theirs: nobody else may read it. */
interface Mark {
  readonly what: string;
  readonly text: string;
}

let target: TestVenue;
let owner: Trader;
let stranger: Trader;
/** It holds the owner's passkey. */
let device: Authenticator;
let marks: readonly Mark[] = [];

/** Bodies with which a stranger tries to act in the owner's place. Calls without one get `{}`. */
const bodies: Partial<Record<CallName, object>> = {
  commentTicket: { content: 'Not mine' },
  createTicket: { subject: 'Another', description: 'Ticket', category: 'other' },
  placeLimitOrder: limitOrder('BUY', '0.001', '1'),
  placeMarketOrder: { pair: 'XMR-BTC', operation: 'BUY', quantity: '0.1' },
  amendOrder: { quantity: '0.6' },
  createDepositAddress: { coin_ticker: 'BTC' },
  createApiKey: { label: 'Not mine', permissions: ['read'], password: PASSWORD },
  confirmApiKey: { password: PASSWORD },
  renamePasskey: { name: 'Not mine' },
  removePasskey: { password: PASSWORD },
  freshDepositAddress: { coin_ticker: 'BTC' },
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const fill = (path: string, id: string): string => path.replace(/:\w+/g, encodeURIComponent(id));
async function send(by: Trader, { name, method, path }: Call, id = '') {
  const at = fill(path, id);
  // The owner needs a new one each time (REAUTH-08).
  if ((name === 'removePasskey' || name === 'confirmApiKey') && by === owner) {
    const two_factor_code = await passkeyCode(by, device, target.origin);
    return by.post(at, { password: PASSWORD, two_factor_code });
  }
  if (method === 'GET') return by.get(at);
  return method === 'DELETE' ? by.delete(at) : by.post(at, bodies[name as CallName] ?? {});
}
const json = async (by: Trader, path: string, body: object): Promise<Record<string, unknown>> => {
  const answer = await by.post(path, body);
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
  return answer.body as Record<string, unknown>;
};

/** Everything that looks like a record's ID in an answer. */
function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    /^(id|.*_id|address|refund_address|tx_hash)$/.test(field) &&
    typeof inner === 'string' &&
    inner.length >= 8
      ? [inner]
      : idsIn(inner),
  );
}

beforeAll(async () => {
  target = await startVenue({ LIMIT_ATTEMPTS: '100000', LIMIT_COINS: '100000', CHAINS: 'manual' });
  [owner, stranger] = await Promise.all([openTrader(target), openTrader(target)]);
  const counterparty = await openTrader(target);

  await counterparty.post('/order/orders/limit', limitOrder('SELL', '0.004', '1'));
  await owner.post('/order/orders/limit', limitOrder('BUY', '0.004', '0.3'));
  await owner.post('/order/orders/limit', limitOrder('BUY', '0.002', '0.7'));

  const ticket = await json(owner, '/support/tickets/create', {
    subject: 'secret-subject',
    description: 'secret-description',
    category: 'other',
  });
  await json(owner, `/support/tickets/comment/${String(ticket.id)}`, { content: 'secret-comment' });

  const away = await json(counterparty, '/user/deposit-address', { coin_ticker: 'BTC' });
  const elsewhere = String(away.address);
  await json(owner, '/user/refund-address', { coin_ticker: 'BTC', address: elsewhere });
  await json(owner, '/user/address-book/addresses', {
    coin_ticker: 'BTC',
    address: elsewhere,
    label: 'secret-label',
  });
  await json(owner, '/sandbox/pay', { coin: 'BTC', amount: '0.25' });
  await json(owner, '/sandbox/mine', { coin: 'BTC', blocks: 6 });
  await json(owner, '/withdrawal/withdrawals/create', { currency: 'BTC', amount: '0.1', address: elsewhere });
  const { wallet_address: wallet } = (await owner.get('/sandbox/grin')).body as { wallet_address: string };
  await json(owner, '/user/refund-address', { coin_ticker: 'GRIN', address: wallet });
  await json(owner, '/withdrawal/withdrawals/create', { currency: 'GRIN', amount: '1.5', address: '' });

  await json(owner, '/user/api-keys', { label: 'secret-key', permissions: ['read'], password: PASSWORD });
  // Last: from then on, the calls above require it.
  const options = await json(owner, '/auth/passkeys/options', { password: PASSWORD });
  device = createAuthenticator();
  const credential = device.create(options, target.origin);
  await json(owner, '/auth/passkeys', { name: 'secret-name', credential });

  const own = await Promise.all(lists.map(async (call) => idsIn((await send(owner, call)).body)));
  const theirs = await Promise.all(lists.map(async (call) => idsIn((await send(stranger, call)).body)));
  const shared = new Set([...theirs.flat(), elsewhere]);
  marks = [
    ...[...new Set(own.flat())].filter((id) => !shared.has(id)).map((text) => ({ what: 'a record', text })),
    ...[
      'secret-subject',
      'secret-description',
      'secret-comment',
      'secret-label',
      'secret-key',
      owner.email,
      owner.username,
    ].map((text) => ({ what: 'a text', text })),
  ];
  owned = await seenByOwner();
});
afterAll(() => target.close());

/** Reading them changes them now and then. */
const OWN_USE = /"(?:last_used_at|ends_at)":"[^"]*"/g;

type Seen = Readonly<Record<string, string>>;

/** Everything that the owner can read, by call and record. @param known reads no other records than these */
async function seenByOwner(known?: Seen): Promise<Seen> {
  const seen: Record<string, string> = {};
  for (const call of lists) seen[call.name] = (await send(owner, call)).text.replaceAll(OWN_USE, '');
  for (const call of named.filter(({ method }) => method === 'GET')) {
    for (const { text } of marks) {
      const record = `${call.name} ${text}`;
      if (known && !Object.hasOwn(known, record)) continue;
      const answer = await send(owner, call, text);
      if (answer.status === 200) seen[record] = answer.text;
    }
  }
  return seen;
}

/** Read first: nothing that a stranger does may change it. */
let owned: Seen = {};

describe('ownership', () => {
  it('the owner has records of every kind, and reads them', async () => {
    const seen = Object.values(owned).join('\n');
    for (const { text } of marks) expect(seen).toContain(text);
    expect(marks.length).toBeGreaterThan(8);
  });

  it.each(privateCalls.map((call) => [call.name, call] as const))(
    '%s without a session is refused',
    async (_name, { method, path }) => {
      const answer = await ask(target.origin, fill(path, randomUUID()), {
        method,
        headers: { origin: target.origin },
      });
      expect(refusal(answer, 401).code).toBe('UNAUTHORIZED');
    },
  );

  it.each(lists.map((call) => [call.name, call] as const))(
    '%s shows a stranger nothing of the owner',
    async (_name, call) => {
      const { text } = await send(stranger, call);
      for (const mark of marks) expect(text, mark.what).not.toContain(mark.text);
    },
  );

  it.each(named.map((call) => [call.name, call] as const))(
    '%s treats every record of the owner as if there were none',
    async (_name, call) => {
      const unknown = await send(stranger, call, randomUUID());
      // A coin is no record: a stranger may name any, and means their own.
      const namesRecord = !call.path.includes(':coin');
      for (const { text } of marks) {
        const answer = await send(stranger, call, text);
        expect(namesRecord ? answer.status : 404).toBe(404);
        // A stranger must not even learn that the record exists.
        const expected = namesRecord && UUID.test(text) ? answer.text : unknown.text;
        expect(expected).toBe(unknown.text);
        // The requested ID may be repeated.
        const rest = answer.text.replaceAll(text, '');
        for (const mark of marks) expect(rest, mark.what).not.toContain(mark.text);
      }
      if (!namesRecord) await send(stranger, call, 'BTC');
      expect(await seenByOwner(owned)).toEqual(owned);
    },
  );

  it.each(writes.filter(({ name }) => name !== 'logout').map((call) => [call.name, call] as const))(
    '%s of a stranger changes nothing of the owner',
    async (_name, call) => {
      await send(stranger, call);
      expect(await seenByOwner(owned)).toEqual(owned);
    },
  );

  // Last: it cancels and removes, and then signs the owner out.
  const endsLast = named.toSorted(
    (one, other) => Number(one.name === 'endSession') - Number(other.name === 'endSession'),
  );
  it.each(endsLast.map((call) => [call.name, call] as const))(
    '%s reaches a record of the owner for the owner: the matrix covers it',
    async (_name, call) => {
      const reached: number[] = [];
      for (const { text } of [...marks, { text: 'BTC' }])
        reached.push((await send(owner, call, text)).status);
      expect(
        reached.some((status) => status < 300),
        'make a record of this kind in beforeAll',
      ).toBe(true);
    },
  );
});
