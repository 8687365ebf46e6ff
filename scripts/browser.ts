import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { isProgram, run } from './process.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const USUAL_PLACES = [
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The program itself, not the script that starts it. */
const SHELL = '/usr/lib/chromium/chromium-headless-shell';

/** They let it run as root, and stop its own requests. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Pages of tests close before the optimizing compilers pay off; without them 5 % of the work is saved. */
const SHORT_LIVED = '--js-flags=--no-maglev --no-opt';

/** `CHROMIUM`, or an installed Chromium or Chrome, or Playwright's own. */
export function findBrowser(): string | null {
  const chosen = process.env.CHROMIUM;
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new Error(`CHROMIUM names ${chosen}, which is not a program. Correct it or leave it out.`);
  }
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter(Boolean)
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  const own = chromium.executablePath();
  return [...onPath, ...USUAL_PLACES, own].find((file) => file !== '' && isProgram(file)) ?? null;
}

/** Tests that only need pages take a browser without windows, which needs a quarter less processor time. */
export function findPageBrowser(): string | null {
  return !process.env.CHROMIUM && isProgram(SHELL) ? SHELL : findBrowser();
}

export function pageOptions() {
  const executablePath = findPageBrowser();
  return {
    browserName: 'chromium' as const,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A trace costs a sixth of a test's time: `npx playwright test --trace retain-on-failure` records one.
    trace: 'off' as const,
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      args: [...BROWSER_FLAGS, SHORT_LIVED],
    },
  };
}

/** As root on Debian or a relative. */
export function canInstallPackages() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release);
}

/** @throws Error with the output of apt when it fails. */
export async function installPackages(packages: readonly string[]) {
  console.log(`Installing ${packages.join(', ')} (apt-get) …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run('apt-get', ['update'], { collect: true, env });
  const options = ['-y', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold'];
  const install = await run('apt-get', ['install', ...options, ...packages], { collect: true, env });
  if (install.code === 0) return;
  throw new Error(`apt-get could not install ${packages.join(', ')}.\n${update.output}\n${install.output}`);
}

/** @throws Error that says what to do. */
export async function requireBrowser(): Promise<string> {
  const found = findBrowser();
  if (found) return found;
  if (canInstallPackages()) {
    await installPackages(['chromium', 'fonts-dejavu-core']);
    const installed = findBrowser();
    if (installed) return installed;
  }
  throw new Error(
    'No Chromium was found. Install Chromium or Chrome, or run "npx playwright install chromium", ' +
      'or set CHROMIUM to the path of one.',
  );
}

/** The one without windows is installed only if possible. @throws Error that says what to do without any. */
export async function requireTestBrowsers() {
  await requireBrowser();
  if (process.env.CHROMIUM || isProgram(SHELL) || !canInstallPackages()) return;
  try {
    await installPackages(['chromium-headless-shell']);
  } catch (error) {
    console.log(
      `The tests take longer without it. ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
