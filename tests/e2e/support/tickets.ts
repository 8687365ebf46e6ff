import { expect, type Locator, type Page } from '@playwright/test';

/** By roles and names, which are fixed. */
export class Support {
  readonly list: Locator;
  readonly subject: Locator;
  readonly message: Locator;
  readonly reply: Locator;
  readonly messages: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole('region', { name: 'Tickets' });
    this.subject = page.getByRole('textbox', { name: 'Subject' });
    this.message = page.getByRole('textbox', { name: 'Message' });
    this.reply = page.getByRole('textbox', { name: 'Reply' });
    this.messages = page.getByRole('log', { name: 'Messages' });
  }

  async open(ticketId = ''): Promise<void> {
    await this.#page.goto(ticketId === '' ? '/support' : `/support/${ticketId}`);
    await expect(this.#page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
  }

  button(name: string): Locator {
    return this.#page.getByRole('button', { name, exact: true });
  }

  row(subject: string): Locator {
    return this.list.getByRole('link', { name: subject });
  }

  choose(name: string, option: string): Promise<unknown> {
    return this.list.getByRole('combobox', { name }).selectOption({ label: option });
  }

  async write(subject: string, message: string): Promise<void> {
    await this.button('New ticket').click();
    await this.subject.fill(subject);
    await this.message.fill(message);
  }

  /** @returns the id */
  async create(subject: string, message: string): Promise<string> {
    await this.write(subject, message);
    await this.button('Create ticket').click();
    await expect(this.#page).toHaveURL(/\/support\/[0-9a-f-]{36}$/);
    return this.#page.url().split('/').at(-1) ?? '';
  }

  async send(text: string): Promise<void> {
    await this.reply.fill(text);
    await this.button('Send reply').click();
  }
}

/** Without the form. @returns the id */
export async function makeTicket(page: Page, part: object = {}): Promise<string> {
  const data = { subject: 'Where is it?', description: 'I sent it.', category: 'deposit', ...part };
  const answer = await page.request.post('/support/tickets/create', { data });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}
