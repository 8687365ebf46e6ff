import type { Client } from '../coins/post.ts';
import { isWithdrawalId } from '../coins/lists.ts';
import { RefusedError } from '../refused.ts';

interface TicketLine {
  readonly id: string;
  readonly status: string;
  readonly category: string;
  readonly email: string;
  readonly subject: string;
  readonly modified: Date;
}

const TICKETS = `select t.number, t.id, t.status, t.category, coalesce(u.email, u.username) as email, t.subject,
    t.description, t.created_at, t.modified_at as modified
  from tickets t join users u using (account_id)`;

/** Longest waiting first. @param all also those that wait for the user, or are closed. */
export async function readTickets(client: Client, all: boolean): Promise<TicketLine[]> {
  const { rows } = await client.query<TicketLine>(
    `${TICKETS} where $1 or t.status = 'open' order by t.status = 'closed', t.modified_at limit 200`,
    [all],
  );
  return rows.map(({ id, status, category, email, subject, modified }) => ({
    id,
    status,
    category,
    email,
    subject,
    modified,
  }));
}

/** A ticket with all its comments. @throws RefusedError 404. */
export async function readConversation(client: Client, id: string): Promise<object> {
  const { rows } = isWithdrawalId(id)
    ? await client.query<TicketLine & { number: string; description: string; created_at: Date }>(
        `${TICKETS} where t.id = $1`,
        [id],
      )
    : { rows: [] };
  const [ticket] = rows;
  if (!ticket) throw new RefusedError(404, 'TICKET_NOT_FOUND', `There is no ticket ${id}.`);
  const said = await client.query<{ by: string; text: string; at: Date }>(
    `select case when is_staff then 'support' else 'user' end as by, content as text, created_at as at
     from ticket_comments where ticket = $1 order by number`,
    [ticket.number],
  );
  const { number: _number, description, created_at: at, ...line } = ticket;
  return { ...line, said: [{ by: 'user', text: description, at }, ...said.rows] };
}
