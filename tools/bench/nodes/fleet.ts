// Several nodes of the venue in child processes, which can be killed and started again on their ports.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { freePort } from '../../../scripts/process.ts';

const START_WITHIN = 60_000;

export interface Node {
  url: string;
  isAlive: () => boolean;
  /** resolves when it is ready */
  start: () => Promise<void>;
  /** by SIGKILL */
  kill: () => Promise<void>;
  /** by SIGTERM */
  stop: () => Promise<void>;
  isReady: () => Promise<boolean>;
  /** stops or continues the process */
  signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
}

/**
 * @param program the built venue
 * @returns nodes that are not started
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
    // A stopped process does not handle other signals.
    running.kill('SIGCONT');
    await ended;
  }

  async function start() {
    const started = spawn(process.execPath, [program], {
      env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', MAKERS: 'off', ...settings },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    let output = '';
    started.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
    });
    for (const until = performance.now() + START_WITHIN; !(await isReady(port));) {
      if (!isAlive()) throw new Error(`a node ended by itself:\n${output}`);
      if (performance.now() > until) throw new Error(`a node is not ready in time:\n${output}`);
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
