import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { configurationFrom } from '../../../scripts/configuration.ts';
import { TYPESCRIPT } from '../../../scripts/process.ts';
import { listen } from '../../../venue/http/raw.ts';
import { silentLog } from '../../../venue/log.ts';
import { openBroker } from '../../../venue/nodes/broker.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const start = (script: string, ...flags: readonly string[]) =>
  spawnSync(process.execPath, [...TYPESCRIPT, path.join(ROOT, 'scripts', script), ...flags], {
    encoding: 'utf8',
  });

describe('a failed start gives advice, in one sentence (TOOLS-07)', () => {
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
      `Port ${port} of 127.0.0.1 is taken by another program: end it, or set PORT to another one.`,
    );
    await expect(listen(createServer(), port, '127.0.0.1', 'METRICS_')).rejects.toThrow(
      'set METRICS_PORT to',
    );
    first.close();
    await expect(listen(createServer(), 0, '192.0.2.1')).rejects.toThrow(
      'This machine has no address 192.0.2.1: set HOST to one that it has.',
    );
  });

  it('a broker that is not there, or refuses the login', async () => {
    const broker = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(
        'INFO {"server_id":"x","version":"2.9.0","proto":1,"headers":true,"max_payload":1000,"auth_required":true}\r\n',
      );
      socket.once('data', () => socket.end("-ERR 'Authorization Violation'\r\n"));
    });
    broker.listen(0, '127.0.0.1');
    await once(broker, 'listening');
    const url = `nats://ann:secret@127.0.0.1:${(broker.address() as AddressInfo).port}`;
    const open = () => openBroker({ url, scope: 'test', key: randomBytes(32), log: silentLog });
    await expect(open()).rejects.toThrow(
      'The broker of BROKER_URL refuses the login. Correct its name and password.',
    );
    broker.close();
    await once(broker, 'close');
    await expect(open()).rejects.toThrow(
      'The broker of BROKER_URL does not answer. Start it first, or correct the address.',
    );
  });

  it.each(['INSPECTOR', 'MARKET_ORDERS'])('a switch of the build that is neither on nor off: %s', (name) => {
    expect(() => configurationFrom({ [`QUIETBOOK_${name}`]: 'maybe' })).toThrow(
      `QUIETBOOK_${name} must be on or off; it is "maybe".`,
    );
  });
});
