import { expectGoodPage, expectGoodPrivatePage, expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { makeTicket, Support } from './support/tickets.ts';
import { passUntilSeen, stopTime } from './support/time.ts';
import { newTrader, signIn } from './support/trader.ts';

test('a question is asked, answered by the support, answered again, and closed @story', async ({
  page,
  venue,
  guard,
}) => {
  guard.expect(/status of 409/);
  await newTrader(page);
  const support = new Support(page);
  await page.goto('/dashboard');
  await page
    .getByRole('navigation', { name: 'Quick actions' })
    .getByRole('link', { name: 'Support' })
    .click();
  await expect(support.list.getByText('You have no tickets yet.')).toBeVisible();

  const id = await support.create('Deposit of 0.5 XMR', 'It has 12 confirmations.\nWhen is it credited?');
  await test.step('it is in the list and open', async () => {
    await expect(support.row('Deposit of 0.5 XMR')).toContainText('Open');
    await expect(support.messages).toContainText('When is it credited?');
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Ticket created');
  });
  await test.step('the support answers, and it is the user’s turn', async () => {
    await venue.sandbox('support/reply', { ticket: id, text: 'At 30 confirmations.' });
    await expect(support.messages).toContainText('At 30 confirmations.', { timeout: 15_000 });
    await expect(support.row('Deposit of 0.5 XMR')).toContainText('Pending');
    await expect(support.row('Deposit of 0.5 XMR')).toContainText('Support is waiting for your reply');
    await expect(page.getByRole('article')).toContainText('Support is waiting for your reply');
  });
  await test.step('the user answers', async () => {
    await support.send('Thank you!');
    await expect(support.messages).toContainText('Thank you!');
    await expect(support.reply).toHaveValue('');
    await expect(support.row('Deposit of 0.5 XMR')).toContainText('Open');
    await expect(page.getByRole('article')).toContainText('Waiting for support');
  });
  await test.step('closed by the support while a reply was written: the reply is not lost', async () => {
    await support.reply.fill('One more thing');
    await venue.sandbox('support/close', { ticket: id });
    await support.button('Send reply').click();
    await expect(page.getByText('This ticket is closed. To continue, open a new one.')).toBeVisible();
    await expect(support.reply).toHaveValue('One more thing');
    await expect(support.button('Send reply')).toBeHidden();
    await expect(support.row('Deposit of 0.5 XMR')).toContainText('Closed');
  });
});

test('an unread reply of support has a mark in the header until its ticket is opened (SUPPORT-06)', async ({
  page,
  venue,
}) => {
  const trader = await newTrader(page);
  const id = await makeTicket(page);
  const mark = page.getByRole('banner').getByRole('link', { name: '1 unread reply from support' });
  await page.goto('/faq');
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expect(mark).toBeHidden();
  await venue.sandbox('support/reply', { ticket: id, text: 'We look.' });
  await page.reload();
  await expect(mark).toBeVisible();
  await expectGoodPage(page);
  await mark.click();
  await expect(page).toHaveURL(`/support/${id}`);
  await expect(mark).toBeHidden();
  await page.reload();
  await expect(new Support(page).messages).toContainText('We look.');
  await expect(mark).toBeHidden();

  await page.goto('/faq');
  await venue.sandbox('support/reply', { ticket: id, text: 'And now?' });
  await page.reload();
  await expect(mark).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(mark).toBeHidden();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await signIn(page, trader);
  await expect(mark).toBeVisible();
});

test('the list: status, category, days, search through the page, page sizes and pages (SUPPORT-01, SUPPORT-02, SUPPORT-05, SUPPORT-07)', async ({
  page,
}) => {
  await newTrader(page);
  for (let index = 1; index <= 7; index += 1) {
    await makeTicket(page, {
      subject: `Question ${index}`,
      category: index % 2 === 0 ? 'trading' : 'security',
    });
  }
  const support = new Support(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    // Except the request of the header's badge.
    if (url.pathname === '/support/tickets/list' && !url.search.includes('limit=50'))
      requests.push(url.search);
  });
  await support.open();
  const rows = support.list.getByRole('listitem').getByRole('link');
  await expect(rows).toHaveCount(5);
  expect(requests).toEqual(['?limit=5&offset=0']);
  await expect(support.list.getByRole('status')).toHaveText('1-5 of 7');

  await test.step('the next page', async () => {
    await support.button('Next').click();
    await expect(rows).toHaveCount(2);
    await expect(support.button('Next')).toBeDisabled();
    expect(requests.at(-1)).toBe('?limit=5&offset=5');
  });
  await test.step('another size starts at the first page', async () => {
    await support.choose('Per page', '20');
    await expect(rows).toHaveCount(7);
    expect(requests.at(-1)).toBe('?limit=20&offset=0');
  });
  await test.step('the server narrows it', async () => {
    await support.choose('Category', 'Trading');
    await expect(rows).toHaveCount(3);
    await support.choose('Status', 'Closed');
    await expect(support.list.getByText('No tickets match these filters.')).toBeVisible();
    expect(requests.at(-1)).toBe('?status=closed&category=trading&limit=20&offset=0');
    await support.button('Clear filters').click();
    await expect(rows).toHaveCount(7);
  });
  await test.step('days', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await support.list.getByLabel('From').fill(today);
    await support.list.getByLabel('To', { exact: true }).fill('2020-01-01');
    await expect(support.list.getByText('The start date must not be after the end date.')).toBeVisible();
    await support.list.getByLabel('To', { exact: true }).fill(today);
    await expect(rows).toHaveCount(7);
    expect(decodeURIComponent(requests.at(-1) ?? '')).toContain(
      `created_from=${today}T00:00:00.000Z&created_to=${today}T23:59:59.999Z`,
    );
    await support.list.getByLabel('From').fill('2020-01-01');
    await support.list.getByLabel('To', { exact: true }).fill('2020-01-02');
    await expect(support.list.getByText('No tickets match these filters.')).toBeVisible();
    await support.button('Clear filters').click();
  });
  await test.step('the search filters the page and requests nothing', async () => {
    await expect(rows).toHaveCount(7);
    const before = requests.length;
    const box = support.list.getByRole('searchbox', { name: 'Search tickets' });
    await box.fill('question 3');
    await expect(rows).toHaveCount(1);
    await box.fill('nothing like it');
    await expect(support.list.getByText('No ticket on this page contains “nothing like it”.')).toBeVisible();
    expect(requests).toHaveLength(before);
  });
});

test('both fields are required, and typed text survives refusal, reload and another page (SUPPORT-03)', async ({
  page,
  guard,
}) => {
  guard.expect(/status of (500|409)/);
  const trader = await newTrader(page);
  const support = new Support(page);
  await support.open();
  await support.write('  ', 'A message');
  await support.button('Create ticket').click();
  await expect(page.getByText('Please fill in all fields.')).toBeVisible();
  await expect(support.subject).toBeFocused();
  await expect(support.subject).toHaveAttribute('aria-invalid', 'true');
  await support.subject.fill('A subject');
  await page.getByRole('combobox', { name: 'Category' }).last().selectOption({ label: 'Security' });

  const expectTyped = async (): Promise<void> => {
    await expect(support.subject).toHaveValue('A subject');
    await expect(support.message).toHaveValue('A message');
    await expect(page.getByRole('combobox', { name: 'Category' }).last()).toHaveValue('security');
  };
  await test.step('a refusal', async () => {
    await page.request.post('/sandbox/fail', { data: { call: 'createTicket', status: 409 } });
    await support.button('Create ticket').click();
    await expect(page.getByText('The sandbox was told to answer 409 here.')).toBeVisible();
    await expectTyped();
  });
  await test.step('a reload', async () => {
    await page.reload();
    await support.button('New ticket').click();
    await expectTyped();
  });
  await test.step('another page', async () => {
    await page.goto('/markets');
    await support.open();
    await support.button('New ticket').click();
    await expectTyped();
  });
  await test.step('an answer that was lost: it is found in the list, and made once', async () => {
    await page.request.post('/sandbox/fail', { data: { call: 'createTicket', status: 'drop' } });
    guard.expect(/ERR_EMPTY_RESPONSE|unreachable/);
    await support.button('Create ticket').click();
    await expect(page).toHaveURL(/\/support\/[0-9a-f-]{36}$/);
    await expect(support.list.getByRole('listitem').getByRole('link')).toHaveCount(1);
    await support.button('New ticket').click();
    await expect(support.subject).toHaveValue('');
  });
  await test.step('and a logout forgets it', async () => {
    await support.subject.fill('Half a thought');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Half a thought');
    await signIn(page, trader);
    await support.open();
    await support.button('New ticket').click();
    await expect(support.subject).toHaveValue('');
  });
});

test('a reply whose answer was lost is found among the messages; one that never left is offered again @story', async ({
  page,
  guard,
}) => {
  guard.expect(/ERR_EMPTY_RESPONSE|unreachable|status of 500|server/);
  await page.clock.install();
  await newTrader(page);
  const id = await makeTicket(page);
  const support = new Support(page);
  await support.open(id);
  await page.request.post('/sandbox/fail', { data: { call: 'commentTicket', status: 'drop' } });
  await support.send('Did it arrive?');
  await expect(support.messages.getByText('Did it arrive?')).toHaveCount(1);
  await expect(support.reply).toHaveValue('');

  await page.request.post('/sandbox/fail', { data: { call: 'commentTicket', status: 500 } });
  await support.send('Not this one');
  await expect(page.getByText('Checking whether it arrived')).toBeVisible();
  await stopTime(page);
  await passUntilSeen(page, page.getByText('it is not among the messages'), 1000);
  await page.clock.resume();
  await expect(page.getByText('it is not among the messages')).toBeVisible();
  await expect(support.reply).toHaveValue('Not this one');
  await page.reload();
  await expect(support.reply).toHaveValue('Not this one');
  await support.button('Send reply').click();
  await expect(support.messages.getByText('Not this one')).toHaveCount(1);
});

test('the last 20 messages, earlier ones on demand (SUPPORT-05)', async ({ page }) => {
  await newTrader(page);
  const id = await makeTicket(page, { description: 'the first message' });
  for (let index = 1; index <= 24; index += 1) {
    const data = { content: `message ${index}.` };
    expect((await page.request.post(`/support/tickets/comment/${id}`, { data })).status()).toBe(201);
  }
  const support = new Support(page);
  await support.open(id);
  const shown = support.messages.getByText(/^message \d+\.$/);
  await expect(shown).toHaveCount(20);
  await expect(shown.first()).toHaveText('message 5.');
  await expect(support.messages).toContainText('the first message');
  await expect(support.messages).toContainText('4 earlier messages are not shown.');
  await support.button('Show earlier messages').click();
  await expect(shown).toHaveCount(24);
  await expect(shown.first()).toHaveText('message 1.');
  await support.send('message 25.');
  await expect(shown).toHaveCount(25);
  await support.button('Hide earlier messages').click();
  await expect(shown).toHaveCount(20);
});

const HOSTILE = {
  markup: '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script><b>bold</b>',
  link: 'javascript:alert(1) https://evil.example/ [click](https://evil.example) mailto:a@b.c',
  bidi: '\u202eright to left\u202c \u2066isolated \u05d0\u05d1 \u202d',
  huge: 'W'.repeat(900),
  marks: `e${'\u0301'.repeat(400)}`,
  words: '{{t}} $t(common:shell.menu) ${x} %s',
};

test('hostile texts are texts: no markup, no link, no sideways scroll at 360 px', async ({ page, venue }) => {
  await newTrader(page);
  const text = Object.values(HOSTILE).join('\n');
  const id = await makeTicket(page, { subject: text.replaceAll('\n', ' ').slice(0, 200), description: text });
  await makeTicket(page, { subject: HOSTILE.huge.slice(0, 200), description: 'x' });
  await makeTicket(page, { subject: `${HOSTILE.bidi}${HOSTILE.marks}`.slice(0, 200), description: 'x' });
  await venue.sandbox('support/reply', { ticket: id, text });
  const support = new Support(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 });
    await support.open();
    await expect(support.list.getByRole('listitem').getByRole('link')).toHaveCount(3);
    await expectNoSidewaysScroll(page);
    await support.open(id);
    await expect(support.messages.getByText(HOSTILE.words)).toHaveCount(2);
    await expectNoSidewaysScroll(page);
    const found = await page.evaluate(() => {
      const main = document.querySelector('main article');
      return {
        elements: main?.querySelectorAll('img, script, b, iframe').length,
        links: [...(main?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href')),
        hurt: 'hurt' in globalThis,
      };
    });
    expect(found).toEqual({ elements: 0, links: ['/support'], hurt: false });
    const badge = page.getByRole('article').getByText('Pending', { exact: true });
    await expect(badge).toBeVisible();
    const box = await badge.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  }
});

test('a phone shows one pane at a time, with a way back (SUPPORT-01)', async ({ page }) => {
  await newTrader(page);
  await makeTicket(page);
  await page.setViewportSize({ width: 360, height: 780 });
  const support = new Support(page);
  await support.open();
  await support.row('Where is it?').click();
  await expect(support.messages).toBeVisible();
  await expect(support.list).toBeHidden();
  await page.getByRole('link', { name: 'All tickets' }).click();
  await expect(support.list).toBeVisible();
  await expect(support.messages).toBeHidden();
  await support.button('New ticket').click();
  await expect(support.list).toBeHidden();
  await support.button('Cancel').click();
  await expect(support.list).toBeVisible();
});

test('list, ticket and form are accessible at four widths', async ({ page, venue }) => {
  await newTrader(page);
  const id = await makeTicket(page);
  await venue.sandbox('support/reply', { ticket: id, text: 'We look.' });
  const support = new Support(page);
  await support.open();
  await expectGoodPrivatePage(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await support.button('New ticket').click();
  await support.button('Create ticket').click();
  await expectGoodPrivatePage(page);
  await support.open(id);
  await expect(support.messages).toBeVisible();
  await expectGoodPrivatePage(page);
});
