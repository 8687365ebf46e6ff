import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/process.ts';

const MAIN = path.resolve(import.meta.dirname, '../../dist/venue/main.js');
const folder = mkdtempSync(path.join(tmpdir(), 'qb-'));
const servers: Server[] = [];

async function start(settings: Readonly<Record<string, string>>) {
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    DATA_DIR: 'memory',
    HISTORY: 'off',
    MAKERS: 'off',
    ...settings,
  };
  const child = spawn(process.execPath, [MAIN], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      // It should have ended by itself.
      if (said.includes('ready at')) child.kill();
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: said.trim() };
}

async function serving(talk: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    talk(socket);
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** A PostgreSQL that answers each login with this error. */
const databaseThatSays = (code: string): Promise<number> =>
  serving((socket) =>
    socket.once('data', () => {
      const fields = `SFATAL\0C${code}\0Mno entry for user secret\0\0`;
      const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4]);
      socket.end(Buffer.concat([head, Buffer.from(fields)]));
    }),
  );

const database = (port: number) => ({ DATABASE_URL: `postgres://ann:secret@127.0.0.1:${port}/venue` });

describe('a start that goes wrong ends with one sentence that names the setting (TOOLS-07)', () => {
  afterAll(() => {
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true });
  });
  const file = path.join(folder, 'file');
  writeFileSync(file, '');

  it.each([
    [
      'a folder that cannot be made',
      () => ({ DATA_DIR: path.join(file, 'data') }),
      /^DATA_DIR \S+ cannot be used \(ENOTDIR\): make the folder .*\.$/,
    ],
    [
      'no database',
      async () => database(await freePort()),
      /^No database answers at the address of DATABASE_URL: start it, or correct the address\.$/,
    ],
    [
      'no database, at a name',
      async () => ({ DATABASE_URL: `postgres://ann@localhost:${await freePort()}/venue` }),
      /^No database answers at the address of DATABASE_URL: /,
    ],
    [
      'a refused login',
      async () => database(await databaseThatSays('28P01')),
      /^The database refuses the login of DATABASE_URL: correct its name and password, .*\.$/,
    ],
    [
      'another database',
      async () => database(await databaseThatSays('3D000')),
      /^The server of DATABASE_URL has no database of that name: make it /,
    ],
    [
      'a broker that is no address',
      () => ({ BROKER_URL: 'nats:127.0.0.1:4222', ...database(1) }),
      /^BROKER_URL must be one or more addresses like nats:\/\/host:4222 /,
    ],
  ] as const)('%s', async (_name, settings, sentence) => {
    const { code, said } = await start(await settings());
    // What the log says of its beginning goes before.
    expect(said.split('\n').at(-1)).toMatch(sentence);
    expect(said).not.toMatch(/secret|^\s+at /m);
    expect(code).toBe(1);
  });
});
