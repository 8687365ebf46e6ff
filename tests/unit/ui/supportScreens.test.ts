import { describe, expect, it } from 'vitest';
import { createElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import type { Ticket } from '../../../src/domain/ticket.ts';
import { refused } from '../../../src/domain/result.ts';
import { SupportScreen } from '../../../src/ui/support/SupportScreen.tsx';
import { NOW, type Scene } from './scene.ts';
import { openScreens, type Screen } from './screen.tsx';
import { say } from './rendered.tsx';

const show = openScreens();
const support = (key: string, values?: Readonly<Record<string, unknown>>) => say(`support:${key}`, values);
const requests = ({ sent }: Screen, name: string) => sent.filter((one) => one.name === name);

const TICKET: Ticket = {
  id: 't-1',
  subject: 'Where is my deposit',
  status: 'open',
  category: 'deposit',
  description: 'It is late.',
  createdAt: NOW - 60_000,
  modifiedAt: null,
  owner: 'u-1',
};
const LIST = { items: [TICKET, { ...TICKET, id: 't-2', subject: 'Fees', category: 'cats' }], count: 2 };

const screenAt = (path: string, scene: Scene = {}) =>
  show(
    createElement(
      Routes,
      null,
      createElement(Route, { path: '/support/*', element: createElement(SupportScreen) }),
    ),
    {
      path,
      ...scene,
      answers: { tickets: LIST, ticket: TICKET, comments: { items: [], count: 0 }, ...scene.answers },
    },
  );

describe('the list of tickets (SUPPORT-02)', () => {
  it('names each, with a category that this client does not know as the server names it', async () => {
    const screen = await screenAt('/support');
    expect(screen.text).toContain('Where is my deposit');
    expect(screen.text).toContain(support('category.deposit'));
    expect(screen.text).toContain('cats');
    expect(screen.text).toContain(support('ticket.none'));
  });

  it('is searched on this page, and filtered by the server', async () => {
    const screen = await screenAt('/support');
    await screen.type(support('list.search'), 'fees');
    expect(screen.text).not.toContain('Where is my deposit');
    expect(requests(screen, 'tickets')).toHaveLength(1);
    await screen.type(support('list.search'), 'nothing like it');
    expect(screen.text).toContain(support('list.noneFound', { text: 'nothing like it' }));
    await screen.choose(say('common:word.status'), 'closed');
    expect(JSON.stringify(requests(screen, 'tickets').at(-1))).toContain('closed');
    await screen.press(support('list.clear'));
    expect(screen.seek('button', support('list.clear'))).toBeNull();
    await screen.choose(support('list.perPage'), '50');
    expect(JSON.stringify(requests(screen, 'tickets').at(-1))).toContain('50');
  });

  it('shows that it is empty, or cannot be read', async () => {
    const empty = await screenAt('/support', { answers: { tickets: { items: [], count: 0 } } });
    expect(empty.text).toContain(support('list.none'));
    const failed = await screenAt('/support', {
      answers: { tickets: () => refused({ code: 'refused', retryable: false, text: 'Not now.' }) },
    });
    expect(failed.text).toContain(support('list.failed'));
    expect(failed.text).toContain('Not now.');
    const before = requests(failed, 'tickets').length;
    await failed.press(say('common:word.retry'));
    expect(requests(failed, 'tickets').length).toBeGreaterThan(before);
  });

  it('goes to the next page', async () => {
    const pages = [{ ok: true, value: { ...LIST, count: 45 } }];
    const tickets = () => pages.pop() ?? new Promise(() => undefined);
    const screen = await screenAt('/support', { answers: { tickets } });
    expect(screen.all('ul[aria-busy="true"]')).toEqual([]);
    const next = screen.find('button', say('common:word.next'));
    await screen.press(next);
    expect(JSON.stringify(requests(screen, 'tickets').at(-1))).toContain('"offset":5');
    // The rows of the page before stay until those of the next one are there.
    expect(screen.all('ul[aria-busy="true"] li')).toHaveLength(LIST.items.length);
  });
});

describe('a new ticket (SUPPORT-03)', () => {
  it('needs a subject and a message, and is sent once, with a key', async () => {
    const screen = await screenAt('/support');
    await screen.press(support('new'));
    expect(screen.button(support('new')).disabled).toBe(true);
    expect(screen.text).not.toContain(support('compose.looking'));
    expect(screen.text).not.toContain(support('compose.absent'));
    await screen.press(support('compose.submit'));
    expect(screen.text).toContain(support('compose.fillAllFields'));
    await screen.type(say('common:field.subject'), 'Late');
    expect(screen.text).not.toContain(support('compose.fillAllFields'));
    await screen.type(support('compose.message'), 'It is late.');
    await screen.press(support('compose.submit'));
    expect(requests(screen, 'createTicket')).toMatchObject([
      { body: { subject: 'Late', description: 'It is late.' } },
    ]);
    expect(screen.button(support('compose.submitting')).disabled).toBe(true);
  });

  it('is started by an address that names its subject, and the address is plain again', async () => {
    const record = { category: 'deposit', id: 'd-1' };
    const screen = await screenAt('/support?new=deposit', { state: { record } });
    expect(screen.path).toBe('/support');
    const about = support('compose.about', { category: support('category.deposit'), id: 'd-1' });
    expect(screen.field(say('common:field.subject')).value).toBe(about);
  });

  it('is dropped by a press, and keeps typed text', async () => {
    const screen = await screenAt('/support');
    await screen.press(support('new'));
    await screen.type(say('common:field.subject'), 'Late');
    await screen.press(say('common:word.cancel'));
    expect(screen.seek('button', support('compose.submit'))).toBeNull();
    await screen.press(support('new'));
    expect(screen.field(say('common:field.subject')).value).toBe('Late');
  });
});

describe('one ticket (SUPPORT-05)', () => {
  it('is requested by its id, and shown with its messages beside the list', async () => {
    const screen = await screenAt('/support/t-1');
    expect(requests(screen, 'ticket')).toMatchObject([{ params: { id: 't-1' } }]);
    expect(screen.text).toContain('It is late.');
    expect(screen.text).not.toContain(support('ticket.none'));
    expect(screen.all('[data-pane="detail"]')).toHaveLength(1);
    expect((await screenAt('/support')).all('[data-pane="list"]')).toHaveLength(1);
  });

  it('has an empty field again after the reply has come', async () => {
    const screen = await screenAt('/support/t-1', { answers: { commentTicket: null } });
    await screen.type(support('ticket.reply'), 'Thank you');
    await screen.press(support('ticket.send'));
    expect(screen.field(support('ticket.reply')).value).toBe('');
  });

  it('is answered, once there is a text', async () => {
    const screen = await screenAt('/support/t-1');
    await screen.press(support('ticket.send'));
    expect(screen.text).toContain(support('ticket.blank'));
    await screen.type(support('ticket.reply'), 'Thank you.');
    await screen.press(support('ticket.send'));
    expect(JSON.stringify(requests(screen, 'commentTicket'))).toContain('Thank you.');
  });

  it('shows the limit before it is reached, and keeps every typed character (SUPPORT-09)', async () => {
    const scene = { capabilities: { longestMessage: 100 } };
    const screen = await screenAt('/support/t-1', scene);
    const reply = (length: number) => screen.type(support('ticket.reply'), 'x'.repeat(length));
    await reply(90);
    expect(screen.text).not.toContain(support('length.near', { used: 90, limit: 100 }));
    await reply(91);
    expect(screen.text).toContain(support('length.near', { used: 91, limit: 100 }));
    await reply(101);
    expect(screen.text).toContain(support('length.over', { used: 101, limit: 100 }));
    await screen.press(support('ticket.send'));
    expect(requests(screen, 'commentTicket')).toEqual([]);
    expect(screen.field(support('ticket.reply')).value).toHaveLength(101);
    await reply(100);
    await screen.press(support('ticket.send'));
    expect(requests(screen, 'commentTicket')).toHaveLength(1);

    const first = await screenAt('/support', scene);
    await first.press(support('new'));
    await first.type(say('common:field.subject'), 'Late');
    await first.type(support('compose.message'), 'y'.repeat(101));
    await first.press(support('compose.submit'));
    expect(first.text).toContain(support('length.over', { used: 101, limit: 100 }));
    expect(requests(first, 'createTicket')).toEqual([]);
  });

  it('has no limit where the server names none (SUPPORT-09)', async () => {
    const screen = await screenAt('/support/t-1');
    await screen.type(support('ticket.reply'), 'x'.repeat(50_000));
    await screen.press(support('ticket.send'));
    expect(requests(screen, 'commentTicket')).toHaveLength(1);
  });

  it('is empty without a user', async () => {
    expect((await screenAt('/support', { user: null })).text).toBe('');
  });
});
