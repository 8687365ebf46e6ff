// A real broker (NATS) for the tests and the benches.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { canInstallPackages, installPackages } from './browser.ts';
import { freePort, isProgram } from './process.ts';

const NAME = 'nats-server';
// Only root's PATH has these folders.
const PLACES = ['/usr/sbin', '/usr/local/bin'];

/** From `NATS_SERVER` or `PATH`. */
function findNats(): string | null {
  const chosen = process.env.NATS_SERVER;
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = chosen ? [chosen] : [...onPath, ...PLACES].map((folder) => path.join(folder, NAME));
  return candidates.find(isProgram) ?? null;
}

/** @throws Error that says what to do. */
export async function requireNats(): Promise<string> {
  const found = findNats();
  if (found) return found;
  if (canInstallPackages()) {
    // Keeps Debian from starting it.
    process.env.RUNLEVEL = '1';
    await installPackages([NAME]);
    const installed = findNats();
    if (installed) return installed;
  }
  throw new Error(
    'No nats-server was found. Install it (Debian: apt-get install nats-server), or set NATS_SERVER to the path of one.',
  );
}

interface Nats {
  url: string;
  /** Like a crash. */
  kill: () => Promise<void>;
  /** On the same port. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function startNats(): Promise<Nats> {
  const program = await requireNats();
  const port = await freePort();
  let child: ChildProcess | null = null;
  process.once('exit', () => child?.kill('SIGKILL'));

  async function start() {
    const started = spawn(program, ['--addr', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
    child = started;
    for (let tries = 0; !(await answers(port)); tries += 1) {
      if (started.exitCode !== null || tries > 500) throw new Error('nats-server did not start');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function kill() {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  await start();
  return { url: `nats://127.0.0.1:${port}`, kill, start, stop: kill };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('data', () => end(true));
    socket.once('error', () => end(false));
  });
}
