import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Core } from '../../../venue/core/create.ts';
import { fingerprintOfCancel } from '../../../venue/core/idempotency.ts';
import { LostAnswerError, NotDeliveredError } from '../../../venue/nodes/broker.ts';
import { createCommands } from '../../../venue/nodes/commands.ts';

const PAIR = 'XMR-BTC';
const ORDER = { pair: PAIR, side: 'buy', price: '1', quantity: '1' } as const;

/** A node that matches nothing itself, and stops as soon as the owner was asked. */
function commandsOf(error: Error, epochAfter: number, outcomeOf: Core['outcomeOf'] = async () => undefined) {
  let isClosing = false;
  let epoch = 3;
  const core: Pick<Core, 'bookPosition' | 'outcomeOf'> = { bookPosition: () => undefined, outcomeOf };
  return createCommands({
    core: core as Core,
    broker: {
      isConnected: true,
      async ask() {
        isClosing = true;
        epoch = epochAfter;
        throw error;
      },
    },
    membership: {
      ownerOf: () => ({ node: 'other', at: 0, pair: PAIR, epoch, sequence: 1 }),
      epochOf: () => epoch,
    },
    isClosing: () => isClosing,
  });
}

const place = (error: Error, epochAfter: number, idempotencyKey: string | undefined = randomUUID()) =>
  commandsOf(error, epochAfter).execute(PAIR, {
    type: 'limit',
    account: randomUUID(),
    order: ORDER,
    idempotencyKey,
  });

test('a command that certainly reached nobody was not carried out', async () => {
  expect(await place(new NotDeliveredError(), 3)).toMatchObject({ ok: false, code: 'SERVICE_CLOSING' });
});

test.each([
  ['of an order with a key, whose pair has the same book', 3, 'key'],
  ['of an order without a key', 4, undefined],
  // The owner may have read its book again, and still act on the order.
  ['of an order with a key that nobody has found yet', 4, 'key'],
])('a lost answer is never reported as "nothing was done": %s', async (_, epochAfter, idempotencyKey) => {
  await expect(place(new LostAnswerError(), epochAfter, idempotencyKey)).rejects.toMatchObject({
    status: 504,
    code: 'OUTCOME_UNKNOWN',
  });
});

test('a cancellation whose answer was lost is found by its key, once another node has the pair (CANCEL-10)', async () => {
  const [account, orderId, idempotencyKey] = [randomUUID(), randomUUID(), randomUUID()];
  const stored = { ok: true, value: { id: orderId, state: 'CANCELED' } } as Awaited<
    ReturnType<Core['cancel']>
  >;
  const fingerprint = fingerprintOfCancel(orderId);
  const commands = commandsOf(new LostAnswerError(), 4, async (of, key) =>
    of === account && key.key === idempotencyKey && key.fingerprint === fingerprint ? stored : undefined,
  );
  const command = { type: 'cancel', account, orderId: orderId.toUpperCase() } as const;
  expect(await commands.execute(PAIR, { ...command, idempotencyKey })).toEqual(stored);
  await expect(
    commandsOf(new LostAnswerError(), 4).execute(PAIR, { ...command, idempotencyKey: undefined }),
  ).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
});
