import { expect, it } from 'vitest';
import type { Ticket } from '../../../src/domain/ticket.ts';
import { createDrafts } from '../../../src/services/drafts.ts';
import { createSeenTickets } from '../../../src/services/seenTickets.ts';

const ticket = (modifiedAt: number | null): Ticket => ({
  id: 't-1',
  subject: '',
  status: 'pending',
  category: 'other',
  description: '',
  createdAt: 1000,
  modifiedAt,
  owner: 'ann',
});

it('a ticket is seen by its user until it changes, and nothing is left of it with the session (SUPPORT-06)', () => {
  const kept = new Map<string, string>();
  const drafts = createDrafts({
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  });
  const seen = createSeenTickets(drafts);
  let changes = 0;
  const stop = seen.listen(() => (changes += 1));
  expect(seen.isSeen('ann', ticket(2000))).toBe(false);
  seen.note('ann', ticket(2000));
  expect(seen.isSeen('ann', ticket(2000))).toBe(true);
  expect(seen.isSeen('ann', ticket(2001))).toBe(false);
  expect(seen.isSeen('ann', { ...ticket(2000), id: 't-2' })).toBe(false);
  expect(seen.isSeen('bob', ticket(2000))).toBe(false);
  stop();
  seen.note('ann', ticket(2001));
  expect(seen.isSeen('ann', ticket(2001))).toBe(true);
  expect(changes).toBe(1);
  drafts.forget();
  expect(seen.isSeen('ann', ticket(2000))).toBe(false);
  expect(kept.size).toBe(0);
});

it('a server that sends no change has nothing new after the ticket was opened', () => {
  const texts = new Map<string, string>();
  const seen = createSeenTickets({
    read: (_user, name) => texts.get(name) ?? '',
    write: (_user, name, text) => void texts.set(name, text),
  });
  seen.note('ann', ticket(null));
  expect(seen.isSeen('ann', ticket(null))).toBe(true);
});
