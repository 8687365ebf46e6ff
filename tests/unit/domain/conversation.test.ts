import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  earlierSlice,
  EARLIER_STEP,
  extended,
  holdsReply,
  LAST_SHOWN,
  renewed,
  shortened,
  turnOf,
  type Conversation,
} from '../../../src/machines/support/conversation.rules.ts';
import type { Ticket, TicketComment } from '../../../src/domain/ticket.ts';

const ticket: Ticket = {
  id: 't',
  subject: 's',
  status: 'open',
  category: 'other',
  description: 'd',
  createdAt: 0,
  modifiedAt: null,
  owner: 'anna',
};
const comment = (index: number, part: Partial<TicketComment> = {}): TicketComment => ({
  id: `c${index}`,
  content: `m${index}`,
  author: 'anna',
  isOwn: true,
  at: index,
  ...part,
});
const slice = (from: number, to: number): TicketComment[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => comment(from + index));
const lastOf = (total: number): Conversation => {
  const hidden = Math.max(0, total - LAST_SHOWN);
  return { ticket, hidden, comments: slice(hidden, total) };
};
/** No gaps, and the hidden ones come first. */
const isWhole = ({ hidden, comments }: Conversation): boolean =>
  comments.every(({ id }, index) => id === `c${hidden + index}`);

describe('a conversation', () => {
  it('stays in a row, however it is extended, shortened and renewed while others write', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('write' as const), count: fc.nat(60) }),
      fc.record({
        kind: fc.constantFrom('extend' as const, 'shorten' as const, 'renew' as const),
        count: fc.nat(0),
      }),
    );
    fc.assert(
      fc.property(fc.nat(300), fc.array(step, { maxLength: 20 }), (start, steps) => {
        let total = start;
        let known = lastOf(total);
        for (const { kind, count } of steps) {
          const before = known.comments.length;
          if (kind === 'write') total += count;
          if (kind === 'renew') known = renewed(known, lastOf(total));
          if (kind === 'shorten') known = shortened(known);
          if (kind === 'extend') {
            const { offset, limit } = earlierSlice(known);
            known = extended(known, slice(offset, offset + limit));
          }
          expect(known.comments.length - before).toBeLessThanOrEqual(EARLIER_STEP);
          expect(isWhole(known)).toBe(true);
          expect(known.comments.length).toBeGreaterThanOrEqual(
            kind === 'shorten' ? 0 : Math.min(before, LAST_SHOWN),
          );
        }
        known = renewed(known, lastOf(total));
        expect(known.hidden + known.comments.length).toBe(total);
      }),
    );
  });

  it('a refresh keeps the earlier ones on the screen, unless a gap would open', () => {
    const known = extended(lastOf(50), slice(0, 30));
    expect(renewed(known, lastOf(55)).comments).toHaveLength(55);
    expect(renewed(lastOf(50), lastOf(71))).toEqual(lastOf(71));
    expect(renewed(null, lastOf(3))).toEqual(lastOf(3));
  });

  it('a server that gives no earlier ones has none', () => {
    expect(extended(lastOf(50), []).hidden).toBe(0);
  });
});

describe('a lost reply', () => {
  const said = [comment(1), comment(2, { content: 'Any news?' }), comment(3, { isOwn: false })];

  it.each<[what: string, comments: readonly TicketComment[], after: string | null, isThere: boolean]>([
    ['nothing came', said, 'c3', false],
    ['it came', [...said, comment(4, { content: ' Any news?\r\n' })], 'c3', true],
    ['it came as the first one', [comment(1, { content: 'Any news?' })], null, true],
    ['the same words of before do not count', said, 'c2', false],
    ['nor those of the support', [...said, comment(4, { content: 'Any news?', isOwn: false })], 'c3', false],
    ['it came, and more than is shown came after it', [comment(9, { content: 'Any news?' })], 'c3', true],
  ])('%s', (_what, comments, after, isThere) => {
    expect(holdsReply(comments, 'Any news?', after)).toBe(isThere);
  });
});

it.each([
  [[], 'support'],
  [[comment(0)], 'support'],
  [[comment(0, { isOwn: false })], 'user'],
  [[comment(0), comment(1, { isOwn: false })], 'user'],
  [[comment(0, { isOwn: false }), comment(1)], 'support'],
] as const)('after %j it is the turn of the %s', (comments, turn) => {
  expect(turnOf({ ticket, comments, hidden: 0 })).toBe(turn);
});
