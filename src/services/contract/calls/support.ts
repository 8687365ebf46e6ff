import { decodeNothing, decodeUnder, decodeWritten } from '../decode.ts';
import {
  commentAnswer,
  commentListQuery,
  createdTicketAnswer,
  decodePage,
  newCommentBody,
  newTicketBody,
  ticketAnswer,
  ticketListQuery,
} from '../support.ts';
import { call } from './call.ts';

/** SUPPORT-01. */
export const supportCalls = {
  tickets: call('tickets', 'GET', '/support/tickets/list', decodePage(ticketAnswer, 'items', 'tickets'), {
    query: ticketListQuery,
    isPrivate: true,
  }),
  createTicket: call(
    'createTicket',
    'POST',
    '/support/tickets/create',
    decodeWritten(createdTicketAnswer, 'ticket'),
    { body: newTicketBody, takesIdempotencyKey: true, isPrivate: true },
  ),
  ticket: call('ticket', 'GET', '/support/tickets/get/:id', decodeUnder(ticketAnswer, 'ticket'), {
    isPrivate: true,
  }),
  commentTicket: call('commentTicket', 'POST', '/support/tickets/comment/:id', decodeNothing, {
    body: newCommentBody,
    takesIdempotencyKey: true,
    isPrivate: true,
  }),
  comments: call(
    'comments',
    'GET',
    '/support/tickets/comments/list/:id',
    decodePage(commentAnswer, 'items', 'comments'),
    { query: commentListQuery, isPrivate: true },
  ),
} as const;
