/** A write with a lost answer is sent once, reported as an outage, and can be looked up. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { orderCalls } from '../../../src/services/contract/calls/orders.ts';
import { supportCalls } from '../../../src/services/contract/calls/support.ts';
import { walletCalls } from '../../../src/services/contract/calls/wallet.ts';
import type { How } from '../../plainServer/faults.ts';
import { GRIN_AMOUNT, slatepacks } from '../../plainServer/slatepacks.ts';
import { styleOf } from '../../plainServer/style.ts';
import { clientOf, TRADER, type Client } from './client.ts';

interface Write {
  readonly call: string;
  readonly prepare: (client: Client) => Promise<unknown>;
  readonly send: (client: Client) => Promise<unknown>;
  /** As the client reads it. */
  readonly done: (client: Client) => Promise<number>;
}

const PAIR = 'XMR-USDT';
const ORDER = { pair: PAIR, type: 'LIMIT', operation: 'BUY', quantity: '1', price: '150' } as const;
const nothing = () => Promise.resolve();

async function lengthOf(reading: Promise<{ ok: boolean; value?: unknown }>): Promise<number> {
  const { value } = await reading;
  return Array.isArray(value) ? value.length : -1;
}

const place = ({ http }: Client) => http.send(orderCalls.placeLimitOrder, { body: ORDER });
const openOrders = ({ http }: Client) =>
  lengthOf(http.send(orderCalls.orders, { query: { pair: PAIR, state: 'OPENED,PARTIALLY_FILLED' } }));
const withdraw = ({ http }: Client) =>
  http.send(walletCalls.createWithdrawal, { body: { currency: 'GRIN', amount: GRIN_AMOUNT, address: '' } });
const ask = ({ http }: Client) =>
  http.send(supportCalls.createTicket, {
    body: { subject: 'Where is it?', description: 'I wait.', category: 'other' },
  });
const pageLength = async (reading: Promise<{ ok: boolean; value?: { items: readonly unknown[] } }>) =>
  (await reading).value?.items.length ?? -1;

const FIRST = { params: { id: 'a1b2c3d4-0000-4000-8000-000000000001' } };

const WRITES: Readonly<Record<string, Write>> = {
  place: { call: 'POST /order/orders/limit', prepare: nothing, send: place, done: openOrders },
  cancel: {
    call: 'DELETE /order/cancel/{id}',
    prepare: place,
    send: ({ http }) => http.send(orderCalls.cancelOrder, FIRST),
    done: async (client) => 1 - (await openOrders(client)),
  },
  withdraw: {
    call: 'POST /withdrawal/withdrawals/create',
    prepare: nothing,
    send: withdraw,
    done: ({ http }) => lengthOf(http.send(walletCalls.withdrawals, {})),
  },
  finalize: {
    call: 'POST /withdrawal/withdrawals/grin/finalize-withdrawal',
    prepare: withdraw,
    send: ({ http }) =>
      http.send(walletCalls.finalizeGrinWithdrawal, {
        body: { slatepack_message: slatepacks.withdrawal.signed },
      }),
    done: async ({ http }) => {
      const known = await http.send(walletCalls.withdrawalStatus, FIRST);
      return known.ok && known.value.status === 'completed' ? 1 : 0;
    },
  },
  ticket: {
    call: 'POST /support/tickets/create',
    prepare: nothing,
    send: ask,
    done: ({ http }) => pageLength(http.send(supportCalls.tickets, {})),
  },
  reply: {
    call: 'POST /support/tickets/comment/{id}',
    prepare: ask,
    send: ({ http }) => http.send(supportCalls.commentTicket, { ...FIRST, body: { content: 'Still.' } }),
    done: ({ http }) => pageLength(http.send(supportCalls.comments, FIRST)),
  },
};

const FAULTS: readonly (readonly [How, string, number])[] = [
  ['lost before', 'unreachable', 0],
  ['lost after', 'unreachable', 1],
  ['5xx before', 'server', 0],
  ['5xx after', 'server', 1],
  ['cut', 'unreachable', 1],
];

let client: Client;
beforeEach(async () => {
  client = await clientOf({ ...styleOf(1), ids: 'text' });
  client.server.credit(TRADER.email, 'USDT', '1000');
  client.server.credit(TRADER.email, 'GRIN', '10');
});
afterEach(() => client.server.stop());

describe.each(Object.entries(WRITES))('%s', (_name, { call, prepare, send, done }) => {
  test.each(FAULTS)('%s: told as %s, arrived once, done %i times', async (how, code, times) => {
    await prepare(client);
    client.server.log.length = 0;
    client.server.fail(call, how);
    await expect(send(client)).rejects.toMatchObject({ failure: { code, retryable: false } });
    expect(client.server.arrivals(call)).toHaveLength(1);
    expect(await done(client)).toBe(times);
    expect(client.server.arrivals(call)).toHaveLength(1);
  });

  test('late: not done before the server gets to it, then once', async () => {
    await prepare(client);
    client.server.log.length = 0;
    const fault = client.server.fail(call, 'late');
    const sent = send(client);
    await fault.arrived;
    const early = await done(client);
    fault.release();
    await expect(sent).resolves.toMatchObject({ ok: true });
    expect([early, await done(client)]).toEqual([0, 1]);
    expect(client.server.arrivals(call)).toHaveLength(1);
  });
});
