import { chromium, expect, test, type Browser } from '@playwright/test';
import { BROWSER_FLAGS, findPageBrowser } from '../../scripts/browser.ts';
import {
  createComparer,
  openGallery,
  pictureOf,
  serveGallery,
  takePictures,
} from '../../tools/gallery/pictures.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts';

const STATES = ['busy', 'disabled', 'focus', 'hover', 'invalid', 'pressed', 'rest'];

let gallery: Awaited<ReturnType<typeof serveGallery>>;
let browser: Browser;

test.beforeAll(async () => {
  gallery = await serveGallery();
  const executablePath = findPageBrowser();
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: BROWSER_FLAGS });
});

test.afterAll(async () => {
  await browser?.close();
  await gallery?.stop();
});

test('gallery: every control in every state, and axe finds nothing at three widths (TOOLS-11)', async () => {
  test.slow();
  const page = await openGallery(browser, gallery.url, 1280);
  const states = await page
    .locator('[data-marks]')
    .evaluateAll((cells) => cells.flatMap((cell) => JSON.parse((cell as HTMLElement).dataset.marks ?? '[]')));
  const shown = states as { state: string }[];
  expect([...new Set(shown.map(({ state }) => state))].sort()).toEqual(STATES);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page, `at ${width} px`);
    // It has several screens, each with the pages of its list.
    await expectAccessible(page, `at ${width} px`, ['landmark-unique']);
  }
  await page.close();
});

test('gallery: Tab reaches every control (TOOLS-11)', async () => {
  test.slow();
  const page = await openGallery(browser, gallery.url, 1280);
  const wanted = await page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
    ];
    const reachable = controls.filter(
      (one) => one.tabIndex >= 0 && one.checkVisibility() && !one.matches(':disabled, [type="radio"]'),
    );
    for (const [place, one] of reachable.entries()) one.dataset.stop = String(place);
    return reachable.length;
  });
  expect(wanted).toBeGreaterThan(200);
  const reached = new Set<string>();
  for (let press = 0; press < wanted * 2 && reached.size < wanted; press += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.stop);
    if (stop !== undefined) reached.add(stop);
  }
  expect(reached.size).toBe(wanted);
  await page.close();
});

test('gallery: each state is drawn, and a changed colour or a shift by one pixel is found (TOOLS-11)', async () => {
  test.slow();
  const page = await openGallery(browser, gallery.url, 1280);
  const { compare } = await createComparer(browser);
  const shots = await takePictures(page);
  const undrawn: string[] = [];
  for (const { atRest, picture, marks } of shots) {
    const { differsIn } = await compare(
      atRest,
      picture,
      marks.map(({ box }) => box),
    );
    undrawn.push(...marks.filter((_, place) => !differsIn[place]).map(({ name }) => name));
  }
  expect(undrawn, 'states that look as at rest').toEqual([]);

  const before = shots.find(({ section }) => section === 'icons')?.atRest;
  if (!before) throw new Error('the gallery shows no buttons with a picture');
  const again = () => pictureOf(page, 'icons');
  expect((await compare(before, await again())).ratio).toBe(0);
  for (const change of ['color: #a7b6c9', 'position: relative; left: 1px']) {
    const style = await page.addStyleTag({ content: `[data-specimen="Copy"] svg { ${change} }` });
    const { ratio, picture } = await compare(before, await again());
    expect(ratio, change).toBeGreaterThan(0);
    expect(picture, change).not.toBeNull();
    await style.evaluate((element) => (element as HTMLElement).remove());
  }
  await page.close();
});
