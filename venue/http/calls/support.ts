import type { Limits, LimitedAction, RateLeft } from '../../accounts/limits.ts';
import { RefusedError } from '../../refused.ts';
import type { CommentRecord, TicketRecord } from '../../support/records.ts';
import type { Page, Tickets } from '../../support/tickets.ts';
import { type Handlers, type HttpContext, signedIn } from '../handler.ts';

type SupportCall = 'tickets' | 'createTicket' | 'ticket' | 'commentTicket' | 'comments';

export function supportHandlers(tickets: Tickets, limits: Limits): Handlers<SupportCall> {
  const idOf = (c: HttpContext): string => c.req.param('id') ?? '';
  const spend = (action: LimitedAction, account: string): Promise<RateLeft> =>
    limits.spend({ action, account, source: null });

  return {
    async tickets(request) {
      const { status, category, created_from, created_to, limit, offset } = request.query;
      if (created_from !== undefined && created_to !== undefined && created_from > created_to) {
        throw new RefusedError(422, 'VALIDATION_FAILED', 'created_from must not be later than created_to.');
      }
      const filter = { status, category, createdFrom: created_from, createdTo: created_to, limit, offset };
      return wirePage(await tickets.list(signedIn(request).account.id, filter), wireTicket);
    },

    async createTicket(request) {
      const { account } = signedIn(request);
      await spend('ticket', account.id);
      const ticket = await tickets.create(account.id, request.body, request.idempotencyKey);
      request.c.status(201);
      return wireTicket(ticket);
    },

    async ticket(request) {
      return wireTicket(await tickets.get(signedIn(request).account.id, idOf(request.c)));
    },

    async commentTicket(request) {
      const { account } = signedIn(request);
      await spend('comment', account.id);
      const { c, body, idempotencyKey } = request;
      const comment = await tickets.comment(account.id, idOf(c), body.content, idempotencyKey);
      request.c.status(201);
      return wireComment(comment);
    },

    async comments(request) {
      const page = await tickets.comments(signedIn(request).account.id, idOf(request.c), request.query);
      return wirePage(page, wireComment);
    },
  };
}

function wirePage<T>({ items, count }: Page<T>, wire: (item: T) => object): Record<string, unknown> {
  return { items: items.map(wire), total: count };
}

function wireTicket(ticket: TicketRecord): Record<string, unknown> {
  return {
    id: ticket.id,
    subject: ticket.subject,
    status: ticket.status,
    category: ticket.category,
    description: ticket.description,
    created_date: ticket.createdAt.toISOString(),
    modified_date: ticket.modifiedAt.toISOString(),
    owner_username: ticket.ownerUsername,
  };
}

function wireComment(comment: CommentRecord): Record<string, unknown> {
  return {
    id: comment.id,
    content: comment.content,
    user_username: comment.username,
    comment_date: comment.at.toISOString(),
    is_staff: comment.isStaff,
  };
}
