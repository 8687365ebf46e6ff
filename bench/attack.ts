// What 50 honest traders notice of each attack: the times of their actions, and those that failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ROOT, TYPESCRIPT } from '../scripts/process.ts';
import { ATTACKS } from './attack/attacks.ts';
import { openTraders } from './attack/traders.ts';
import { pause, print } from './figures.ts';
import { startVenue } from './venue-process.ts';

const LASTS = Number(process.env.ATTACK_MS ?? 10_000);
/** Milliseconds between two attacks. */
const REST = 1000;
/** Promised: milliseconds of the 99th percentile under every attack. */
const PROMISED = 500;

export async function run(): Promise<void> {
  const venue = await startVenue({
    MAKERS: 'on',
    LIMIT_ATTEMPTS: '100000',
    ...(process.env.TEST_DATABASE_URL ? { DATABASE_URL: process.env.TEST_DATABASE_URL } : {}),
  });
  const traders = await openTraders(venue.url);
  const only = process.env.ATTACK_ONLY;
  const rows: object[] = [{ attack: 'none', ...(await traders.work(LASTS)) }];
  let isKept = true;
  for (const name of Object.keys(ATTACKS)) {
    if (only !== undefined && !name.includes(only)) continue;
    const attacker = spawn(
      process.execPath,
      [...TYPESCRIPT, path.join(ROOT, 'bench', 'attack', 'attacks.ts'), venue.url, name],
      { stdio: 'inherit' },
    );
    await pause(REST);
    const figures = await traders.work(LASTS);
    const ended = once(attacker, 'exit');
    attacker.kill('SIGKILL');
    await ended;
    rows.push({ attack: name, ...figures });
    isKept &&= figures.p99 < PROMISED && figures.failed === 0;
    await pause(REST);
  }
  traders.close();
  await venue.stop();
  print('Actions of 50 traders during each attack (milliseconds)', rows);
  console.log(isKept ? `All p99 are below ${PROMISED} ms and nothing failed.` : 'The promise is NOT kept.');
  if (!isKept) process.exitCode = 1;
}
