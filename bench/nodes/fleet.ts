// Several nodes of the venue as processes of their own, to be killed and started again on their ports.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { freePort } from '../../scripts/port.ts';
import type { ChildProcess } from 'node:child_process';

const START_WITHIN = 60_000;

export interface Node {
  url: string;
  isAlive: () => boolean;
  /** resolves when it is ready */
  start: () => Promise<void>;
  /** with SIGKILL */
  kill: () => Promise<void>;
  /** with SIGTERM */
  stop: () => Promise<void>;
  isReady: () => Promise<boolean>;
  /** lets it hang, or go on */
  signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
}

/**
 * @param program the built venue
 * @returns none of them is started
 */
export async function makeNodes(
  program: string,
  count: number,
  settings: Readonly<Record<string, string>>,
): Promise<Node[]> {
  const nodes: Node[] = [];
  for (let index = 0; index < count; index += 1) nodes.push(makeNode(program, await freePort(), settings));
  return nodes;
}

function makeNode(program: string, port: number, settings: Readonly<Record<string, string>>): Node {
  let child: ChildProcess | null = null;
  process.once('exit', () => child?.kill('SIGKILL'));
  const isAlive = () => child !== null && child.exitCode === null && child.signalCode === null;

  async function end(signal: NodeJS.Signals) {
    const running = child;
    if (!running || !isAlive()) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    // One that hangs hears nothing else.
    running.kill('SIGCONT');
    await ended;
  }

  async function start() {
    const started = spawn(process.execPath, [program], {
      env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', MAKERS: 'off', ...settings },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    let told = '';
    started.stderr.on('data', (chunk: Buffer) => {
      told = (told + chunk.toString()).slice(-4000);
    });
    for (const until = performance.now() + START_WITHIN; !(await isReady(port));) {
      if (!isAlive()) throw new Error(`a node ended by itself:\n${told}`);
      if (performance.now() > until) throw new Error(`a node is not ready in time:\n${told}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  return {
    url: `http://127.0.0.1:${port}`,
    isAlive,
    start,
    isReady: () => isReady(port),
    signal: (signal) => void child?.kill(signal),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path: '/readyz', timeout: 2000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.once('error', () => resolve(false));
    asked.once('timeout', () => asked.destroy());
    asked.end();
  });
}
