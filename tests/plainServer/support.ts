import { page, Refusal, required, signedIn, type Call, type Calls, type Account } from './http.ts';
import type { Shapes } from './style.ts';

export interface Comment {
  readonly id: number;
  readonly author: string;
  readonly content: string;
  readonly at: number;
}

export interface Ticket {
  readonly id: number;
  readonly owner: Account;
  readonly subject: string;
  readonly description: string;
  readonly category: string;
  status: 'open' | 'pending' | 'closed';
  readonly createdAt: number;
  modifiedAt: number;
  readonly comments: Comment[];
}

const CATEGORIES = new Set(['general', 'deposit', 'withdrawal', 'trading', 'security', 'other']);

export class Support {
  readonly tickets: Ticket[] = [];
  private comments = 0;
  private readonly shapes: Shapes;

  constructor(shapes: Shapes) {
    this.shapes = shapes;
  }

  answer(ticket: Ticket, content: string): void {
    this.write(ticket, 'support', content);
    ticket.status = 'pending';
  }

  readonly calls: Calls = {
    'GET /support/tickets/list': (call) => {
      const account = signedIn(call);
      const asked = (name: string) => call.query.get(name) ?? '';
      const from = Date.parse(asked('created_from') === '' ? '1970-01-01' : asked('created_from'));
      const until = Date.parse(asked('created_to') === '' ? '2999-01-01' : asked('created_to'));
      const found = this.tickets.filter(
        (one) =>
          one.owner === account &&
          (asked('status') === '' || one.status === asked('status')) &&
          (asked('category') === '' || one.category === asked('category')) &&
          one.createdAt >= from &&
          one.createdAt <= until,
      );
      return {
        body: this.shapes.list(page(found.toReversed(), call.query, 10).map((one) => this.record(one))),
      };
    },
    'POST /support/tickets/create': (call) => this.create(call),
    'GET /support/tickets/get/{id}': (call) => ({ body: this.record(this.own(call)) }),
    'POST /support/tickets/comment/{id}': (call) => {
      const ticket = this.own(call);
      if (ticket.status === 'closed') throw new Refusal(400, 'The ticket is closed');
      const comment = this.write(ticket, ticket.owner.username, required(call.body, 'content'));
      ticket.status = 'open';
      return { status: 201, body: this.shapes.written(this.commentRecord(comment)) };
    },
    'GET /support/tickets/comments/list/{id}': (call) => {
      const { comments } = this.own(call);
      return { body: this.shapes.list(page(comments, call.query, 10).map((one) => this.commentRecord(one))) };
    },
  };

  private create(call: Call) {
    const account = signedIn(call);
    const category = required(call.body, 'category');
    if (!CATEGORIES.has(category)) throw new Refusal(422, 'unknown category');
    const at = Date.now();
    const ticket: Ticket = {
      id: this.tickets.length + 1,
      owner: account,
      subject: required(call.body, 'subject'),
      description: required(call.body, 'description'),
      category,
      status: 'open',
      createdAt: at,
      modifiedAt: at,
      comments: [],
    };
    this.tickets.push(ticket);
    return { status: 201, body: this.shapes.written(this.record(ticket)) };
  }

  private own(call: Call): Ticket {
    const account = signedIn(call);
    const ticket = this.tickets.find(
      (one) => one.owner === account && String(this.shapes.id(one.id)) === call.params[0],
    );
    if (ticket === undefined) throw new Refusal(404, 'No such ticket');
    return ticket;
  }

  private write(ticket: Ticket, author: string, content: string): Comment {
    this.comments += 1;
    const comment = { id: this.comments, author, content, at: Date.now() };
    ticket.comments.push(comment);
    ticket.modifiedAt = comment.at;
    return comment;
  }

  private record(ticket: Ticket): Record<string, unknown> {
    const { shapes } = this;
    return {
      id: shapes.id(ticket.id),
      subject: ticket.subject,
      status: ticket.status,
      category: ticket.category,
      description: ticket.description,
      created_date: shapes.time(ticket.createdAt),
      modified_date: shapes.time(ticket.modifiedAt),
      owner_username: ticket.owner.username,
    };
  }

  private commentRecord(comment: Comment): Record<string, unknown> {
    const { shapes } = this;
    return {
      id: shapes.id(comment.id),
      content: comment.content,
      user_username: comment.author,
      comment_date: shapes.time(comment.at),
    };
  }
}
