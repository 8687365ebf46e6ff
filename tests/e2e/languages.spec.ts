import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { LANGUAGE_NAMES, LANGUAGES } from '../../src/domain/languages.ts';
import { covering } from './support/covering.ts';
import { speakPseudo, untranslated } from './support/pseudo.ts';
import { expect, test } from './support/test.ts';
import { TradePage } from './support/tradePage.ts';
import { newTrader } from './support/trader.ts';
import { everyScreen, goTo, misplacedTexts, settled, switchLanguage } from './support/tour.ts';

interface CommonWords {
  readonly shell: { readonly language: string; readonly login: string };
  readonly toast: { readonly languageFailed: string };
}
const wordsOf = (language: string): CommonWords =>
  JSON.parse(
    readFileSync(new URL(`../../locales/${language}/common.json`, import.meta.url), 'utf8'),
  ) as CommonWords;

function watchAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const language = /\/locales\/(\w+)\//.exec(request.url())?.[1];
    if (language !== undefined) asked.push(language);
  });
  return asked;
}

const cookieOf = async (page: Page): Promise<string | undefined> =>
  (await page.context().cookies()).find(({ name }) => name === 'i18nextLng')?.value;

const expectSpoken = async (page: Page, language: string): Promise<void> => {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  const login = page.getByRole('banner').getByRole('link', { name: wordsOf(language).shell.login });
  await expect(login).toBeVisible();
};

test('a language is chosen by keyboard and stored; only it is loaded; one that cannot be loaded changes nothing (NAV-03, NAV-04, NAV-07) @story', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 404/);
  const asked = watchAsked(page);
  const warned: string[] = [];
  page.on('console', (message) => void warned.push(message.text()));
  const opener = (language: string) => page.getByRole('button', { name: wordsOf(language).shell.language });
  const choice = (language: keyof typeof LANGUAGE_NAMES) =>
    page.getByRole('button', { name: LANGUAGE_NAMES[language], exact: true });

  await page.goto('/fees');
  await expectSpoken(page, 'en');
  expect([...new Set(asked)]).toEqual(['en']);
  await test.step('each under its own name', async () => {
    await opener('en').focus();
    await page.keyboard.press('Enter');
    for (const language of LANGUAGES) await expect(choice(language)).toHaveAttribute('lang', language);
    await expect(choice('en')).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Escape');
    await expect(choice('de')).toBeHidden();
    await expect(opener('en')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(choice(LANGUAGES[0] ?? 'en')).toBeFocused();
    await choice('de').focus();
    await page.keyboard.press('Enter');
    await expectSpoken(page, 'de');
    await expect(opener('de')).toBeFocused();
  });
  await test.step('stored, and known to the server that sends the text', async () => {
    expect(await cookieOf(page)).toBe('de');
    asked.length = 0;
    await page.reload();
    await expectSpoken(page, 'de');
    await page.goto('/login');
    await expectSpoken(page, 'de');
    expect([...new Set(asked)]).toEqual(['de']);
    expect(await (await page.request.get('/')).text()).toContain('<html lang="de"');
  });
  await test.step('cannot be loaded: the present one stays, with a message; the next attempt may succeed', async () => {
    const failToChoose = async (present: string, language: keyof typeof LANGUAGE_NAMES): Promise<void> => {
      await page.route(`**/locales/${language}/*`, (route) => route.fulfill({ status: 404 }));
      await opener(present).click();
      await choice(language).click();
      const { languageFailed } = wordsOf(present).toast;
      await expect(page.getByRole('alert').filter({ hasText: languageFailed })).toBeVisible();
      await expectSpoken(page, present);
      expect(warned).toContain(`failed loading /locales/${language}/common.json; status code: 404`);
      await page.unroute(`**/locales/${language}/*`);
    };
    await failToChoose('de', 'es');
    await opener('de').click();
    await choice('es').click();
    await expectSpoken(page, 'es');
    await failToChoose('es', 'fr');
    // Of another tab.
    await switchLanguage(page, 'fr');
    await expectSpoken(page, 'fr');
  });
  await test.step('what the browser asks for needs no cookie', async () => {
    await opener('fr').click();
    await choice('en').click();
    await expectSpoken(page, 'en');
    expect(await cookieOf(page)).toBeUndefined();
  });
  await test.step('by a link; one that is not spoken here changes nothing', async () => {
    await page.goto('/login?lng=ru');
    await expectSpoken(page, 'ru');
    await page.goto('/login?lng=xx');
    await expectSpoken(page, 'ru');
  });
  await test.step('the stored one cannot be loaded: English replaces it, and it stays stored', async () => {
    await page.route('**/locales/ru/*', (route) => route.fulfill({ body: '<html>' }));
    await page.reload();
    await expectSpoken(page, 'en');
    expect(warned).toContain('failed parsing /locales/ru/common.json to json');
    await page.unroute('**/locales/ru/*');
    await page.reload();
    await expectSpoken(page, 'ru');
  });
});

test('a language is spoken although another screen came while its words were loaded (NAV-04)', async ({
  page,
}) => {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/locales/de/*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/fees');
  await page.getByRole('button', { name: wordsOf('en').shell.language }).click();
  await page.getByRole('button', { name: LANGUAGE_NAMES.de, exact: true }).click();
  await page
    .getByRole('banner')
    .getByRole('link', { name: wordsOf('en').shell.login })
    .click();
  // Its words are there in English, and were not requested in German.
  await expect(page.getByLabel('Email')).toBeVisible();
  release?.();
  await expectSpoken(page, 'de');
  await expect(page.getByLabel('E-Mail')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a choice in one tab applies to every open tab at once, the last choice in all of them', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  for (const [one, path] of [
    [page, '/login'],
    [other, '/fees'],
  ] as const) {
    await one.goto(path);
    await expectSpoken(one, 'en');
    await settled(one);
  }
  // A language-independent selector, because the other tab may change the language.
  const open = (from: Page) => from.getByRole('banner').locator('button[popovertarget]').click();
  const pick = (from: Page, language: keyof typeof LANGUAGE_NAMES) =>
    from.getByRole('button', { name: LANGUAGE_NAMES[language], exact: true }).click();
  const choose = async (from: Page, language: keyof typeof LANGUAGE_NAMES) => {
    await open(from);
    await pick(from, language);
  };
  await choose(page, 'de');
  for (const one of [page, other]) await expectSpoken(one, 'de');
  await choose(other, 'fr');
  for (const one of [page, other]) await expectSpoken(one, 'fr');
  await test.step('both at the same moment', async () => {
    for (const one of [page, other]) await open(one);
    await Promise.all([pick(page, 'es'), pick(other, 'ru')]);
    const spoken = (one: Page) => one.evaluate(() => document.documentElement.lang);
    const kept = () => page.evaluate(() => localStorage.getItem('i18nextLng'));
    // Before either message arrives, all speak French and so agree too.
    await expect
      .poll(async () => [...new Set(await Promise.all([spoken(page), spoken(other), kept()]))].join())
      .toMatch(/^(es|ru)$/);
  });
  await test.step('an unknown language, and an empty storage, change nothing', async () => {
    await other.evaluate(() => localStorage.setItem('i18nextLng', 'xx'));
    await other.evaluate(() => localStorage.clear());
    await choose(page, 'pt');
    for (const one of [page, other]) await expectSpoken(one, 'pt');
  });
});

test.describe('a reader whose browser speaks German', () => {
  test.use({ locale: 'de-AT' });
  test('is answered in German at once, and nothing else is loaded', async ({ page }) => {
    const asked = watchAsked(page);
    await page.goto('/');
    await expectSpoken(page, 'de');
    await settled(page);
    expect([...new Set(asked)]).toEqual(['de']);
    expect(await cookieOf(page)).toBeUndefined();
    expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('de');
  });
});

// Each screen meets each language, and both meet each width, but not all combinations.
for (const half of [0, 1]) {
  test(`every screen in every language, narrow: no foreign requests, nothing misplaced, part ${half + 1}`, async ({
    page,
  }) => {
    const screens = await everyScreen(page);
    const rows = covering({ screen: screens, language: LANGUAGES, width: [768, 360] });
    await page.goto('/?lng=en');
    const told: string[] = [];
    for (const path of screens.filter((_, index) => index % 2 === half)) {
      await goTo(page, path);
      const looks = rows.filter(({ screen }) => screen === path).toSorted((a, b) => b.width - a.width);
      for (const { language, width } of looks) {
        await page.setViewportSize({ width, height: 780 });
        await switchLanguage(page, language);
        const texts = await misplacedTexts(page);
        told.push(...texts.map((text) => `${language}, ${width} px, ${path}: ${text}`));
      }
    }
    expect(told).toEqual([]);
  });
}

test('TRADE-24 no language has a text that is cut on the trading screen, narrow', async ({ page }) => {
  await newTrader(page);
  const told: string[] = [];
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 1024 });
    await page.goto('/trade/XMR-BTC?lng=en');
    // The panels are there before the scripts, which draw the candles and listen to a choice of the language.
    await expect(page.getByRole('region', { name: 'Chart' }).locator('canvas').first()).toBeVisible();
    const look = async (what: string): Promise<void> => {
      for (const language of LANGUAGES) {
        await switchLanguage(page, language);
        const texts = await misplacedTexts(page);
        told.push(...texts.map((text) => `${language}, ${width} px, ${what}: ${text}`));
      }
      await switchLanguage(page, 'en');
    };
    if (width === 768) {
      await look('all panels');
      continue;
    }
    for (const panel of ['Chart', 'Book', 'Trades', 'Orders']) {
      await page.getByRole('tab', { name: panel, exact: true }).click();
      await look(panel);
    }
    await page.keyboard.press('b');
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('form');
  }
  expect(told).toEqual([]);
});

test('TRADE-32 every head of the trading screen fits in its cell in every language, wide', async ({
  page,
}) => {
  await newTrader(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  await tradePage.place('Buy', '0.0035', '0.5');
  const told: string[] = [];
  const look = async (width: number, pair: string): Promise<void> => {
    await page.setViewportSize({ width, height: 900 });
    for (const language of LANGUAGES) {
      await switchLanguage(page, language);
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('main thead th, main [aria-hidden] > span')]
          .filter((head) => head.checkVisibility() && head.textContent !== '' && !head.querySelector('*'))
          .flatMap((head) => {
            const range = document.createRange();
            range.selectNodeContents(head);
            const [text, cell] = [range.getBoundingClientRect(), head.getBoundingClientRect()];
            const over = Math.ceil(Math.max(cell.left - text.left, text.right - cell.right));
            return over > 0 ? [`${head.textContent} by ${over} px`] : [];
          }),
      );
      told.push(...wide.map((text) => `${language}, ${width} px, ${pair}: ${text}`));
    }
    await switchLanguage(page, 'en');
  };
  for (const width of [1200, 1440, 1920]) await look(width, 'XMR-BTC');
  // The longest names of coins.
  await page.goto('/trade/AVAX-USDT');
  await expect(page.locator('form[aria-busy="false"]')).toHaveCount(2);
  for (const width of [1200, 1440]) await look(width, 'AVAX-USDT');
  expect(told).toEqual([]);
});

test('an invented language shows what is not translated on any screen', async ({ page }) => {
  const screens = await everyScreen(page);
  const known = await dataOf(page);
  await speakPseudo(page);
  await page.goto('/?lng=en');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('⟦');
  await page.setViewportSize({ width: 360, height: 780 });
  const found: string[] = [];
  for (const path of screens) {
    await goTo(page, path);
    found.push(...(await untranslated(page, known)).map((word) => `${path} ${word}`));
  }
  expect(found).toEqual([]);
});

/** Names that are the same in every language. */
const NAMES = 'gwei sat vB nanogrin sompi gram picowow piconero kB SegWit Slatepack GET USD Quietbook'.split(
  ' ',
);

/** Data: such names, coins, and months by Intl. */
async function dataOf(page: Page): Promise<ReadonlySet<string>> {
  const { items } = (await (await page.request.get('/coin/coins?limit=50')).json()) as {
    items: Record<'ticker' | 'name' | 'network', string>[];
  };
  const coins = items.flatMap(({ ticker, name, network }) => `${ticker} ${name} ${network}`.split(' '));
  const month = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });
  const months = Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2026, index, 1)));
  return new Set([...coins, ...months, ...NAMES]);
}
