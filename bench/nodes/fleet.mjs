// Several nodes of the venue as processes of their own, to be killed and started again on their ports.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { freePort } from '../../scripts/port.mjs';

const START_WITHIN = 60_000;

/**
 * @typedef {object} Node
 * @property {string} url
 * @property {() => boolean} isAlive
 * @property {() => Promise<void>} start resolves when it is ready
 * @property {() => Promise<void>} kill with SIGKILL
 * @property {() => Promise<void>} stop with SIGTERM
 * @property {() => Promise<boolean>} isReady
 * @property {(signal: 'SIGSTOP' | 'SIGCONT') => void} signal lets it hang, or go on
 */

/**
 * @param {string} program the built venue
 * @param {number} count
 * @param {Readonly<Record<string, string>>} settings
 * @returns {Promise<Node[]>} none of them is started
 */
export async function makeNodes(program, count, settings) {
  /** @type {Node[]} */
  const nodes = [];
  for (let index = 0; index < count; index += 1) nodes.push(makeNode(program, await freePort(), settings));
  return nodes;
}

/**
 * @param {string} program
 * @param {number} port
 * @param {Readonly<Record<string, string>>} settings
 * @returns {Node}
 */
function makeNode(program, port, settings) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  process.once('exit', () => child?.kill('SIGKILL'));
  const isAlive = () => child !== null && child.exitCode === null && child.signalCode === null;

  /** @param {NodeJS.Signals} signal */
  async function end(signal) {
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
    started.stderr.on('data', (/** @type {Buffer} */ chunk) => {
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

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isReady(port) {
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
