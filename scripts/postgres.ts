// A real PostgreSQL for the tests and the benches, in a temporary folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canInstallPackages, installPackages } from './browser.ts';
import { freePort } from './process.ts';

const OLDEST = 13;
const USER = 'quietbook';

function hasServer(folder: string) {
  try {
    accessSync(path.join(folder, 'postgres'), constants.X_OK);
    accessSync(path.join(folder, 'initdb'), constants.X_OK);
    return true;
  } catch {
    // These are not PostgreSQL's programs.
    return false;
  }
}

/** `PG_BIN`, then the newest of Debian's, then `PATH`. */
export function findPostgres(): string | null {
  const chosen = process.env.PG_BIN;
  if (chosen) {
    if (hasServer(chosen)) return chosen;
    throw new Error(
      `PG_BIN names ${chosen}, which holds no "postgres" and "initdb". Correct it or leave it out.`,
    );
  }
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).filter((name) => Number(name) >= OLDEST) : [];
  versions.sort((a, b) => Number(b) - Number(a));
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return [...versions.map((version) => path.join(debian, version, 'bin')), ...onPath].find(hasServer) ?? null;
}

async function requirePostgres() {
  const found = findPostgres();
  if (found) return found;
  if (canInstallPackages()) {
    // Keeps Debian from creating a cluster that starts at boot.
    const policy = '/etc/postgresql-common/createcluster.conf';
    if (!existsSync(policy)) {
      mkdirSync(path.dirname(policy), { recursive: true });
      writeFileSync(policy, 'create_main_cluster = false\n');
    }
    await installPackages(['postgresql']);
    const installed = findPostgres();
    if (installed) return installed;
  }
  throw new Error(
    `No PostgreSQL ${OLDEST} or newer was found. Install it (Debian: apt-get install postgresql), or set PG_BIN ` +
      'to the folder of its programs, or set TEST_DATABASE_URL to an empty database that the tests may use.',
  );
}

/** PostgreSQL refuses to run as root. Undefined if this process is not root. */
function serverAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find(([entry]) => entry === name);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new Error('PostgreSQL does not run as root, and this machine has no account "postgres" or "nobody".');
}

interface Postgres {
  /** Connects a superuser to an empty database. */
  url: string;
  stop: () => Promise<void>;
}

class PortTakenError extends Error {}

/**
 * Starts a server on loopback. A shell ends it and deletes its folder when this process dies and its standard input
 * closes.
 * @param options `waitsForDisk`: commits survive a crash of the machine; without it they take half the time.
 */
export async function startPostgres({
  waitsForDisk = true,
}: { waitsForDisk?: boolean } = {}): Promise<Postgres> {
  const programs = await requirePostgres();
  for (;;) {
    try {
      return await startOn(programs, await freePort(), waitsForDisk ? 'on' : 'off');
    } catch (error) {
      if (!(error instanceof PortTakenError)) throw error;
    }
  }
}

async function startOn(programs: string, port: number, fsync: 'on' | 'off'): Promise<Postgres> {
  const account = serverAccount();
  const folder = mkdtempSync(path.join(tmpdir(), 'quietbook-pg-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const data = path.join(folder, 'data');
  const script = `
    trap '' INT TERM HUP
    "$1/initdb" -D "$2" -U ${USER} -A trust -E UTF8 --no-locale --no-sync >"$4/initdb.log" 2>&1 || {
      cat "$4/initdb.log" >&2; rm -rf "$4"; exit 1; }
    "$1/postgres" -D "$2" -p "$3" -k "$4" -c listen_addresses=127.0.0.1 -c "fsync=$5" </dev/null &
    server=$!
    while read -r line; do :; done
    kill -INT $server 2>/dev/null
    wait $server
    rm -rf "$4"`;
  const child = spawn('/bin/sh', ['-c', script, 'sh', programs, data, String(port), folder, fsync], {
    ...account,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
  });
  let log = '';
  const ready = new Promise((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-20_000);
      if (log.includes('ready to accept connections')) resolve(undefined);
      else if (log.includes('database system is shut down')) reject(new Error('it ended'));
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error('it ended')));
    setTimeout(() => reject(new Error('not ready within 60 s')), 60_000).unref();
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.stdin.end();
      await once(child, 'close');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready;
  } catch (error) {
    await stop();
    if (log.includes('could not bind') && log.includes('Address already in use')) throw new PortTakenError();
    throw new Error(`PostgreSQL (${programs}) did not start: ${String(error)}\n${log}`, { cause: error });
  }
  return { url: `postgres://${USER}@127.0.0.1:${port}/postgres`, stop };
}
