import { createServer } from 'node:http';
import { spawnSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { configurationFrom } from '../../../scripts/configuration.ts';
import { TYPESCRIPT } from '../../../scripts/process.ts';
import { listen } from '../../../venue/http/raw.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const start = (script: string, ...flags: readonly string[]) =>
  spawnSync(process.execPath, [...TYPESCRIPT, path.join(ROOT, 'scripts', script), ...flags], {
    encoding: 'utf8',
  });

describe('a start that fails says what to do, in one sentence (TOOLS-07)', () => {
  it.each([
    ['start.ts', 'npm start', ['--prot', '9000'], '"--prot" is no option'],
    ['start.ts', 'npm start', ['9000'], '"9000" is no option'],
    ['start.ts', 'npm start', ['--port'], '--port needs a value'],
  ] as const)('%s with %s %j', (script, command, flags, fault) => {
    const { status, stderr } = start(script, ...flags);
    expect(stderr).toBe(`${fault}: use --port, --host, --data or --seed, or ${command} -- --help.\n`);
    expect(status).toBe(2);
  });

  it('a taken port', async () => {
    const first = createServer();
    const port = await listen(first, 0, '127.0.0.1');
    expect((first.address() as AddressInfo).port).toBe(port);
    await expect(listen(createServer(), port, '127.0.0.1')).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is taken by another program: end it, or choose another port with --port ${port + 1}.`,
    );
    first.close();
  });

  it.each(['INSPECTOR', 'MARKET_ORDERS'])('a switch of the build that is neither on nor off: %s', (name) => {
    expect(() => configurationFrom({ [`QUIETBOOK_${name}`]: 'maybe' })).toThrow(
      `QUIETBOOK_${name} must be on or off; it is "maybe".`,
    );
  });
});
