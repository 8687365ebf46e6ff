// Prometheus' own checker of rules, for the tests.
import path from 'node:path';
import { canInstallPackages, installPackages } from './browser.ts';
import { isProgram } from './process.ts';

/** From `PROMTOOL` or `PATH`. */
function findPromtool(): string | null {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = [process.env.PROMTOOL ?? '', ...onPath.map((folder) => path.join(folder, 'promtool'))];
  return candidates.find((file) => file !== '' && isProgram(file)) ?? null;
}

/** @throws Error that says what to do. */
export async function requirePromtool(): Promise<string> {
  const found = findPromtool();
  if (found) return found;
  if (canInstallPackages()) {
    // Keeps Debian from starting it.
    process.env.RUNLEVEL = '1';
    await installPackages(['prometheus']);
    const installed = findPromtool();
    if (installed) return installed;
  }
  throw new Error(
    'No promtool was found. Install it (Debian: apt-get install prometheus), or set PROMTOOL to one.',
  );
}
