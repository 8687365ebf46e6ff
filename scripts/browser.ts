import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { isProgram, run, runTool } from './process.ts';

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

/** The lookups and commands that get a browser; tests replace them. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isProgram: (file: string) => boolean;
  /** Where Playwright keeps its own. */
  readonly own: () => string;
  /** Whether apt-get may install packages. */
  readonly mayInstall: () => boolean;
  /** Throws an error with the output of apt-get. */
  readonly install: (packages: readonly string[]) => Promise<void>;
  /** Playwright's installer. @returns whether it ended well */
  readonly download: () => Promise<boolean>;
  readonly say: (line: string) => void;
}

const here: Surroundings = {
  env: process.env,
  isProgram,
  own: () => chromium.executablePath(),
  mayInstall: canInstallPackages,
  install: installPackages,
  download: async () => (await runTool('playwright', ['install', 'chromium'])).code === 0,
  say: (line) => console.log(line),
};

/** `CHROMIUM`, or an installed Chromium or Chrome, or Playwright's own. */
export function findBrowser({ env, isProgram, own }: Surroundings = here): string | null {
  const chosen = env.CHROMIUM;
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new Error(`CHROMIUM names ${chosen}, which is not a program. Correct it or leave it out.`);
  }
  const onPath = (env.PATH ?? '')
    .split(path.delimiter)
    .filter(Boolean)
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  return [...onPath, ...USUAL_PLACES, own()].find((file) => file !== '' && isProgram(file)) ?? null;
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

/**
 * The result of `findBrowser`. Where there is none, apt-get installs one, or else Playwright's installer does.
 * @throws Error that says how to get one.
 */
export async function requireBrowser(at: Surroundings = here): Promise<string> {
  const found = findBrowser(at);
  if (found) return found;
  if (at.mayInstall()) {
    try {
      await at.install(['chromium', 'fonts-dejavu-core']);
    } catch (error) {
      at.say(error instanceof Error ? error.message : String(error));
    }
    const installed = findBrowser(at);
    if (installed) return installed;
  }
  at.say('No Chromium was found: Playwright downloads its own now (npx playwright install chromium) …');
  const downloaded = (await at.download()) ? findBrowser(at) : null;
  if (downloaded) return downloaded;
  throw new Error(
    'No Chromium was found, and none could be installed: install Chromium or Chrome, or set CHROMIUM to the path of one.',
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
