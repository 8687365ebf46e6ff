import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts';
import { TradePage } from './support/tradePage.ts';
import { expect, test } from './support/test.ts';
import { signUp } from './support/trader.ts';
import { Wizard } from './support/withdraw.ts';

const executablePath = findBrowser();

// Like a hardened browser: no JIT (so no WebAssembly), WebGL, web fonts or workers.
test.use({
  launchOptions: {
    ...(executablePath === null ? {} : { executablePath }),
    args: [
      ...BROWSER_FLAGS,
      '--js-flags=--jitless',
      '--disable-3d-apis',
      '--disable-remote-fonts',
      '--disable-shared-workers',
    ],
  },
  serviceWorkers: 'block',
});

test('works without JIT, WebAssembly, WebGL, WebRTC, web fonts and workers', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'Worker', 'SharedWorker', 'FontFace'])
      Reflect.deleteProperty(globalThis, name);
  });
  await page.goto('/');
  const has = await page.evaluate(() => ({
    wasm: 'WebAssembly' in globalThis,
    webgl: document.createElement('canvas').getContext('webgl') !== null,
    webrtc: 'RTCPeerConnection' in globalThis,
    workers: 'Worker' in globalThis,
    fonts: [...document.fonts].some(
      ({ family, status }) => family.includes('Variable') && status === 'loaded',
    ),
  }));
  expect(has).toEqual({ wasm: false, webgl: false, webrtc: false, workers: false, fonts: false });
  await expect(page.getByRole('table', { name: 'Markets' }).getByRole('row').nth(1)).toContainText('BTC');

  await signUp(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  await expect(page.locator('canvas').first()).toBeVisible();
  await tradePage.place('Buy', '0.0011', '0.5');
  await tradePage.show('My orders');
  await expect(tradePage.rows('Buy', '0.0011')).toHaveCount(1);
  await tradePage.rows('Buy', '0.0011').getByRole('button', { name: 'Cancel order' }).click();
  await expect(tradePage.rows('Buy', '0.0011')).toHaveCount(0);

  await page.goto('/deposit/BTC');
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  const wizard = new Wizard(page);
  await wizard.open('BTC');
  await wizard.fill('0.01', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5md0');
  await expect(wizard.address).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
