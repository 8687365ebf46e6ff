import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { writeReplay } from '../../tools/replay/page.ts';
import type { Recording } from '../../tools/inspector/recording.ts';
import { replay } from '../../tools/inspector/replay.ts';
import { failedWithdrawal } from '../replays/failedWithdrawal.ts';

const recording = await failedWithdrawal();

/** As in a report, with one event recorded as leading elsewhere. */
const diverging: Recording = {
  ...recording,
  actors: recording.actors.map((actor) => ({
    ...actor,
    steps: actor.steps.map((step) =>
      actor.machine === 'withdrawal' && step.state === 'notFound'
        ? { ...step, state: { result: 'failed' } }
        : step,
    ),
  })),
  report: {
    at: '2026-01-05T12:00:00Z',
    page: '/withdraw',
    width: 1280,
    height: 800,
    pixelRatio: 1,
    language: 'en',
    browser: 'a browser',
    build: 'abc12345',
    // No script of a picture may run.
    picture: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>opener()</script></svg>',
  },
};

let folder = '';
test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quietbook-replay-'));
  await writeReplay(path.join(folder, 'alike.html'), recording, replay(recording));
  await writeReplay(path.join(folder, 'other.html'), diverging, replay(diverging));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const addressOf = (name: string) => pathToFileURL(path.join(folder, `${name}.html`)).href;

test('a recording is shown event by event, forward and back, by buttons and by keys', async ({ page }) => {
  await page.goto(addressOf('alike'));
  await expect(page.getByText('Everything is as recorded: no divergence.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Actor' }).selectOption('withdrawal#1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Home');
  const status = page.getByRole('status');
  await expect(status).toHaveText('Event 1 of 20');
  await expect(page.getByRole('button', { name: /^Back/ })).toBeDisabled();
  const lit = page.locator('.leaf[data-state].is-lit > .name');
  await expect(lit).toHaveText('gating');
  await page.getByRole('button', { name: /^Forward/ }).click();
  await expect(status).toHaveText('Event 2 of 20');
  await expect(lit).toHaveText('form');
  await expect(page.locator('.line.is-lit, .arrow.is-lit').first()).toBeAttached();
  await page.keyboard.press('End');
  await expect(status).toHaveText('Event 20 of 20');
  await expect(lit).toHaveText('submitted');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(status).toHaveText('Event 18 of 20');
  await expect(lit).toHaveText('resending');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a divergence from today’s chart is shown first, in red, with the picture of the report', async ({
  page,
}) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.goto(addressOf('other'));
  await expect(page.getByText('1 divergence', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('recorded: {"result":"failed"}');
  await expect(page.getByRole('alert')).toContainText('found: "notFound"');
  await expect(page.locator('.is-divergent .leaf.is-lit > .name')).toHaveText('failed');
  await expect(page.locator('.leaf.is-found > .name')).toHaveText('not found');
  await page.keyboard.press('Home');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('.is-divergent')).toHaveCount(0);
  await page.keyboard.press('d');
  await expect(page.getByRole('alert')).toBeVisible();
  const picture = page.getByRole('img', { name: /^The page, with all texts masked/ });
  expect(await picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(40);
  await expect(page.getByText('abc12345')).toBeVisible();
  expect(errors).toEqual([]);
});

for (const width of [360, 1920]) {
  test(`nothing of a recording is cut off at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(addressOf('other'));
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}
