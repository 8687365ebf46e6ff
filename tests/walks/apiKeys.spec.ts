import type { Page } from '@playwright/test';
import { apiKeysModel, SECRET } from '../models/apiKeys.model.ts';
import { pretendSession, walkScreen } from '../e2e/support/screenWalk.ts';
import { expect } from '../e2e/support/test.ts';

// Keys for programs, on the security page.

const LISTED = {
  id: 'k1',
  label: 'Old bot',
  permissions: ['read', 'withdraw'],
  must_confirm: true,
  addresses: [],
  created_at: '2026-01-05T12:00:00Z',
  last_used_on: '2026-01-06',
};
const keysOf = (page: Page) => page.getByRole('region', { name: 'API keys' });
const field = (page: Page, name: string) => keysOf(page).getByLabel(name, { exact: true });
const press = (page: Page, name: string): Promise<void> =>
  keysOf(page).getByRole('button', { name, exact: true }).click();
const answer = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

walkScreen({
  model: apiKeysModel,
  shows: keysOf,
  calls: /\/user\/api-keys(\/|$)/,
  // Codes are seen in apiKeys.spec.ts.
  happens: (name) => name !== 'create with a code' && name !== 'approve',
  open: async (page) => {
    await pretendSession(page, {});
    await page.route(/\/user\/api-keys$/, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: { api_keys: [LISTED] } }) : route.fallback(),
    );
    await page.goto('/security#api-keys');
    await expect(keysOf(page).getByText('Old bot')).toBeVisible();
  },
  gestures: {
    create: async (page) => {
      await field(page, 'Key name').fill('Bot');
      await field(page, 'Trade: place and cancel orders').check();
      await field(page, 'Allowed IP addresses').fill('203.0.113.7');
      await field(page, 'Your password, to create the key').fill('canary-Pass1');
      await press(page, 'Create key');
    },
    'approve without a code': async (page) => {
      if (!(await field(page, 'Your password, to confirm the key').isVisible()))
        await press(page, 'Confirm Old bot');
      await field(page, 'Your password, to confirm the key').fill('canary-Pass1');
      await press(page, 'Confirm Old bot');
    },
    edit: (page) => field(page, 'Key name').pressSequentially('x'),
    ask: (page) => press(page, 'Revoke Old bot'),
    confirm: (page) => answer(page, 'Revoke'),
    cancel: (page) => answer(page, 'Keep it'),
    kept: (page) => press(page, 'I have saved the secret'),
  },
  facts: ({ context: { made, asked, failure, isLost }, ...snapshot }) => {
    const isPassword = failure?.serverCode === 'WRONG_PASSWORD';
    return {
      isBusy: snapshot.hasTag('busy'),
      secret: made?.privateSecret ?? null,
      question: asked ? `Revoke ${asked.label}?` : null,
      isLost,
      password: isPassword ? 'The current password is incorrect.' : null,
      refusal: isLost || isPassword ? null : (failure?.text ?? null),
    };
  },
  read: (page) =>
    keysOf(page).evaluate((section, secret) => {
      const password = [...section.querySelectorAll('input[autocomplete="current-password"]')].find(
        (input) => input.getAttribute('aria-invalid') === 'true',
      );
      const faultId = password?.getAttribute('aria-describedby')?.split(' ').at(-1);
      const isWrong = password !== undefined;
      return {
        isBusy:
          section.querySelector<HTMLButtonElement>('[aria-label="New API key"] button[type="submit"]')
            ?.disabled ?? false,
        secret: section.textContent.includes(secret) ? secret : null,
        question: document.querySelector('[role="dialog"] h2')?.textContent ?? null,
        isLost: section.querySelector('[data-kind="warning"]') !== null,
        password: isWrong ? (document.querySelector(`[id="${faultId}"]`)?.textContent ?? null) : null,
        refusal: section.querySelector('[data-kind="failure"]')?.textContent ?? null,
      };
    }, SECRET),
});
