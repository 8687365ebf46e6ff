import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PLAIN_WASM } from '../../../scripts/process.ts';

/** The first start makes a database and weeks of history. */
const START_LIMIT = 120_000;

/** Of a venue that ran before. */
export const TEMPLATE = 'E2E_TEMPLATE_FOLDER';

/** The build when the run began (`setup.ts`). */
export const BUILT = 'E2E_BUILT';

interface Command {
  /** Of Node. */
  readonly args: readonly string[];
  /** Milliseconds until it is ready. */
  readonly limit: number;
}

/** As `npm start`, with its own folder, on a port that survives restarts. */
export class VenueProcess {
  readonly #env: Readonly<Record<string, string>>;
  readonly #command: Command | null;
  #folder = '';
  #port = 0;
  #child: ChildProcess | null = null;
  #log = '';
  #death: string | null = null;

  /** @param command instead of the build's own program. */
  constructor(env: Readonly<Record<string, string>> = {}, command: Command | null = null) {
    this.#env = env;
    this.#command = command;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Also again on the same folder and port. @throws Error with its output. */
  async start(): Promise<void> {
    if (this.#folder === '') await this.#makeFolder();
    const program = path.join(process.env[BUILT] ?? '', 'venue', 'main.js');
    const { args, limit } = this.#command ?? { args: [...PLAIN_WASM, program], limit: START_LIMIT };
    const child = spawn(process.execPath, args, {
      env: {
        ...process.env,
        SEED: 'e2e',
        LIMIT_ATTEMPTS: '100000',
        ...this.#env,
        HOST: '127.0.0.1',
        PORT: String(this.#port),
        DATA_DIR: this.#folder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#log = '';
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => fail('is not ready in time'), limit);
      const fail = (what: string): void => {
        clearTimeout(timer);
        child.kill('SIGKILL');
        reject(new Error(`The venue ${what}:\n${this.#log}`));
      };
      const listen = (chunk: Buffer): void => {
        this.#log += chunk.toString();
        const ready = /ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(this.#log);
        if (!ready) return;
        this.#port = Number(ready[1]);
        clearTimeout(timer);
        resolve();
      };
      child.stdout?.on('data', listen);
      child.stderr?.on('data', listen);
      child.once('exit', (code, signal) => fail(`ended with ${code ?? signal}`));
    });
    child.once('exit', (code, signal) => {
      if (this.#child === child) this.#death = `The venue ended by itself (${code ?? signal}):\n${this.#log}`;
    });
  }

  /** @throws Error with its output when it ended by itself. */
  expectAlive(): void {
    if (this.#death !== null) throw new Error(this.#death);
  }

  async #makeFolder(): Promise<void> {
    this.#folder = await mkdtemp(path.join(tmpdir(), 'quietbook-e2e-'));
    // When a worker is ended in the middle of a test.
    process.once('exit', () => {
      this.#child?.kill('SIGKILL');
      rmSync(this.#folder, { recursive: true, force: true });
    });
    const template = process.env[TEMPLATE];
    if (template !== undefined) await cp(template, this.#folder, { recursive: true });
  }

  get folder(): string {
    return this.#folder;
  }

  /** `kill -9` */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async close(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Also deletes its folder. */
  async stop(): Promise<void> {
    await this.close();
    if (this.#folder !== '') await rm(this.#folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async sandbox(call: string, body: object = {}): Promise<void> {
    const response = await fetch(`${this.url}/sandbox/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`/sandbox/${call}: ${response.status} ${await response.text()}`);
  }

  async book(pair: string, depth = 40): Promise<{ bids: [string, string][]; asks: [string, string][] }> {
    const response = await fetch(`${this.url}/order/orderbook/${pair}?depth=${depth}`);
    if (!response.ok) throw new Error(`book of ${pair}: ${response.status}`);
    return (await response.json()) as { bids: [string, string][]; asks: [string, string][] };
  }
}
