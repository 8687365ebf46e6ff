import { randomUUID } from 'node:crypto';
import { ask, type Context, isRefused, read, type Session } from './context.ts';

export async function checkSupport(context: Context, { headers }: Session): Promise<void> {
  const { report } = context;
  const mark = randomUUID();
  context.announce(`Opens the support ticket "Conformance ${mark}", and replies in it.`);
  const blank = await ask(context, 'createTicket', {
    headers,
    body: { subject: ' ', description: ' ', category: 'other' },
  });
  report.expect('support.blank', isRefused(blank), `A blank ticket was answered with ${blank.status}`);
  const subject = `Conformance ${mark}`;
  const description = 'Opened by a check of this server. It needs no answer.';
  const body = { subject, description, category: 'other' };
  const { status } = await ask(context, 'createTicket', { headers, body });
  report.expect(
    'support.create',
    status >= 200 && status < 300,
    `POST /support/tickets/create was answered with ${status}`,
  );
  const query = { limit: '10', offset: '0' };
  const list = (await read(context, 'tickets', 'account.tickets', { headers, query })).value?.items ?? [];
  const id = list.find((ticket) => ticket.subject === subject)?.id;
  if (!report.expect('support.create', id !== undefined, 'The new ticket is not in the list')) return;
  const params = { id: id ?? '' };
  const ticket = (await read(context, 'ticket', 'support.create', { headers, params })).value;
  report.expect(
    'support.create',
    ticket?.description === description,
    'The ticket reads otherwise than it was opened',
  );
  const said = await ask(context, 'commentTicket', { headers, params, body: { content: mark } });
  report.expect(
    'support.comment',
    said.status >= 200 && said.status < 300,
    `A reply was answered with ${said.status}`,
  );
  const comments =
    (await read(context, 'comments', 'support.comment', { headers, params, query })).value?.items ?? [];
  const isThere = comments.some(({ content }) => content === mark);
  report.expect('support.comment', isThere, 'The reply is not among the messages');
}
