import { expectGoodPrivatePage } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

test('the sessions of the account: named, one signed out, then all others, also where the answer is lost (SESSION-15, SESSION-16)', async ({
  page,
  playwright,
  venue,
  guard,
}) => {
  const trader = await newTrader(page);
  const signInElsewhere = async () => {
    const elsewhere = await playwright.request.newContext({ baseURL: venue.url });
    await elsewhere.post('/auth/login', { data: { email: trader.email, password: trader.password } });
    return elsewhere;
  };
  const others = [await signInElsewhere(), await signInElsewhere(), await signInElsewhere()];
  const open = async (): Promise<number> => {
    const answers = await Promise.all(others.map((other) => other.get('/auth/me')));
    return answers.filter((answer) => answer.ok()).length;
  };
  await page.goto('/security#sessions');
  const section = page.getByRole('region', { name: 'Sessions' });
  const rows = section.getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(section.getByText('This session', { exact: true })).toHaveCount(1);
  await expectGoodPrivatePage(page);

  await section.getByRole('textbox', { name: 'Name of this session' }).fill('Laptop at home');
  await section.getByRole('button', { name: 'Save name' }).click();
  await expect(rows.filter({ hasText: 'Laptop at home' })).toContainText('This session');

  await section
    .getByRole('button', { name: /^End session: Unnamed session/ })
    .first()
    .click();
  await expect(rows).toHaveCount(3);
  expect(await open()).toBe(2);

  await page.request.post('/sandbox/fail', { data: { call: 'endOtherSessions', status: 'drop' } });
  guard.expect(/ERR_EMPTY_RESPONSE|unreachable/);
  await section.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(rows).toHaveCount(1);
  await expect(section.getByRole('button', { name: 'End all other sessions' })).toHaveCount(0);
  await expect(section.getByRole('alert')).toHaveCount(0);
  expect(await open()).toBe(0);
  for (const other of others) await other.dispose();
});
