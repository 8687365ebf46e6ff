import { decodeNothing, decodeUnder, describedBy } from '../decode.ts';
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

const readCreated = decodeUnder(createdTicketAnswer, 'ticket');
/** An answer without a body is one without an id. */
const createdTicket = describedBy(
  { kind: 'one', schema: createdTicketAnswer, keys: ['ticket', 'data'] },
  (raw) => readCreated(raw ?? {}),
);

/** Support tickets (spec 2 §7.1). */
export const supportCalls = {
  tickets: call('tickets', 'GET', '/support/tickets/list', decodePage(ticketAnswer, 'items', 'tickets'), {
    query: ticketListQuery,
    isPrivate: true,
  }),
  createTicket: call('createTicket', 'POST', '/support/tickets/create', createdTicket, {
    body: newTicketBody,
    isPrivate: true,
  }),
  ticket: call('ticket', 'GET', '/support/tickets/get/:id', decodeUnder(ticketAnswer, 'ticket'), {
    isPrivate: true,
  }),
  commentTicket: call('commentTicket', 'POST', '/support/tickets/comment/:id', decodeNothing, {
    body: newCommentBody,
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
