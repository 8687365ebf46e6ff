import type { Page } from '@playwright/test';
import { asyncApiDocument } from '../../src/services/contract/documents/asyncapi.ts';
import { openApiDocument } from '../../src/services/contract/documents/openapi.ts';
import { expect, test } from './support/test.ts';

const PAGES = [
  ['/terms', 'Terms of service'],
  ['/privacy', 'Privacy policy'],
  ['/logs', 'Data policy'],
  ['/faq', 'Frequently asked questions'],
  ['/bugbounty', 'Bug bounty program'],
  ['/api', 'API documentation'],
] as const;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const seeAlso = (page: Page): Promise<(string | null)[]> =>
  page
    .getByRole('navigation', { name: 'See also' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

// pages.spec.ts and accessible.spec.ts check accessibility, styles and widths.
test('each page: its own title, description and canonical link (PUBLIC-06)', async ({ page, baseURL }) => {
  for (const [path, title] of PAGES) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(heading(page, title)).toBeVisible();
      await expect(page).toHaveTitle(`${title} · Quietbook`);
      const description = page.locator('meta[name="description"]');
      await expect(description).toHaveAttribute('content', /.{40,160}/);
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL ?? ''}${path}`);
    });
  }
});

test('the terms: ten points, two addresses with one canonical link, and a way back (PUBLIC-07)', async ({
  page,
  baseURL,
}) => {
  await page.goto('/tos');
  await expect(heading(page, 'Terms of service')).toBeVisible();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL ?? ''}/terms`);
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name: /^\d+/ })).toHaveCount(10);
  await test.step('opened directly, it leads home', async () => {
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
  await test.step('from a page of this site, it leads back there', async () => {
    await page.goto('/markets');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await expect(heading(page, 'Terms of service')).toBeVisible();
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page).toHaveURL(/\/markets$/);
  });
  await test.step('its links lead on', async () => {
    await page.goto('/terms');
    for (const name of ['Fees and congestion', 'Markets', 'Support']) {
      await expect(
        page.getByRole('navigation', { name: 'See also' }).getByRole('link', { name }),
      ).toBeVisible();
    }
  });
});

test('the privacy policy: six sections, and links to more (PUBLIC-08)', async ({ page }) => {
  await page.goto('/privacy');
  const sections = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(sections).toHaveCount(7);
  await expect(sections.last()).toHaveText('See also');
  expect(await seeAlso(page)).toEqual(['/logs', '/support']);
});

test('the data policy: seven items not kept, six kept with purpose, retention and reason (PUBLIC-09, PUBLIC-16)', async ({
  page,
}) => {
  await page.goto('/logs');
  const absent = page.getByRole('table', { name: 'Data that is not kept' });
  await expect(absent.getByText('Not collected')).toHaveCount(7);
  const kept = page.getByRole('table', { name: 'Data that is kept' });
  await expect(kept.getByRole('rowheader')).toHaveCount(6);
  await expect(kept.getByRole('columnheader')).toHaveText([
    'Data',
    'Purpose',
    'Kept for',
    'Why it is needed',
  ]);
  for (const badge of ['No freezing', 'Automatic refunds']) {
    await expect(page.getByText(badge, { exact: true })).toBeVisible();
  }
  expect(await seeAlso(page)).toEqual(['/support', '/terms']);
});

test('questions open by themselves and by their link, and are searched (PUBLIC-11, PUBLIC-18)', async ({
  page,
}) => {
  await page.goto('/faq');
  const question = (text: string) => page.getByRole('group').filter({ hasText: text });
  const answer = page.getByText('Some blockchains do not show who sent a payment.');
  const other = page.getByText('It will not arrive and usually cannot be recovered.');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(7);
  await expect(answer).toBeHidden();
  expect(await seeAlso(page)).toEqual(['/support', '/markets', '/privacy', '/logs', '/fees']);
  await page.getByText('Why do I need a refund address?').click();
  await expect(answer).toBeVisible();
  await expect(other).toBeHidden();
  await page.getByText('Why do I need a refund address?').click();
  await expect(answer).toBeHidden();

  await test.step('by link', async () => {
    await page.goto('/faq#wrong');
    await expect(other).toBeVisible();
    await expect(answer).toBeHidden();
    await page.goto('/faq#refund');
    await expect(answer).toBeVisible();
    await expect(answer).toBeInViewport();
  });
  await test.step('search', async () => {
    const search = page.getByRole('searchbox', { name: 'Search questions' });
    await search.fill('CONFIRMATIONS');
    await expect(page.getByRole('status').filter({ hasText: 'match' })).toHaveText(
      /^(1 question matches|\d questions match)\.$/,
    );
    await expect(question('When is a deposit credited?')).toBeVisible();
    await expect(page.getByText('Do I need to show any documents?')).toBeHidden();
    const found = question('When is a deposit credited?');
    await expect(found).toHaveAttribute('open');
    await found.locator('summary').click();
    await expect(found).not.toHaveAttribute('open');
    await search.fill('confirmation');
    await expect(found).toHaveAttribute('open');
    await search.fill('<b>nothing</b>');
    await expect(page.getByText('No questions match “<b>nothing</b>”.')).toBeVisible();
    await search.fill('');
    await expect(page.getByText('Do I need to show any documents?')).toBeVisible();
    await expect(found).not.toHaveAttribute('open');
  });
});

test('the bug bounty program: four rewards in USDT, and reports by e-mail (PUBLIC-10)', async ({ page }) => {
  await page.goto('/bugbounty');
  const rewards = page.getByRole('table', { name: 'Rewards by severity' });
  for (const [severity, reward] of [
    ['Critical', '500–1000 USDT'],
    ['High', '200–500 USDT'],
    ['Medium', '20–200 USDT'],
    ['Low', '5–25 USDT'],
  ] as const) {
    await expect(rewards.getByRole('row').filter({ hasText: severity })).toContainText(reward);
  }
  const mail = page
    .getByRole('main')
    .getByText(/^(Email .+@.+|The operator of this site has not set a contact address yet\.)$/);
  await expect(mail).toBeVisible();
});

test('the page of the API documents five calls, and leads home (PUBLIC-12, PUBLIC-17)', async ({
  page,
  venue,
}) => {
  await page.goto('/api');
  const headings = page.getByRole('main').getByRole('heading', { level: 3 });
  const calls = headings.filter({ has: page.locator('code') });
  await expect(calls).toHaveText([
    /GET\s*\/api\/markets$/,
    /GET\s*\/api\/markets\/\{pair\}$/,
    /GET\s*\/pair\/pairs$/,
    /GET\s*\/pair\/pairs\/\{pair\}$/,
    /GET\s*\/order\/orderbook\/\{pair\}$/,
  ]);
  const main = page.getByRole('main');
  await expect(main.getByText(venue.url, { exact: true })).toBeVisible();
  await expect(main.getByText('requests over HTTP are redirected')).toBeVisible();
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('the page of the API leads to its description for programs, whole and as JSON', async ({ page }) => {
  await page.goto('/api');
  const sources = [
    ['OpenAPI', openApiDocument(), 'openapi'],
    ['AsyncAPI', asyncApiDocument(), 'asyncapi'],
  ] as const;
  for (const [name, described, field] of sources) {
    const address = await page.getByRole('link', { name, exact: true }).getAttribute('href');
    const answer = await page.request.get(address ?? '');
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(described[field]).toMatch(/^3\./);
    // As text: a field that is not set is not there.
    expect(await answer.text()).toBe(JSON.stringify(described, null, 2));
  }
});

test('an example request is copied as it can be used, and confirmed for two seconds (PUBLIC-12)', async ({
  page,
  context,
  venue,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await page.goto('/api');
  await page.getByRole('button', { name: 'Copy the example request: /pair/pairs/{pair}' }).click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`curl -H 'Accept: application/json' '${venue.url}/pair/pairs/XMR-BTC'`);
  const url = /'(http[^']+)'/.exec(copied)?.[1] ?? '';
  const answer = await page.request.get(url, { headers: { accept: 'application/json' } });
  expect(answer.status()).toBe(200);
  await page.clock.runFor(2000);
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeHidden();
});

test('the part on keys has an example that is copied with the address of this server (APIKEY-10)', async ({
  page,
  context,
  venue,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/api');
  const part = page.getByRole('region', { name: 'API keys' });
  await part.getByRole('button', { name: 'Copy the example: Node', exact: true }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`fetch('${venue.url}' + target`);
  await expect(part.getByRole('row', { name: 'trade DELETE /order/cancel/{id}' })).toBeVisible();
});

test('the fees: a summary of trading, deposits and withdrawals (FEES-08)', async ({ page }) => {
  await page.goto('/fees');
  const cards = page.getByRole('list', { name: 'Fee summary' });
  await expect(cards.getByRole('heading')).toHaveText(['Trading', 'Deposits', 'Withdrawals']);
  await expect(cards).toContainText(/Maker\s*[\d.]+%/);
  await expect(cards).toContainText(/Taker\s*[\d.]+%/);
});

test('the fees: those of each pair, a dash where the server sends none (FEES-10)', async ({ page }) => {
  await page.route('**/pair/pairs', async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as { settings: Record<string, unknown> }[];
    const [first, second] = list;
    Object.assign(first?.settings ?? {}, { maker_fee_percent: '0.0500', taker_fee_percent: '0.25' });
    delete second?.settings.taker_fee_percent;
    await route.fulfill({ response: answer, json: list });
  });
  await page.goto('/fees');
  const rows = page.getByRole('table', { name: 'Trading fees by pair' }).getByRole('row');
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('0.05%');
  await expect(rows.nth(1).getByRole('cell').nth(1)).toHaveText('0.25%');
  await expect(rows.nth(2).getByRole('cell').nth(1)).toHaveText('–');
  await rows.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/trade\/[A-Z]+-[A-Z]+$/);
});

test('a coin without fees has no card (FEES-06)', async ({ page }) => {
  await page.routeWebSocket(/\/socket\/ws$/, (link) => {
    link.onMessage((text) => {
      if (String(text).includes('subscribe_fees')) link.send('{"type":"fees","fees":{"BTC":{},"XMR":{}}}');
    });
    link.send('{"type":"welcome"}');
  });
  await page.goto('/fees');
  const cards = page.getByRole('region', { name: 'Network fees' }).getByRole('listitem');
  await expect(cards.getByRole('heading')).toHaveText([/BTC/, /XMR/]);
});

test('the footer warns of the risk, and states that nobody regulates (PUBLIC-03)', async ({ page }) => {
  await page.goto('/faq');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText(/^Trading cryptocurrencies is risky\./)).toBeVisible();
  await expect(footer.getByText(/^This service is not regulated by any authority/)).toBeVisible();
  for (const name of ['Contact', 'News'])
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('title', /leads nowhere/);
  // On a page of full width its text starts where that of the page does.
  await page.goto('/fees');
  const [heading, first] = [page.getByRole('heading', { level: 1 }), footer.getByRole('link').first()];
  for (const width of [360, 1366, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await first.boundingBox())?.x).toBe((await heading.boundingBox())?.x);
  }
});

test('a fee card names its network in full, however narrow it is', async ({ page }) => {
  await page.goto('/fees');
  const name = page.getByText('Tether, Ethereum (ERC-20)');
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(name).toBeVisible();
    const isWhole = () => name.evaluate((box) => box.scrollWidth <= box.clientWidth);
    await expect.poll(isWhole, `${width} px`).toBe(true);
  }
});
