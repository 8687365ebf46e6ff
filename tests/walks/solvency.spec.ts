import type { Page } from '@playwright/test';
import type { SolvencySnapshot } from '../../src/machines/solvency/solvency.machine.ts';
import { solvencyModel } from '../models/solvency.model.ts';
import { pretendSession, walkScreen } from '../e2e/support/screenWalk.ts';
import { expect } from '../e2e/support/test.ts';
import { hush } from '../e2e/support/toasts.ts';

/** Files that the browser took. */
const taken = new WeakMap<Page, string[]>();

const check = (number: number) => async (page: Page) => {
  await page.getByLabel('Tree', { exact: true }).selectOption(String(number));
  // The browser has no room for a receipt of the tree before.
  await page.evaluate((isFull) => {
    Object.assign(globalThis, { isDiskFull: isFull });
  }, number === 1);
  await page.getByRole('button', { name: 'Check my balances' }).click();
};

const SAID = { proven: 'Proven', notProven: 'Not proven', failed: 'could not be loaded' } as const;

/** The file is written at once. */
function shown({ value, context }: SolvencySnapshot): SolvencySnapshot['value'] {
  if (value !== 'saving') return value;
  return context.checked?.verdict.isProven === true ? 'proven' : 'notProven';
}

walkScreen({
  model: solvencyModel,
  calls: /\/solvency\/(statements|proof)/,
  happens: (name, { context }) => {
    // Silence looks like no answer, and every reason is walked once.
    if (name === 'saveReceipt: taken') return context.number === 2;
    if (name === 'saveReceipt: no room') return context.number === 1;
    if (/: (429|no answer|not kept)$/.test(name)) return context.number !== 1;
    return !name.endsWith(': 503') || context.number === 0;
  },
  open: async (page) => {
    await pretendSession(page, {});
    await page.addInitScript(() => {
      const make = URL.createObjectURL.bind(URL);
      URL.createObjectURL = (blob: Blob) => {
        if ((globalThis as { isDiskFull?: boolean }).isDiskFull ?? false)
          throw new DOMException('no room', 'QuotaExceededError');
        return make(blob);
      };
    });
    const names: string[] = [];
    taken.set(page, names);
    page.on('download', (download) => names.push(download.suggestedFilename()));
    await page.goto('/solvency');
  },
  gestures: {
    retry: (page) => page.getByRole('button', { name: 'Retry' }).click(),
    check: check(2),
    'check the one before': check(1),
    save: (page) => page.getByRole('button', { name: 'Download receipt' }).click(),
  },
  answers: {
    taken: async (page) => {
      const names = taken.get(page) ?? [];
      await expect.poll(() => names.splice(0)).toEqual(['solvency_2_2026-11-26T0900.json']);
    },
    'no room': async (page) => {
      const toasts = page.getByRole('region', { name: 'Notifications' });
      await expect(toasts.getByText('The receipt could not be saved.')).toBeVisible();
      await hush(page);
    },
  },
  facts: (snapshot) => {
    const { checked } = snapshot.context;
    const stage = shown(snapshot);
    return {
      stage,
      amounts: stage === 'proven' ? 'BTC 1.5' : '',
      fault: checked?.verdict.isProven === false ? checked.verdict.fault : '',
      hasReceipt: checked !== null,
    };
  },
  read: (page) =>
    page.getByRole('main').evaluate((main, said) => {
      const text = main.textContent;
      const button = [...main.querySelectorAll('button')].find((one) => one.textContent.startsWith('Check'));
      const buttons = new Set([...main.querySelectorAll('button')].map((one) => one.textContent));
      const alerts = [...main.querySelectorAll('[data-kind]')].map((one) => one.textContent).join(' ');
      let stage = button === undefined ? 'loading' : button.disabled ? 'checking' : 'ready';
      if (buttons.has('Retry')) stage = 'unread';
      if (button !== undefined)
        for (const [name, words] of Object.entries(said)) if (alerts.includes(words)) stage = name;
      const faults = {
        path: 'does not lead to',
        absent: 'None of your coins',
        account: 'belongs to another',
      };
      const rows = [...main.querySelectorAll('table')].find((one) =>
        (one.querySelector('thead')?.textContent ?? '').endsWith('then'),
      );
      return {
        stage,
        amounts: [...(rows?.querySelectorAll('tbody tr') ?? [])]
          .map((row) => [...row.children].map((cell) => cell.textContent).join(' '))
          .join(),
        fault: Object.entries(faults).find(([, words]) => text.includes(words))?.[0] ?? '',
        hasReceipt: buttons.has('Download receipt'),
      };
    }, SAID),
});
