// Firefox ESR for the tests, driven by WebDriver BiDi: Playwright's own protocol needs a patched Firefox.
import path from 'node:path';
import { canInstallPackages, installPackages } from './browser.ts';
import { isProgram, ROOT } from './process.ts';

/** From `FIREFOX`, or `PATH`. */
export function findFirefox(): string | null {
  if (process.env.FIREFOX) return isProgram(process.env.FIREFOX) ? process.env.FIREFOX : null;
  return (
    (process.env.PATH ?? '')
      .split(path.delimiter)
      .filter(Boolean)
      .flatMap((folder) => ['firefox-esr', 'firefox'].map((name) => path.join(folder, name)))
      .find((file) => isProgram(file)) ?? null
  );
}

/** @throws Error that says what to do. */
export async function requireFirefox(): Promise<string> {
  if (!findFirefox() && canInstallPackages()) await installPackages(['firefox-esr']);
  const found = findFirefox();
  if (found) return found;
  throw new Error(
    'No Firefox was found. Install it (Debian: apt-get install firefox-esr), or set FIREFOX to the path of one.',
  );
}

/** @param preferences as in about:config */
export function firefoxOptions(preferences: Readonly<Record<string, boolean | number | string>>) {
  return {
    browserName: 'firefox' as const,
    // The name selects the protocol; the program is the one below.
    channel: 'moz-firefox',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: path.join(ROOT, 'scripts', 'firefoxLine.mjs'),
      env: { ...process.env, FIREFOX: findFirefox() ?? '' },
      firefoxUserPrefs: { ...preferences },
    },
  };
}
