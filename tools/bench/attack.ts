// What 50 honest traders notice of each attack: the times of their actions, and those that failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ROOT, TYPESCRIPT } from '../../scripts/process.ts';
import { ATTACKS } from './attack/attacks.ts';
import { type Cost, measureCosts } from './attack/costs.ts';
import { openAccounts } from './attack/http.ts';
import { openTraders } from './attack/traders.ts';
import { pause, print, round } from './figures.ts';
import { startVenue } from './venue-process.ts';

const LASTS = Number(process.env.ATTACK_MS ?? 10_000);
/** Milliseconds between two attacks. */
const REST = 1000;
/** Promised: milliseconds of the 99th percentile under every attack. */
const PROMISED = 500;
/** Of all calls and frames, so many of the most costly are attacks, too. */
const MOST_COSTLY = 20;
const ATTACKERS = 20;
/**
 * Names of attacks, such as `createWithdrawal, signed in`, by semicolons. Then no cost is measured, and before each the
 * same traders work without any, because the machine may be busy with something else.
 */
const ONLY = process.env.ATTACK_ONLY?.split(';');

/** Addresses of honest users and of attackers come in a header, as from a proxy. */
const SETTINGS = {
  MAKERS: 'on',
  TRUSTED_PROXIES: '1',
  ...(process.env.TEST_DATABASE_URL ? { DATABASE_URL: process.env.TEST_DATABASE_URL } : {}),
};
/** No limit stands before what a request costs. */
const UNLIMITED = {
  LIMIT_ATTEMPTS: '1000000',
  LIMIT_ORDERS: '1000000',
  LIMIT_COINS: '1000000',
  LIMIT_SOCKET_POINTS: '1000000',
};

async function costs(): Promise<Cost[]> {
  const venue = await startVenue({ ...SETTINGS, ...UNLIMITED });
  const attackers = await openAccounts(venue.url, ATTACKERS, 'cost', () => '203.0.113.1');
  const measured = await measureCosts(
    venue.url,
    venue.pid,
    attackers.map((one) => one.cookie()),
  );
  await venue.stop();
  return measured;
}

async function mostCostly(): Promise<string[]> {
  const measured = await costs();
  print('Milliseconds of processor of one request', measured);
  return [...Object.keys(ATTACKS), ...measured.slice(0, MOST_COSTLY).map(({ name }) => name)];
}

export async function run(): Promise<void> {
  const names = ONLY ?? (await mostCostly());
  const venue = await startVenue(SETTINGS);
  const traders = await openTraders(venue.url);
  const attackers = await openAccounts(
    venue.url,
    ATTACKERS,
    'attacker',
    (index) => `203.0.113.${1 + (index % 10)}`,
  );
  const cookies = JSON.stringify(attackers.map((one) => one.cookie()));
  const none = await traders.work(LASTS);
  const rows: object[] = [{ attack: 'none', ...none, ratio: 1 }];
  let isKept = true;
  for (const name of names) {
    const floor = ONLY ? await traders.work(LASTS) : none;
    const attacker = spawn(
      process.execPath,
      [...TYPESCRIPT, path.join(ROOT, 'tools', 'bench', 'attack', 'attacks.ts'), venue.url, name, cookies],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(attacker.stdout, 'data');
    await pause(REST);
    const figures = await traders.work(LASTS);
    const ended = once(attacker, 'exit');
    attacker.kill('SIGKILL');
    await ended;
    rows.push({
      attack: name,
      ...figures,
      ratio: round(figures.p50 / floor.p50),
      ...(ONLY && { 'floor p99': floor.p99, 'p99 ratio': round(figures.p99 / floor.p99) }),
    });
    isKept &&= figures.p99 < PROMISED && figures.failed === 0;
    await pause(REST);
  }
  rows.push({ attack: 'none again', ...(await traders.work(LASTS)), ratio: 1 });
  traders.close();
  await venue.stop();
  print('Actions of 50 traders during each attack (milliseconds)', rows);
  console.log(isKept ? `All p99 are below ${PROMISED} ms and nothing failed.` : 'The promise is NOT kept.');
  if (!isKept) process.exitCode = 1;
}
