import * as z from 'zod/mini';
import {
  isBlank,
  TICKET_CATEGORIES,
  TICKET_STATUSES,
  type PageOfList,
  type Ticket,
  type TicketComment,
} from '../../domain/ticket.ts';
import { decodeList, type Decoder, describedBy } from './decode.ts';
import { BLANK, id, instant, nullable, wholeNumber } from './values.ts';

/** UTF-16 units; at three bytes each the largest text still fits into a body. */
export const LONGEST_SUBJECT = 200;
export const LONGEST_MESSAGE = 20_000;

/** Not blank, and without NUL, which databases refuse. */
const text = (longest: number) =>
  z.string().check(
    z.maxLength(longest),
    z.refine((value) => !isBlank(value), BLANK),
    z.refine((value) => !value.includes('\u0000'), 'must not contain NUL characters'),
  );

/** An ISO date or time; a date is the whole day in UTC. */
const moment = (end: 'first' | 'last') =>
  z.pipe(
    z.string(),
    z.transform((raw, context) => {
      const isDay = /^\d{4}-\d{2}-\d{2}$/.test(raw);
      const read = instant.safeParse(isDay && end === 'last' ? `${raw}T23:59:59.999Z` : raw);
      if (/^\d{4}-/.test(raw) && read.success) return read.data;
      context.issues.push({ code: 'custom', message: 'must be an ISO date like 2026-01-31', input: raw });
      return z.NEVER;
    }),
  );

export const ticketListQuery = z.object({
  status: z.optional(z.enum(TICKET_STATUSES)),
  category: z.optional(z.enum(TICKET_CATEGORIES)),
  created_from: z.optional(moment('first')),
  created_to: z.optional(moment('last')),
  limit: wholeNumber(10, 1, 100),
  offset: wholeNumber(0, 0, 1_000_000),
});

export const commentListQuery = z.object({
  limit: wholeNumber(10, 1, 100),
  offset: wholeNumber(0, 0, 1_000_000),
});

export const newTicketBody = z.strictObject({
  subject: text(LONGEST_SUBJECT),
  description: text(LONGEST_MESSAGE),
  category: z.enum(TICKET_CATEGORIES),
});

export const newCommentBody = z.strictObject({ content: text(LONGEST_MESSAGE) });

/** An unknown status counts as open, so that the user can reply. */
const status = z.pipe(
  z._default(z.string(), 'open'),
  z.transform((raw) => TICKET_STATUSES.find((known) => known === raw.toLowerCase()) ?? 'open'),
);

/** SUPPORT-01. */
export const ticketAnswer = z.pipe(
  z.object({
    id,
    subject: z.string(),
    status,
    category: z._default(z.string(), 'other'),
    description: z._default(z.string(), ''),
    created_date: instant,
    modified_date: nullable(instant),
    owner_username: z._default(z.string(), ''),
  }),
  z.transform((raw): Ticket => ({
    id: raw.id,
    subject: raw.subject,
    status: raw.status,
    category: raw.category.toLowerCase(),
    description: raw.description,
    createdAt: raw.created_date,
    modifiedAt: raw.modified_date,
    owner: raw.owner_username,
  })),
);

/** Where `is_staff` is missing, the ticket shows whose comment it is. */
export type ReceivedComment = Omit<TicketComment, 'isOwn'> & { readonly isStaff: boolean | null };

/** SUPPORT-01. Names can be chosen and prove nothing, so the venue sends `is_staff`. */
export const commentAnswer = z.pipe(
  z.object({
    id,
    content: z.string(),
    user_username: z._default(z.string(), ''),
    comment_date: instant,
    is_staff: nullable(z.boolean()),
  }),
  z.transform((raw): ReceivedComment => ({
    id: raw.id,
    content: raw.content,
    author: raw.user_username,
    at: raw.comment_date,
    isStaff: raw.is_staff,
  })),
);

/** `POST /support/tickets/create`: the ticket, its ID, or nothing. */
export const createdTicketAnswer = z.pipe(
  z.object({ id: z.optional(id) }),
  z.transform((raw) => ({ id: raw.id ?? null })),
);

/** A list with `total` beside it (CALL-06); a bare list has none. */
export function decodePage<S extends z.ZodMiniType>(
  schema: S,
  ...keys: string[]
): Decoder<PageOfList<z.output<S>>> {
  const readItems = decodeList(schema, ...keys);
  return describedBy({ kind: 'page', schema, keys: [...keys, 'data'] }, (raw) => {
    const items = readItems(raw);
    if (!items.ok) return items;
    return { ...items, value: { items: items.value, count: totalOf(raw) } };
  });
}

function totalOf(raw: unknown): number | null {
  if (typeof raw !== 'object' || raw === null || !('total' in raw)) return null;
  const { total } = raw;
  return typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 ? total : null;
}
