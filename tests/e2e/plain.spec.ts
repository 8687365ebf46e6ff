// The client against a server that does what the two specifications say, and nothing more: another origin with the
// strictest CORS, no capabilities, no idempotency keys, answers in any of the shapes that the specifications leave open.
import { styles } from '../plainServer/style.ts';
import { Desk } from './support/desk.ts';
import { expect, test, undocumented, watchWarnings } from './support/plain.ts';

const PAIR = 'XMR-USDT';

for (const [index, style] of styles().entries()) {
  test.describe(`habits ${index}`, () => {
    test.use({ style });

    test('the whole story', async ({ page, context, plain }) => {
      const warnings = watchWarnings(context);
      const desk = new Desk(page, PAIR);
      plain.trade(PAIR, 'SELL', '151', '3');
      plain.trade(PAIR, 'BUY', '151', '1');
      plain.trade(PAIR, 'BUY', '148', '4');

      await test.step('a visitor sees the markets, a book and the public pages', async () => {
        await page.goto('/');
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Markets' }).click();
        await expect(page.getByRole('table', { name: 'Markets' }).getByRole('link')).not.toHaveCount(0);
        for (const path of ['/fees', '/faq', '/api', '/terms', '/privacy', '/logs', '/bugbounty']) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        }
        await desk.open();
        await expect(desk.form('Buy').getByText('Log in to buy')).toBeVisible();
        expect(await desk.prices('asks')).toEqual(['151']);
        expect(await desk.prices('bids')).toEqual(['148']);
      });

      expect(undocumented(plain)).toEqual([]);
      expect(warnings).toEqual([]);
    });
  });
}
