import type { TicketCategory, TicketStatus } from '../../src/domain/ticket.ts';

export interface TicketRecord {
  readonly id: string;
  readonly subject: string;
  readonly status: TicketStatus;
  readonly category: TicketCategory;
  readonly description: string;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  readonly ownerUsername: string;
}

export interface CommentRecord {
  readonly id: string;
  readonly content: string;
  readonly username: string;
  readonly isStaff: boolean;
  readonly at: Date;
}

/** Times are epoch milliseconds, both included. */
export interface TicketFilter {
  readonly status?: TicketStatus | undefined;
  readonly category?: TicketCategory | undefined;
  readonly createdFrom?: number | undefined;
  readonly createdTo?: number | undefined;
}

export interface TicketRow {
  number: string;
  id: string;
  subject: string;
  status: TicketStatus;
  category: TicketCategory;
  description: string;
  created_at: Date;
  modified_at: Date;
  username: string;
}

export interface CommentRow {
  id: string;
  content: string;
  is_staff: boolean;
  created_at: Date;
  username: string;
}

export const ticketColumns = `tickets.number, tickets.id, tickets.subject, tickets.status, tickets.category,
  tickets.description, tickets.created_at, tickets.modified_at, users.username`;

export const commentColumns = (table: string): string =>
  `${table}.id, ${table}.content, ${table}.is_staff, ${table}.created_at`;

export function ticketConditions(
  accountId: string,
  { status, category, createdFrom, createdTo }: TicketFilter,
): { readonly where: string; readonly values: unknown[] } {
  const conditions = ['tickets.account_id = $1'];
  const values: unknown[] = [accountId];
  const add = (condition: string, value: unknown): void => {
    values.push(value);
    conditions.push(`${condition} $${values.length}`);
  };
  if (status !== undefined) add('tickets.status =', status);
  if (category !== undefined) add('tickets.category =', category);
  if (createdFrom !== undefined) add('tickets.created_at >=', new Date(createdFrom));
  if (createdTo !== undefined) add('tickets.created_at <=', new Date(createdTo));
  return { where: conditions.join(' and '), values };
}

export const toTicket = (row: TicketRow): TicketRecord => ({
  id: row.id,
  subject: row.subject,
  status: row.status,
  category: row.category,
  description: row.description,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  ownerUsername: row.username,
});

/** Users may choose the name of the support too; `is_staff` is decisive. */
export const toComment = (row: CommentRow, venueName: string): CommentRecord => ({
  id: row.id,
  content: row.content,
  username: row.is_staff ? `${venueName} support` : row.username,
  isStaff: row.is_staff,
  at: row.created_at,
});
