import { afterEach, describe, expect, it } from 'vitest';
import { Page } from './page.ts';
import { isDisabled } from './roles.ts';

// The rules of the document in which the walks run.

let page = new Page(false);
afterEach(() => page.close());

/** A file, so that no client is started. */
async function open(html = ''): Promise<void> {
  page = new Page(false);
  await page.goto('/robots.txt');
  document.body.innerHTML = html;
}

describe('a page of this process', () => {
  it('tells of a request that nobody answers, and of another origin', async () => {
    await open();
    await page.evaluate(() => fetch('/nowhere', { method: 'POST' }), null);
    await page.evaluate(() => fetch('https://elsewhere.invalid/fees'), null);
    expect(page.findings).toEqual([
      'nobody answers POST /nowhere',
      'request to https://elsewhere.invalid',
      'nobody answers GET /fees',
    ]);
  });

  it('tells of an error in the console', async () => {
    await open();
    // oxlint-disable-next-line no-console -- this is what is heard.
    console.error('a fault');
    expect(page.findings).toEqual(['console: a fault']);
  });

  it('leaves nothing behind, but its time goes on', async () => {
    const before = Object.getOwnPropertyNames(globalThis);
    await open();
    await page.addInitScript(() => Object.defineProperty(globalThis, 'planted', { value: 1 }), null);
    await page.goto('/robots.txt');
    await page.clock.runFor(1000);
    const { elapsed } = page.clock;
    await page.close();
    expect(Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name))).toEqual([]);
    expect(new Page(false).clock.elapsed()).toBe(elapsed());
  });

  it.each([
    '<button disabled>Send</button>',
    '<fieldset disabled><button>Send</button></fieldset>',
    '<button aria-disabled="true">Send</button>',
  ])('says that nobody can press %s', async (html) => {
    await open(html);
    const button = page.getByRole('button', { name: 'Send' });
    expect(isDisabled(button.one())).toBe(true);
    expect(await button.evaluate((one) => one.matches(':disabled'), null)).toBe(!html.includes('aria'));
  });

  it.each([
    '<button hidden>Send</button>',
    '<dialog><button>Send</button></dialog>',
    '<details><summary>More</summary><button>Send</button></details>',
    '<div style="display: none"><button>Send</button></div>',
  ])('does not see the button in %s', async (html) => {
    await open(html);
    expect(await page.locator('button').isVisible()).toBe(false);
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it.each([
    ['<button aria-label="Close">x</button>', 'button', 'Close'],
    ['<label>Amount <input></label>', 'textbox', 'Amount'],
    ['<label for="a">Amount</label><input id="a" type="search">', 'searchbox', 'Amount'],
    [
      '<section aria-labelledby="a b"><h2 id="a">Open</h2><p id="b">orders</p></section>',
      'region',
      'Open orders',
    ],
    ['<table><tr><th scope="row">XMR</th><td>1</td></tr></table>', 'row', 'XMR 1'],
  ])('names what stands in %s', async (html, role, name) => {
    await open(html);
    expect(await page.getByRole(role, { name, exact: true }).count()).toBe(1);
  });

  it('knows the rows of a table', async () => {
    await open('<table><tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody></table>');
    const [body] = document.querySelectorAll('tbody');
    expect([...(body?.rows ?? [])].map((row) => [row.textContent, row.sectionRowIndex])).toEqual([
      ['1', 0],
      ['2', 1],
    ]);
  });

  it('runs timers in their order, those of a timer a millisecond later', async () => {
    await open();
    const heard: string[] = [];
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await page.evaluate(() => {
      const again = (): void => void setTimeout(() => heard.push(`again at ${Date.now()}`), 0);
      setTimeout(() => heard.push('later'), 5);
      setTimeout(again, 0);
    }, null);
    await page.clock.runFor(0);
    expect(heard).toEqual([]);
    await page.clock.runFor(5);
    expect(heard).toEqual(['again at 1001', 'later']);
  });
});
