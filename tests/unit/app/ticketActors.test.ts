import { describe, expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { ticketImplementations } from '../../../src/machines/support/support.actors.ts';
import { succeeded } from '../../../src/domain/result.ts';
import { calls } from '../../../src/services/contract/index.ts';
import type { Http } from '../../../src/services/http/port.ts';

/** `grows`: new comments at each look. `tells`: whether it sends a total. */
function server({ count, grows = 0, tells = true }: { count: number; grows?: number; tells?: boolean }) {
  let total = count;
  const asked: string[] = [];
  const http = {
    send: async (call: { readonly name: string }, input: { query?: { limit: number; offset: number } }) => {
      if (call.name === 'ticket') {
        return succeeded({ id: 't', owner: 'anna', status: 'open' });
      }
      const { limit, offset } = input.query ?? { limit: 0, offset: 0 };
      asked.push(`${offset}+${limit}`);
      const items = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => ({
        id: String(offset + index),
        author: 'anna',
        isStaff: null,
      }));
      const answer = { items, count: tells ? total : null };
      total += grows;
      return succeeded(answer);
    },
  } as unknown as Pick<Http, 'send'>;
  return { http, asked };
}

async function read(http: Pick<Http, 'send'>, guess: number) {
  const { actors } = ticketImplementations({ http, invalidateLists: () => undefined, random: () => 0 });
  const actor = createActor(actors.readTicket, { input: { ticketId: 't', guess } });
  actor.start();
  const conversation = await toPromise(actor);
  if (!conversation) throw new Error('missing');
  const { comments, hidden } = conversation;
  return {
    hidden,
    first: comments.at(0)?.id ?? null,
    last: comments.at(-1)?.id ?? null,
    count: comments.length,
  };
}

describe('the end of a conversation is found', () => {
  it.each<[what: string, from: Parameters<typeof server>[0], guess: number, asked: string[], end: object]>([
    ['none', { count: 0 }, 0, ['0+20'], { hidden: 0, count: 0, last: null }],
    ['all at once', { count: 20 }, 0, ['0+20'], { hidden: 0, count: 20, last: '19' }],
    ['one more', { count: 21 }, 0, ['0+20', '1+20'], { hidden: 1, count: 20, last: '20' }],
    ['a guess that holds', { count: 50 }, 30, ['30+20'], { hidden: 30, count: 20, last: '49' }],
    ['a guess that some came after', { count: 53 }, 30, ['30+20', '33+20'], { hidden: 33, last: '52' }],
    [
      'a server that sends no total',
      { count: 145, tells: false },
      0,
      ['0+20', '20+100', '120+100'],
      { hidden: 125, count: 20, last: '144' },
    ],
    [
      "no total, and the end on a page's edge",
      { count: 20, tells: false },
      0,
      ['0+20', '20+100'],
      { hidden: 0, count: 20, last: '19' },
    ],
  ])('%s', async (_what, from, guess, asked, end) => {
    const { http, asked: seen } = server(from);
    expect(await read(http, guess)).toMatchObject(end);
    expect(seen).toEqual(asked);
  });

  it('one that grows with every look is followed for a while, and shown entries are consecutive', async () => {
    const { http, asked } = server({ count: 30, grows: 5 });
    const end = await read(http, 0);
    expect(asked.length).toBeLessThanOrEqual(20);
    expect(Number(end.last) - Number(end.first)).toBe(end.count - 1);
    expect(end.hidden).toBe(Number(end.first));
  });

  it('names tell whose a comment is where the server does not', () => {
    expect(calls.comments.decode([{ id: 1, content: 'x', comment_date: 1_767_614_400 }])).toMatchObject({
      value: { items: [{ isStaff: null, author: '' }] },
    });
  });
});
