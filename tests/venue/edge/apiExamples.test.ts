import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, calls } from '../../../src/services/contract/index.ts';
import { SIGNATURE_HEADERS, SIGNED_CALLS } from '../../../src/services/contract/signedCalls.ts';
import {
  curlExample,
  KEY_CALLS,
  KEY_HEADERS,
  nodeExample,
  socketExample,
} from '../../../src/ui/publicPages/keyExamples.ts';
import { openTrader, PASSWORD, startVenue, type TestVenue, type Trader } from './harness.ts';

const run = promisify(execFile);
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const folder = mkdtempSync(path.join(tmpdir(), 'quietbook-examples-'));

let target: TestVenue;
let trader: Trader;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  target = await startVenue();
  trader = await openTrader(target);
  const wish = { label: 'Example', permissions: ['read', 'trade'], password: PASSWORD };
  const { body } = await trader.post('/user/api-keys', wish);
  const { api_key: key, secret } = body as { api_key: { id: string }; secret: string };
  env = { PATH: process.env.PATH, KEY: key.id, SECRET: secret };
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
});
afterAll(async () => {
  await target.close();
  rmSync(folder, { recursive: true });
});

function written(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Output of an example: earlier orders, and the one that it placed. */
async function expectPlaced(printed: string): Promise<void> {
  const [before, placed] = printed.trim().split('\n');
  expect(JSON.parse(before ?? '')).toBeInstanceOf(Array);
  const order = JSON.parse(placed ?? '') as { id: string };
  expect(order).toMatchObject({ pair_symbol: 'XMR-BTC', state: 'OPENED', price: '0.0037' });
  const orders = (await trader.get('/order/orders?limit=1')).body as { id: string }[];
  expect(orders[0]?.id).toBe(order.id);
}

describe('the examples of /api run unchanged (APIKEY-10)', () => {
  it.runIf(has('curl') && has('openssl'))('shell, with curl and openssl', async () => {
    const { stdout, stderr } = await run('sh', [written('example.sh', curlExample(target.origin))], { env });
    expect(stderr).toBe('');
    await expectPlaced(stdout);
  });

  it('Node', async () => {
    const file = written('example.mjs', nodeExample(target.origin));
    await expectPlaced((await run(process.execPath, [file], { env })).stdout);
  });

  it('the socket in Node', async () => {
    const child = spawn(process.execPath, [written('socket.mjs', socketExample(target.origin))], { env });
    const types: string[] = [];
    for await (const chunk of child.stdout) {
      for (const line of String(chunk).split('\n').filter(Boolean))
        types.push((JSON.parse(line) as { type: string }).type);
      if (types.includes('account_snapshot')) break;
    }
    child.kill();
    expect(types).toEqual(['welcome', 'account_snapshot']);
  });
});

describe('what /api says about keys is what the venue does (APIKEY-10)', () => {
  it('the calls and their permissions', () => {
    const table: Readonly<Record<string, Call>> = calls;
    const real = Object.entries(SIGNED_CALLS).map(
      ([name, permission]) => `${permission} ${table[name]?.method} ${table[name]?.path}`,
    );
    const shown = KEY_CALLS.map(({ permission, line }) => `${permission} ${line.replace('{id}', ':id')}`);
    expect(shown.toSorted()).toEqual(real.toSorted());
  });

  it('the headers', () => {
    expect(KEY_HEADERS.map(({ name }) => name)).toEqual(Object.values(SIGNATURE_HEADERS));
  });
});
