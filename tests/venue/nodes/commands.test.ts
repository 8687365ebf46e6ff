import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Core } from '../../../venue/core/create.ts';
import { LostAnswerError, NotDeliveredError } from '../../../venue/nodes/broker.ts';
import { createCommands } from '../../../venue/nodes/commands.ts';

const PAIR = 'XMR-BTC';
const ORDER = { pair: PAIR, side: 'buy', price: '1', quantity: '1' } as const;

/** A node that matches nothing itself, which stops as soon as the owner was asked. */
function commandsOf(error: Error, epochAfter: number) {
  let isClosing = false;
  let epoch = 3;
  const core: Pick<Core, 'bookPosition' | 'outcomeOf'> = {
    bookPosition: () => undefined,
    outcomeOf: async () => undefined,
  };
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

test('what certainly reached nobody was not done', async () => {
  expect(await place(new NotDeliveredError(), 3)).toMatchObject({ ok: false, code: 'SERVICE_CLOSING' });
});

test.each([
  ['of an order with a key, whose pair has the same book', 3, 'key'],
  ['of an order without a key', 4, undefined],
  // The owner may have read its book anew, and act on the order yet.
  ['of an order with a key that nobody has found yet', 4, 'key'],
])('of a lost answer it is never said that nothing was done: %s', async (_, epochAfter, idempotencyKey) => {
  await expect(place(new LostAnswerError(), epochAfter, idempotencyKey)).rejects.toMatchObject({
    status: 504,
    code: 'OUTCOME_UNKNOWN',
  });
});
