import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { everyScreen, goTo, hiddenControls, misplacedTexts } from './support/tour.ts';

const WIDTHS = [1440, 360];

// Two halves, so that two processors share them.
for (const half of [0, 1]) {
  test(`every screen is accessible, and nothing is cut or covered, part ${half + 1} @story`, async ({
    page,
  }) => {
    const screens = await everyScreen(page);
    await page.goto('/');
    for (const path of screens.filter((_, index) => index % 2 === half)) {
      await goTo(page, path);
      let hidden: readonly string[] | undefined;
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const where = `${path} at ${width} px`;
        expect(await misplacedTexts(page), where).toEqual([]);
        await expectAccessible(page, where);
        const found = await hiddenControls(page);
        hidden = hidden?.filter((name) => found.includes(name)) ?? found;
      }
      expect(hidden, `${path}: what can be pressed at neither width`).toEqual([]);
    }
  });
}
