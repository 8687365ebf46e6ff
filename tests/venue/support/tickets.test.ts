import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TICKET_CATEGORIES } from '../../../src/domain/ticket.ts';
import { LONGEST_MESSAGE, LONGEST_SUBJECT } from '../../../src/services/contract/support.ts';
import { MAX_COMMENTS, MAX_OPEN, REPEATED_WITHIN } from '../../../venue/support/tickets.ts';
import { databases } from '../databases.ts';
import { type Answer, type Browser, type Served, serve } from '../accounts/served.ts';

const PASSWORD = 'Correct-Horse-1';
const kinds = databases.map((kind) => [kind.name, kind] as const);

interface WireTicket {
  readonly id: string;
  readonly subject: string;
  readonly status: string;
  readonly category: string;
  readonly modified_date: string;
}

describe.each(kinds)('support tickets on %s', (_name, kind) => {
  let venue: Served;
  let now = Date.UTC(2026, 0, 10, 12);
  let count = 0;

  beforeAll(async () => {
    venue = await serve(kind, { LIMIT_ATTEMPTS: '100000' }, () => now);
  });
  afterAll(() => venue.close());

  async function person(): Promise<Browser> {
    count += 1;
    const [email, username] = [`asks${count}@example.org`, `asks${count}`];
    const browser = venue.browser();
    await browser.post('/auth/register', { email, username, password: PASSWORD, confirm_password: PASSWORD });
    expect((await browser.post('/auth/login', { email, password: PASSWORD })).status).toBe(200);
    return browser;
  }

  const ask = (by: Browser, part: object = {}): Promise<Answer> =>
    by.post('/support/tickets/create', {
      subject: 'Where is it?',
      description: 'I sent 0.5 XMR.',
      category: 'deposit',
      ...part,
    });
  const made = async (by: Browser, part: object = {}): Promise<string> => {
    const answer = await ask(by, part);
    expect(answer).toMatchObject({ status: 201 });
    return String(answer.body.id);
  };
  const list = async (by: Browser, query = ''): Promise<{ items: WireTicket[]; total: number }> => {
    const answer = await by.get(`/support/tickets/list${query}`);
    expect(answer.status).toBe(200);
    return answer.body as unknown as { items: WireTicket[]; total: number };
  };
  const subjects = async (by: Browser, query: string): Promise<string[]> =>
    (await list(by, query)).items.map(({ subject }) => subject);
  const say = (by: Browser, id: string, content: string): Promise<Answer> =>
    by.post(`/support/tickets/comment/${id}`, { content });
  const comments = async (by: Browser, id: string, query = ''): Promise<Answer['body']> =>
    (await by.get(`/support/tickets/comments/list/${id}${query}`)).body;
  const staff = venueless('/sandbox/support/reply');
  const close = venueless('/sandbox/support/close');
  function venueless(path: string) {
    return (ticket: string, text?: string): Promise<Answer> =>
      venue.browser().post(path, { ticket, ...(text === undefined ? {} : { text }) });
  }

  it('a ticket contains what was sent, belongs to its creator and starts open', async () => {
    const asker = await person();
    const answer = await ask(asker, { subject: '  <b>bold</b> \u202e ', description: 'a\r\nb 🦊' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      subject: '  <b>bold</b> \u202e ',
      description: 'a\r\nb 🦊',
      category: 'deposit',
      status: 'open',
      created_date: '2026-01-10T12:00:00.000Z',
      modified_date: '2026-01-10T12:00:00.000Z',
      owner_username: `asks${count}`,
    });
    const read = await asker.get(`/support/tickets/get/${String(answer.body.id)}`);
    expect(read).toMatchObject({ status: 200, body: answer.body });
  });

  it('the list is newest first, filtered by status, category and day, and has the total', async () => {
    const asker = await person();
    const start = Date.UTC(2026, 0, 10, 12);
    // Three on the first day, three on the next: 12:00, 16:00, 20:00, 0:00, 4:00, 8:00.
    for (const [index, category] of TICKET_CATEGORIES.entries()) {
      now = start + index * 4 * 3_600_000;
      await made(asker, { subject: `t${index}`, category });
    }
    expect(await list(asker, '?limit=2&offset=1')).toMatchObject({
      total: 6,
      items: [{ subject: 't4' }, { subject: 't3' }],
    });
    expect(await list(asker, '?limit=5&offset=100')).toEqual({ total: 6, items: [] });
    expect(await subjects(asker, '?category=trading')).toEqual(['t3']);
    expect(await subjects(asker, '?created_from=2026-01-11')).toEqual(['t5', 't4', 't3']);
    // The last day is included completely.
    expect(await subjects(asker, '?created_from=2026-01-09&created_to=2026-01-10')).toEqual([
      't2',
      't1',
      't0',
    ]);
    expect(await subjects(asker, '?created_to=2026-01-10T16:00:00Z')).toEqual(['t1', 't0']);
    expect(await subjects(asker, '?created_to=2026-01-10T15:59:59.999Z')).toEqual(['t0']);
    const [{ id } = { id: '' }] = (await list(asker, '?category=other')).items;
    await close(id);
    expect(await list(asker, '?status=closed')).toMatchObject({ total: 1, items: [{ subject: 't5' }] });
    expect((await list(asker, '?status=open')).total).toBe(5);
  });

  it('a reply of the support makes it pending, one of the user open again, and closing ends it', async () => {
    const asker = await person();
    const id = await made(asker);
    now += 1000;
    expect((await staff(id, 'We look.')).status).toBe(200);
    const seen = await asker.get(`/support/tickets/get/${id}`);
    expect(seen.body).toMatchObject({ status: 'pending', modified_date: new Date(now).toISOString() });
    expect((await say(asker, id, 'Thank you.')).status).toBe(201);
    expect((await list(asker, '?status=open')).items.map((ticket) => ticket.id)).toContain(id);
    expect(await comments(asker, id)).toEqual({
      total: 2,
      items: [
        expect.objectContaining({
          content: 'We look.',
          is_staff: true,
          user_username: 'Quietbook support',
          comment_date: new Date(now).toISOString(),
        }),
        expect.objectContaining({ content: 'Thank you.', is_staff: false, user_username: `asks${count}` }),
      ],
    });
    expect((await close(id)).status).toBe(200);
    expect((await close(id)).status).toBe(200);
    for (const answer of [await say(asker, id, 'One more thing'), await staff(id, 'Yes?')]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'TICKET_CLOSED' } });
    }
    expect(await comments(asker, id)).toMatchObject({ total: 2 });
  });

  it('comments are listed oldest first, in pages', async () => {
    const asker = await person();
    const id = await made(asker);
    for (let index = 0; index < 12; index += 1) await say(asker, id, `c${index}`);
    const contents = async (query: string): Promise<unknown> =>
      ((await comments(asker, id, query)).items as { content: string }[]).map(({ content }) => content);
    expect(await comments(asker, id, '?limit=1')).toMatchObject({ total: 12 });
    // Ten by default.
    expect(await contents('')).toEqual(Array.from({ length: 10 }, (_, index) => `c${index}`));
    expect(await contents('?limit=3&offset=10')).toEqual(['c10', 'c11']);
  });

  it.each<[what: string, body: object, says: RegExp]>([
    ['no subject', { subject: undefined }, /^subject must be given/],
    ['a blank subject', { subject: ' \n\t\u200b\u202e' }, /^subject must not be blank/],
    ['a blank message', { description: '\u00a0\u3000' }, /^description must not be blank/],
    ['a long subject', { subject: 'x'.repeat(LONGEST_SUBJECT + 1) }, /^subject must be at most 200/],
    ['a long message', { description: 'x'.repeat(LONGEST_MESSAGE + 1) }, /at most 20000/],
    ['NUL', { description: 'a\u0000b' }, /NUL/],
    ['another category', { category: 'praise' }, /^category must be general or/],
    ['a category in capitals', { category: 'Deposit' }, /^category must be/],
    ['a field too many', { status: 'closed' }, /^Unknown field "status"/],
    ['a number', { subject: 7 }, /^subject must be given as text/],
  ])('refuses %s', async (_what, part, says) => {
    const answer = await ask(await person(), part);
    expect(answer).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } });
    expect(answer.body.message).toMatch(says);
  });

  it.each([
    '?status=done',
    '?category=Deposit',
    '?limit=0',
    '?limit=101',
    '?offset=-1',
    '?created_from=yesterday',
    '?created_to=1767225600',
    '?created_from=2026-02-02&created_to=2026-02-01',
    '?search=x',
    '?limit=5&limit=6',
  ])('the list refuses %s', async (query) => {
    const answer = await (await person()).get(`/support/tickets/list${query}`);
    expect(answer).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } });
  });

  it('the longest texts are kept to the last character', async () => {
    const asker = await person();
    const subject = '語'.repeat(LONGEST_SUBJECT);
    const description = '語'.repeat(LONGEST_MESSAGE);
    const id = await made(asker, { subject, description });
    expect((await asker.get(`/support/tickets/get/${id}`)).body).toMatchObject({ subject, description });
    expect((await say(asker, id, description)).status).toBe(201);
  });

  it('an invalid id gets the same answer as one that does not exist', async () => {
    const asker = await person();
    const unknown = await asker.get('/support/tickets/get/3f8c8a8e-0000-4000-8000-0123456789ab');
    expect(unknown).toMatchObject({ status: 404, body: { code: 'TICKET_NOT_FOUND' } });
    for (const id of ['1', '%27%20or%201=1', 'undefined', '%20']) {
      expect(await asker.get(`/support/tickets/get/${id}`)).toMatchObject({
        status: 404,
        body: unknown.body,
      });
    }
  });

  it('an account has a limited number of open tickets, also when many come at once', async () => {
    const asker = await person();
    const answers = await Promise.all(
      Array.from({ length: MAX_OPEN + 3 }, (_, index) => ask(asker, { subject: `at once ${index}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_OPEN);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      body: { code: 'TOO_MANY_TICKETS' },
    });
    const [first] = (await list(asker)).items;
    await close(first?.id ?? '');
    expect((await ask(asker)).status).toBe(201);
  });

  it('the same words without a key within a minute count as one request, and are stored once', async () => {
    const asker = await person();
    const [first, second] = await Promise.all([ask(asker), ask(asker)]);
    expect(second?.body).toEqual(first?.body);
    const id = String(first?.body.id);
    const [one, other] = await Promise.all([say(asker, id, 'Well?'), say(asker, id, 'Well?')]);
    expect(other?.body).toEqual(one?.body);
    expect(await comments(asker, id)).toMatchObject({ total: 1 });
    await staff(id, 'Well?');
    await say(asker, id, 'Well?');
    expect(await comments(asker, id)).toMatchObject({ total: 3 });
    now += REPEATED_WITHIN;
    expect((await say(asker, id, 'Well?')).status).toBe(201);
    expect(await comments(asker, id)).toMatchObject({ total: 4 });
    expect((await ask(asker)).body.id).not.toBe(id);
    expect((await ask(asker, { category: 'other' })).body.id).not.toBe(id);
    expect(await list(asker)).toMatchObject({ total: 3 });
  });

  it('a key acts once, however late it is repeated, and for the same words only (LOST-04)', async () => {
    const asker = await person();
    const keyed = (path: string, body: object, key: string): Promise<Answer> =>
      asker.post(`/support/tickets/${path}`, body, { 'idempotency-key': key });
    const draft = { subject: 'Where is it?', description: 'I sent 0.5 XMR.', category: 'deposit' };
    const [first, second] = await Promise.all([
      keyed('create', draft, 'key-0001'),
      keyed('create', draft, 'key-0001'),
    ]);
    now += REPEATED_WITHIN;
    const third = await keyed('create', draft, 'key-0001');
    expect([second?.body, third.body]).toEqual([first?.body, first?.body]);
    const reused = { status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } };
    expect(await keyed('create', { ...draft, category: 'other' }, 'key-0001')).toMatchObject(reused);
    // Two keys make two tickets, whatever they say.
    expect((await keyed('create', draft, 'key-0002')).body.id).not.toBe(first?.body.id);
    expect(await list(asker)).toMatchObject({ total: 2 });

    const path = `comment/${String(first?.body.id)}`;
    const said = await keyed(path, { content: 'Well?' }, 'key-0003');
    now += REPEATED_WITHIN;
    expect((await keyed(path, { content: 'Well?' }, 'key-0003')).body).toEqual(said.body);
    expect(await keyed(path, { content: 'Yes?' }, 'key-0003')).toMatchObject(reused);
    await keyed(path, { content: 'Well?' }, 'key-0004');
    expect(await comments(asker, String(first?.body.id))).toMatchObject({ total: 2 });
  });

  it('a ticket has a limited number of comments', async () => {
    const asker = await person();
    const id = await made(asker);
    for (let index = 0; index < MAX_COMMENTS; index += 1) await say(asker, id, `more ${index}`);
    expect(await say(asker, id, 'more')).toMatchObject({ status: 409, body: { code: 'TICKET_FULL' } });
  });
});

describe.each(kinds)('support of a venue with limits on %s', (_name, kind) => {
  it('tickets and comments are counted per account, each separately', async () => {
    const venue = await serve(kind, { LIMIT_ATTEMPTS: '3' });
    const browsers: Browser[] = [];
    for (const name of ['one', 'two']) {
      const browser = venue.browser();
      const user = { email: `${name}@example.org`, password: PASSWORD };
      await browser.post('/auth/register', { ...user, username: name, confirm_password: PASSWORD });
      await browser.post('/auth/login', user);
      browsers.push(browser);
    }
    const [one, two] = browsers as [Browser, Browser];
    let count = 0;
    const ask = (by: Browser): Promise<Answer> => {
      count += 1;
      return by.post('/support/tickets/create', {
        subject: `a${count}`,
        description: 'b',
        category: 'other',
      });
    };
    const answers = [await ask(one), await ask(one), await ask(one), await ask(one)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
    const say = (): Promise<Answer> => {
      count += 1;
      return one.post(`/support/tickets/comment/${String(answers[0]?.body.id)}`, { content: `x${count}` });
    };
    expect([await say(), await say(), await say(), await say()].map(({ status }) => status)).toEqual([
      201, 201, 201, 429,
    ]);
    expect((await ask(two)).status).toBe(201);
    // Reading is not limited.
    expect((await one.get('/support/tickets/list')).status).toBe(200);
    await venue.close();
  });

  it('in a shared sandbox everyone can answer only in their own tickets', async () => {
    const origin = 'http://shared.example';
    const venue = await serve(kind, { PUBLIC_ORIGIN: origin });
    const headers = { origin, host: 'shared.example' };
    const enter = async (name: string): Promise<Browser> => {
      const browser = venue.browser();
      const user = { email: `${name}@example.org`, password: PASSWORD };
      await browser.post('/auth/register', { ...user, username: name, confirm_password: PASSWORD }, headers);
      expect((await browser.post('/auth/login', user, headers)).status).toBe(200);
      return browser;
    };
    const [owner, stranger] = [await enter('owner'), await enter('stranger')];
    const body = { subject: 'a', description: 'b', category: 'other' };
    const { body: ticket } = await owner.post('/support/tickets/create', body, headers);
    const reply = { ticket: ticket.id, text: 'Hello' };
    expect((await venue.browser().post('/sandbox/support/reply', reply, headers)).status).toBe(401);
    expect((await stranger.post('/sandbox/support/reply', reply, headers)).status).toBe(404);
    expect((await stranger.post('/sandbox/support/close', { ticket: ticket.id }, headers)).status).toBe(404);
    expect((await owner.post('/sandbox/support/reply', reply, headers)).status).toBe(200);
    await venue.close();
  });

  it('a live venue has no such calls', async () => {
    const origin = 'https://quietbook.example';
    const venue = await serve(kind, {
      VENUE_MODE: 'live',
      PUBLIC_ORIGIN: origin,
      SECRETS_KEY_FILE: 'tests/data/secrets.key',
    });
    const answer = await venue.browser().post('/sandbox/support/close', { ticket: 'x' }, { origin });
    expect(answer.status).toBe(404);
    await venue.close();
  });
});
