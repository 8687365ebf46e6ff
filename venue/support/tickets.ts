import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { TicketDraft } from '../../src/domain/ticket.ts';
import { RefusedError } from '../refused.ts';
import { transaction } from '../sql/transaction.ts';
import {
  type CommentRecord,
  commentColumns,
  type CommentRow,
  type TicketFilter,
  ticketColumns,
  ticketConditions,
  type TicketRecord,
  type TicketRow,
  toComment,
  toTicket,
} from './records.ts';

/** Milliseconds in which equal texts without a key count as one, because browsers may repeat a request. */
export const REPEATED_WITHIN = 60_000;
export const MAX_OPEN = 20;
export const MAX_COMMENTS = 500;

export interface Slice {
  readonly limit: number;
  readonly offset: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly count: number;
}

/** Support tickets (SUPPORT-02). Those of other accounts count as not found. */
export interface Tickets {
  list(accountId: string, filter: TicketFilter & Slice): Promise<Page<TicketRecord>>;
  /**
   * @param key `Idempotency-Key`: the same ticket returns the first one.
   * @throws RefusedError 409 when too many tickets are open, 422 for a key of another ticket.
   */
  create(accountId: string, draft: TicketDraft, key?: string): Promise<TicketRecord>;
  /** @throws RefusedError 404. */
  get(accountId: string, id: string): Promise<TicketRecord>;
  /** Oldest first. @throws RefusedError 404. */
  comments(accountId: string, id: string, slice: Slice): Promise<Page<CommentRecord>>;
  /**
   * Reopens the ticket. @param key `Idempotency-Key`: the same text returns the first comment.
   * @throws RefusedError 404, 409 when closed or full, 422 for a key of another text.
   */
  comment(accountId: string, id: string, content: string, key?: string): Promise<CommentRecord>;
  /** Makes the ticket pending. @param accountId null for any. @throws RefusedError 404, 409 when closed or full. */
  answer(accountId: string | null, id: string, content: string): Promise<CommentRecord>;
  /** Repeating it changes nothing. @throws RefusedError 404. */
  close(accountId: string | null, id: string): Promise<TicketRecord>;
}

/** @param now epoch milliseconds. */
export function createTickets(pool: Pool, now: () => number, venueName: string): Tickets {
  const find = async (client: Pool | PoolClient, accountId: string | null, id: string, lock = '') => {
    if (!UUID.test(id)) throw notFound();
    const { rows } = await client.query<TicketRow>(
      `select ${ticketColumns} from tickets join users using (account_id)
       where tickets.id = $1 and ($2::uuid is null or tickets.account_id = $2) ${lock}`,
      [id, accountId],
    );
    return rows[0] ?? absent();
  };

  const isRecent = (at: Date | undefined): boolean =>
    at !== undefined && at.getTime() + REPEATED_WITHIN > now();

  /** Locks the ticket, so that no comment follows its closing. */
  function say(accountId: string | null, id: string, content: string, isStaff: boolean, key?: string) {
    return transaction(pool, async (client) => {
      const ticket = await find(client, accountId, id, 'for update of tickets');
      if (key !== undefined) {
        const before = await client.query<CommentRow>(
          `select ${commentColumns('ticket_comments')}, $2::text as username from ticket_comments
           where ticket = $1 and idempotency_key = $3`,
          [ticket.number, ticket.username, key],
        );
        const [first] = before.rows;
        if (first && first.content !== content) throw keyReused();
        if (first) return toComment(first, venueName);
      }
      if (ticket.status === 'closed') {
        throw new RefusedError(409, 'TICKET_CLOSED', 'This ticket is closed. To continue, open a new one.');
      }
      const last = await client.query<CommentRow>(
        `select ${commentColumns('ticket_comments')}, $2::text as username from ticket_comments
         where ticket = $1 order by number desc limit 1`,
        [ticket.number, ticket.username],
      );
      const [said] = last.rows;
      const isSame = said?.is_staff === isStaff && said.content === content;
      if (key === undefined && isSame && isRecent(said.created_at)) return toComment(said, venueName);
      const counted = await client.query<{ count: string }>(
        'select count(*) from ticket_comments where ticket = $1',
        [ticket.number],
      );
      if (Number(counted.rows[0]?.count) >= MAX_COMMENTS) {
        throw new RefusedError(409, 'TICKET_FULL', 'This ticket is full. To continue, open a new one.');
      }
      const at = new Date(now());
      const { rows } = await client.query<CommentRow>(
        `with said as (
           insert into ticket_comments (id, ticket, is_staff, content, created_at, idempotency_key)
           values ($1, $2, $3, $4, $5, $6) returning *
         ) select ${commentColumns('said')}, $7::text as username from said`,
        [randomUUID(), ticket.number, isStaff, content, at, key, ticket.username],
      );
      await client.query('update tickets set status = $2, modified_at = $3 where number = $1', [
        ticket.number,
        isStaff ? 'pending' : 'open',
        at,
      ]);
      return toComment(rows[0] ?? absent(), venueName);
    });
  }

  return {
    async list(accountId, { limit, offset, ...filter }) {
      const { where, values } = ticketConditions(accountId, filter);
      const place = values.length;
      const [items, counted] = await Promise.all([
        pool.query<TicketRow>(
          `select ${ticketColumns} from tickets join users using (account_id) where ${where}
           order by tickets.number desc limit $${place + 1} offset $${place + 2}`,
          [...values, limit, offset],
        ),
        pool.query<{ count: string }>(`select count(*) from tickets where ${where}`, values),
      ]);
      return { items: items.rows.map(toTicket), count: Number(counted.rows[0]?.count) };
    },

    create: (accountId, { subject, description, category }, key) =>
      transaction(pool, async (client) => {
        await client.query('select 1 from accounts where id = $1 for update', [accountId]);
        const before = await client.query<TicketRow>(
          `select ${ticketColumns} from tickets join users using (account_id)
           where account_id = $1 and ($2::text is null or idempotency_key = $2)
           order by tickets.number desc limit 1`,
          [accountId, key],
        );
        const [made] = before.rows;
        const isSame =
          made?.subject === subject && made.description === description && made.category === category;
        if (key !== undefined && made && !isSame) throw keyReused();
        const isRepeated = key !== undefined || (made?.status !== 'closed' && isRecent(made?.created_at));
        if (made && isSame && isRepeated) return toTicket(made);
        const waiting = await client.query<{ count: string }>(
          `select count(*) from tickets where account_id = $1 and status <> 'closed'`,
          [accountId],
        );
        if (Number(waiting.rows[0]?.count) >= MAX_OPEN) {
          throw new RefusedError(
            409,
            'TOO_MANY_TICKETS',
            `You have ${MAX_OPEN} tickets that are not closed. Please reply in one of them.`,
          );
        }
        const id = randomUUID();
        await client.query(
          `insert into tickets
             (id, account_id, subject, category, description, created_at, modified_at, idempotency_key)
           values ($1, $2, $3, $4, $5, $6, $6, $7)`,
          [id, accountId, subject, category, description, new Date(now()), key],
        );
        return toTicket(await find(client, accountId, id));
      }),

    get: async (accountId, id) => toTicket(await find(pool, accountId, id)),

    async comments(accountId, id, { limit, offset }) {
      const ticket = await find(pool, accountId, id);
      const [items, counted] = await Promise.all([
        pool.query<CommentRow>(
          `select ${commentColumns('ticket_comments')}, $4::text as username from ticket_comments
           where ticket = $1 order by number limit $2 offset $3`,
          [ticket.number, limit, offset, ticket.username],
        ),
        pool.query<{ count: string }>('select count(*) from ticket_comments where ticket = $1', [
          ticket.number,
        ]),
      ]);
      return {
        items: items.rows.map((row) => toComment(row, venueName)),
        count: Number(counted.rows[0]?.count),
      };
    },

    comment: (accountId, id, content, key) => say(accountId, id, content, false, key),
    answer: (accountId, id, content) => say(accountId, id, content, true),

    close: (accountId, id) =>
      transaction(pool, async (client) => {
        const { number, status } = await find(client, accountId, id, 'for update of tickets');
        if (status !== 'closed') {
          await client.query(`update tickets set status = 'closed', modified_at = $2 where number = $1`, [
            number,
            new Date(now()),
          ]);
        }
        return toTicket(await find(client, accountId, id));
      }),
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const notFound = (): RefusedError => new RefusedError(404, 'TICKET_NOT_FOUND', 'Ticket not found.');

const keyReused = (): RefusedError =>
  new RefusedError(
    422,
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was already used for other words. Use a new key for something new.',
  );

function absent(): never {
  throw notFound();
}
