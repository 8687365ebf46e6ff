import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { createMachine } from 'xstate';
import { writeReport } from '../../tools/report/page.ts';
import type { MachineRecord, StepRecord } from '../../tools/report/records.ts';
import { boxOf } from '../../tools/inspector/stateBox.ts';
import { allTransitions } from '../../tools/inspector/transitions.ts';

const machine = createMachine({
  id: 'lamp',
  initial: 'dark',
  states: {
    dark: { description: 'No light.', on: { press: 'lit' } },
    lit: { description: 'Light.', on: { press: 'dark', break: 'broken' } },
    broken: { type: 'final' },
  },
});
const rows = [
  '[LAMP-01] dark -- press --> lit',
  '[LAMP-02] lit -- press --> dark',
  '[LAMP-02] lit -- break --> broken',
];
const step = (event: string, state: string, row: number, ...taken: number[]): StepRecord => [
  event,
  state,
  row,
  taken,
];
const begin = step('(start)', 'dark', -1);
const on = step('press', 'lit', 0, 0);
const nested = createMachine({
  id: 'nested',
  initial: 'off',
  states: {
    off: { on: { press: 'on' } },
    on: { initial: 'dim', on: { press: 'off' }, states: { dim: { on: { turn: 'bright' } }, bright: {} } },
  },
});
const placeOf = (part: string): number => allTransitions(nested).findIndex((id) => id.includes(part));
const nestedRecord: MachineRecord = {
  name: 'nested',
  description: 'A lamp with two lights.',
  box: boxOf(nested),
  words: {
    events: { press: 'somebody presses', turn: 'somebody turns' },
    states: { off: 'it is off', 'on.dim': 'it is dim', 'on.bright': 'it is bright' },
  },
  transitions: allTransitions(nested),
  taken: allTransitions(nested),
  unreachable: {},
  paths: [
    [
      step('(start)', 'off', -1),
      step('press', 'on.dim', 0, placeOf('off | press')),
      step('turn', 'on.bright', 1, placeOf('dim | turn')),
    ],
  ].map((steps) => ({ variant: 'a lamp', title: '', steps, milliseconds: 1 })),
};
const recordOf = (name: string): MachineRecord => ({
  name,
  description: 'A lamp.',
  box: { ...boxOf(machine), id: 'lamp' },
  words: {
    events: { press: 'somebody presses', break: 'it breaks' },
    states: { dark: 'it is dark', lit: 'it is light', broken: 'it is broken' },
  },
  transitions: allTransitions(machine),
  taken: allTransitions(machine),
  unreachable: {},
  paths: [
    [begin, on],
    [begin, on, step('press', 'dark', 1, 1)],
    [begin, on, step('break', 'broken', 2, 2)],
  ].map((steps) => ({ variant: 'a lamp', title: '', steps, milliseconds: 1 })),
});

const feature = {
  title: 'Lamp',
  requirements: ['LAMP-01', 'LAMP-02'].map((id) => ({
    id,
    text: 'A press switches it.',
    tests: [],
    rows: ['lamp', 'other'].flatMap((name) =>
      rows.flatMap((title, row) => (title.includes(id) ? [{ machine: name, row }] : [])),
    ),
  })),
};

let folder = '';
test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quietbook-report-'));
  await writeReport(folder, {
    run: {
      startedAt: '2026-01-05T12:00:00Z',
      seconds: 1,
      commit: 'abc',
      isChanged: false,
      browser: 'b',
      failures: [],
    },
    steps: {},
    machines: [recordOf('lamp'), recordOf('other'), nestedRecord],
    tours: [],
    rows: { lamp: rows, other: rows, nested: rows },
    noScreen: ['lamp', 'other', 'nested'],
    features: [feature],
    history: [],
    pictures: { 'nested--off': 'off.webp' },
  });
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const addressOf = (hash: string) => `${pathToFileURL(path.join(folder, 'index.html')).href}#${hash}`;

test('a press on an arrow of the diagram lists the paths that take it, and a path lights its way', async ({
  page,
}) => {
  await page.goto(addressOf('lamp'));
  const count = page.getByRole('status');
  await expect(count).toHaveText('3 of 3 paths');
  await page.getByRole('button', { name: 'break' }).click();
  await expect(count).toHaveText('1 of 3 paths');
  const only = page.getByText('Somebody presses, and it breaks – it is broken');
  await only.click();
  await expect(page.getByText('When it breaks, then it is broken.')).toBeVisible();
  const lit = page.locator('[data-state].is-lit');
  await expect(lit).toHaveCount(3);
  await page.getByRole('button', { name: 'press' }).last().focus();
  await page.keyboard.press('Enter');
  await expect(count).toHaveText('1 of 3 paths');
  await page.locator('.leaf[data-state="lamp.lit"] > .name').click();
  await expect(count).toHaveText('3 of 3 paths');
  await expect(page.getByRole('paragraph').filter({ hasText: /^Light\.$/ })).toBeVisible();
});

test('a path that is pointed at plays on the diagram, step by step, and the chosen one comes back', async ({
  page,
}) => {
  await page.goto(addressOf('nested'));
  const lit = page.locator('[data-state].is-lit, .line.is-lit');
  const waits = () =>
    lit.evaluateAll((parts) =>
      parts.map((part) => [
        part.getAttribute('data-state') ?? part.querySelector('text')?.textContent,
        part.style.getPropertyValue('--wait'),
      ]),
    );
  await expect(lit).toHaveCount(0);
  await page.locator('summary').filter({ hasText: 'omebody presses' }).hover();
  await expect(lit).toHaveCount(5);
  const played = new Map((await waits()).map(([name, wait]) => [name, parseInt(wait ?? '')]));
  const order = ['nested.off', 'press', 'nested.on.dim', 'turn', 'nested.on.bright'];
  expect(order.map((name) => played.get(name))).toEqual([0, 250, 250, 500, 500]);
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(lit).toHaveCount(0);
});

test('a group is folded and opened by pointer and keyboard, and light inside falls on it', async ({
  page,
}) => {
  await page.goto(addressOf('nested'));
  const inner = page.locator('[data-state="nested.on.dim"]');
  await expect(inner).toHaveCount(1);
  const group = page.getByRole('button', { name: 'on', exact: false, expanded: true });
  await group.click();
  await expect(inner).toHaveCount(0);
  const shut = page.getByRole('button', { name: '▸ on', expanded: false });
  await expect(shut).toBeFocused();
  await page.locator('summary').filter({ hasText: 'omebody presses' }).hover();
  await expect(page.locator('[data-state="nested.on"].is-lit')).toHaveCount(1);
  await shut.focus();
  await page.keyboard.press('Enter');
  await expect(inner).toHaveCount(1);
});

test('a picture is shown larger by a press, and closed by Escape', async ({ page }) => {
  await page.goto(addressOf('nested'));
  await page.getByRole('link', { name: 'The screen: it is off' }).first().click();
  const large = page.getByRole('dialog', { name: 'The screen: it is off' });
  await expect(large).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
});

test('a requirement leads to the paths of every machine that cite it', async ({ page }) => {
  await page.goto(addressOf('requirements'));
  await page.getByText('LAMP-02').first().click();
  await page.getByRole('link', { name: 'All paths that prove it' }).click();
  for (const name of ['lamp', 'other'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(['2 of 3 paths', '2 of 3 paths']);
  await page.getByRole('combobox', { name: 'Requirement' }).first().selectOption('LAMP-01');
  await expect(page.getByRole('status')).toHaveText(['3 of 3 paths', '3 of 3 paths']);
});

for (const width of [360, 1280, 1920]) {
  test(`nothing is cut off at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const hash of ['requirements', 'lamp', 'paths/LAMP-01']) {
      await page.goto(addressOf(hash));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}
