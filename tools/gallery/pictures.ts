import path from 'node:path';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { createServer } from 'vite';
import { ROOT } from '../../scripts/process.ts';
import { type Box, differenceOf, readPicture, TOLERANCE, writePicture } from './compare.ts';

const PAGE = '/__gallery';
const HEIGHT = 900;
/** Milliseconds; the first start prepares the packages. */
const MAX_WAIT_MS = 120_000;

/** States forced on an element; its ancestors follow. */
const FORCED: Readonly<
  Record<string, { readonly own: readonly string[]; readonly above: readonly string[] }>
> = {
  hover: { own: ['hover'], above: ['hover'] },
  focus: { own: ['focus', 'focus-visible', 'focus-within'], above: ['focus-within'] },
  pressed: { own: ['hover', 'active'], above: ['hover', 'active'] },
};

export interface Shot {
  readonly section: string;
  readonly picture: Buffer;
  /** The same without a forced state. */
  readonly atRest: Buffer;
  /** Where states are drawn, in the picture's pixels. */
  readonly marks: readonly { readonly name: string; readonly box: Box }[];
}

/** The page of the gallery as `npm run dev` has it, without a venue. */
export async function serveGallery() {
  const vite = await createServer({
    root: ROOT,
    configFile: path.join(ROOT, 'vite.config.ts'),
    // Another server's cache would be overwritten.
    cacheDir: path.join(ROOT, '.tmp/gallery/vite'),
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  await vite.listen();
  const address = vite.httpServer?.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}${PAGE}`, stop: () => vite.close() };
}

/** Opens the gallery as it is approved: English, UTC, no motion, and no pointer on the page. */
export async function openGallery(browser: Browser, url: string, width: number): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width, height: HEIGHT },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    deviceScaleFactor: 1,
  });
  page.on('pageerror', (error) => console.error(error));
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(message.text());
  });
  page.setDefaultTimeout(MAX_WAIT_MS);
  await page.goto(url);
  await page.locator('html[data-gallery="shown"]').waitFor({ state: 'attached' });
  // The rows appear after the page; marks exist once they do.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('[data-marks]')].every((cell) =>
      (JSON.parse(cell.dataset.marks ?? '[]') as { of: string }[]).every(({ of }) =>
        cell.querySelector(`.galleryPlace ${of}`),
      ),
    ),
  );
  await page.evaluate(() => document.fonts.ready);
  return page;
}

/** @returns a picture of each section, every state of a pointer and of the keyboard forced by the browser's tools. */
export async function takePictures(page: Page): Promise<Shot[]> {
  const names = await page
    .locator('[data-section]')
    .evaluateAll((sections) => sections.map((one) => (one as HTMLElement).dataset.section ?? ''));
  const atRest = new Map<string, Buffer>();
  for (const name of names) atRest.set(name, await pictureOf(page, name));
  const tools = await page.context().newCDPSession(page);
  await forceStates(page, tools);
  const shots: Shot[] = [];
  for (const name of names) {
    const marks = await marksOf(page, name);
    const picture = await pictureOf(page, name);
    shots.push({ section: name, picture, atRest: atRest.get(name) ?? picture, marks });
  }
  await tools.detach();
  return shots;
}

/** By its place in the whole page, so that nothing is scrolled. */
export async function pictureOf(page: Page, section: string): Promise<Buffer> {
  const clip = await page.locator(`[data-section="${section}"]`).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + window.scrollX, y: top + window.scrollY, width, height };
  });
  return page.screenshot({ fullPage: true, clip, animations: 'disabled', caret: 'hide' });
}

async function forceStates(page: Page, tools: CDPSession): Promise<void> {
  await page.evaluate((forced) => {
    for (const cell of document.querySelectorAll<HTMLElement>('[data-marks]')) {
      const marks = JSON.parse(cell.dataset.marks ?? '[]') as { state: string; of: string }[];
      const place = cell.querySelector('.galleryPlace');
      for (const { state, of } of marks) {
        const target = place?.querySelector(of);
        if (!target)
          throw new Error(`the gallery has nothing in state ${state} at ${of}: ${cell.textContent}`);
        const classes = forced[state];
        if (!classes) continue;
        target.setAttribute('data-target', state);
        for (let one: Element | null = target; one && one !== place; one = one.parentElement) {
          const known = (one.getAttribute('data-forced') ?? '').split(' ');
          const more = one === target ? classes.own : classes.above;
          one.setAttribute('data-forced', [...new Set([...known, ...more])].sort().join(' ').trim());
        }
      }
    }
  }, FORCED);
  await tools.send('DOM.enable');
  await tools.send('CSS.enable');
  const { root } = await tools.send('DOM.getDocument', { depth: 0 });
  const forced = await page
    .locator('[data-forced]')
    .evaluateAll((all) => [...new Set(all.map((one) => (one as HTMLElement).dataset.forced ?? ''))]);
  await Promise.all(
    forced.map(async (classes) => {
      const selector = `[data-forced="${classes}"]`;
      const { nodeIds } = await tools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
      const forcedPseudoClasses = classes.split(' ');
      await Promise.all(
        nodeIds.map((nodeId) => tools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })),
      );
    }),
  );
}

/** Around the element, or its label if the element is a hidden box. */
function marksOf(page: Page, section: string): Promise<{ name: string; box: Box }[]> {
  return page.locator(`[data-section="${section}"]`).evaluate((element) => {
    const from = element.getBoundingClientRect();
    const edge = 6;
    // Elements left out on a narrow screen are drawn on wider ones.
    const targets = [...element.querySelectorAll<HTMLElement>('[data-target]')];
    return targets
      .filter((target) => (target.closest('label') ?? target).checkVisibility())
      .map((target) => {
        const area = (target.closest('label') ?? target).getBoundingClientRect();
        const specimen = target.closest<HTMLElement>('[data-specimen]')?.dataset.specimen ?? '';
        return {
          name: `${specimen}, ${target.dataset.target ?? ''}`,
          box: {
            left: Math.floor(area.left - from.left) - edge,
            top: Math.floor(area.top - from.top) - edge,
            right: Math.ceil(area.right - from.left) + edge,
            bottom: Math.ceil(area.bottom - from.top) + edge,
          },
        };
      });
  });
}

export interface Compared {
  /** Of the pixels, 0 to 1; 0 when they are the same, or only boxes were asked about. */
  readonly ratio: number;
  /** A PNG of the second picture, pale, with the differing pixels in magenta; null when the ratio is 0. */
  readonly picture: Buffer | null;
  /** For each box, whether the pictures differ there. */
  readonly differsIn: readonly boolean[];
}

const inPage = { differenceOf, readPicture, writePicture };
const withTools = () => globalThis as unknown as typeof inPage;

/** Compares pictures in Chromium, which reads and writes them, so that no package is needed. */
export async function createComparer(browser: Browser) {
  const page = await browser.newPage();
  const content = Object.entries({ ...inPage, withTools })
    .map(([name, one]) => `globalThis.${name} = ${one.toString()};`)
    .join('\n');
  await page.addScriptTag({ content });

  /** Only in the boxes, where some are given. */
  async function compare(one: Buffer, other: Buffer, boxes: readonly Box[] = []): Promise<Compared> {
    const found = await page.evaluate(
      async ({ pictures, tolerance, places }) => {
        const tools = withTools();
        const [first, second] = await Promise.all(pictures.map((text) => tools.readPicture(text)));
        if (!first || !second) throw new Error('two pictures are compared');
        const differsIn = places.map(
          (box) => tools.differenceOf(first, second, tolerance, box).places.length > 0,
        );
        const all = places.length === 0 ? tools.differenceOf(first, second, tolerance) : null;
        if (all === null || all.places.length === 0) return { ratio: 0, picture: null, differsIn };
        const drawn = new ImageData(all.width, all.height);
        for (let y = 0; y < second.height; y += 1) {
          const line = second.data.subarray(y * second.width * 4, (y + 1) * second.width * 4);
          drawn.data.set(line, y * all.width * 4);
        }
        for (let at = 3; at < drawn.data.length; at += 4) drawn.data[at] = 90;
        for (const place of all.places) drawn.data.set([255, 0, 255, 255], place * 4);
        return { ratio: all.ratio, picture: await tools.writePicture(drawn), differsIn };
      },
      { pictures: [one.toString('base64'), other.toString('base64')], tolerance: TOLERANCE, places: boxes },
    );
    return { ...found, picture: found.picture === null ? null : Buffer.from(found.picture, 'base64') };
  }

  return { compare };
}
