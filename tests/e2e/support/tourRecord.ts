import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { StepRecord, TourEntry } from '../../../tools/report/records.ts';
import { placesOf } from '../../../tools/inspector/transitions.ts';
import type { Path } from '../../models/tools/paths.ts';
import { IN_CHROMIUM } from './test.ts';

/** Set by `npm run report`. */
const REPORT_FOLDER = 'WALKS_REPORT';

export interface TourRecord {
  take(tour: () => Promise<void>): Promise<void>;
  /** `row` of the table that judges the step; -1 for none. */
  begins(name: string, row: () => number, taken: readonly string[]): void;
  /** In Chromium a picture is taken the first time. */
  reached(page: Page, state: string, shown: (page: Page) => Locator): Promise<void>;
}

const fileName = (...parts: readonly (string | number)[]): string =>
  parts.join('--').replace(/[^\w.&-]+/g, '_');

/** In pixels. Longer lists show nothing more. */
const TALLEST = 1200;

/** Around what is seen. */
const MARGIN = 12;

/** In the page's own coordinates: a wide screen has much around what it shows. */
function boxOfContent(part: Element, margin: number) {
  const outer = part.getBoundingClientRect();
  const boxes = [...part.querySelectorAll('*')]
    .filter((one) => one.children.length === 0 && one.checkVisibility())
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1);
  if (boxes.length === 0) boxes.push(outer);
  const left = Math.max(outer.left, Math.min(...boxes.map((one) => one.left)) - margin);
  const top = Math.max(outer.top, Math.min(...boxes.map((one) => one.top)) - margin);
  const right = Math.min(outer.right, Math.max(...boxes.map((one) => one.right)) + margin);
  const bottom = Math.min(outer.bottom, Math.max(...boxes.map((one) => one.bottom)) + margin);
  return { x: left + scrollX, y: top + scrollY, width: right - left, height: bottom - top };
}

/** Of the shown element, or of the dialog over it; of the page where there is neither. Scrolls nothing. */
async function takePicture(page: Page, shown: (page: Page) => Locator, file: string): Promise<void> {
  const options = { path: file, type: 'jpeg', quality: 60 } as const;
  const dialogs = page.getByRole('dialog');
  const part = (await dialogs.count()) > 0 ? dialogs.last() : shown(page).first();
  const box = (await part.count()) > 0 ? await part.evaluate(boxOfContent, MARGIN) : null;
  if (box === null || box.width < 1 || box.height < 1) {
    await page.screenshot(options);
    return;
  }
  const clip = { ...box, height: Math.min(box.height, TALLEST) };
  await page.screenshot({ ...options, fullPage: true, clip });
}

export function recordTour(
  { machine, variant, tour }: Pick<TourEntry, 'machine' | 'variant' | 'tour'>,
  {
    first,
    planned,
    all,
  }: { readonly first: readonly string[]; readonly planned: Path; readonly all: readonly string[] },
): TourRecord {
  const folder = process.env[REPORT_FOLDER];
  if (folder === undefined) {
    return { take: (run) => run(), begins: () => undefined, reached: async () => undefined };
  }
  mkdirSync(folder, { recursive: true });
  const steps: StepRecord[] = [];
  return {
    async take(run) {
      // Of the process: a page of its own has a time of its own.
      const began = process.uptime();
      let error: string | undefined;
      try {
        await run();
      } catch (thrown) {
        error = String(thrown);
        throw thrown;
      } finally {
        const entry: TourEntry = {
          machine,
          variant,
          tour,
          steps,
          transitions: [...first, ...planned.flatMap(({ transitions }) => transitions)],
          ...(error === undefined ? {} : { error }),
          milliseconds: (process.uptime() - began) * 1000,
        };
        writeFileSync(path.join(folder, `${fileName(machine, variant, tour)}.json`), JSON.stringify(entry));
      }
    },
    begins: (name, row, taken) => void steps.push([name, '', row(), placesOf(taken, all)]),
    async reached(page, state, shown) {
      const [name, , row, taken] = steps.pop() ?? ['', '', -1, []];
      steps.push([name, state, row, taken]);
      const file = path.join(folder, `${fileName(machine, state)}.jpg`);
      if (IN_CHROMIUM && !existsSync(file)) await takePicture(page, shown, file);
    },
  };
}
