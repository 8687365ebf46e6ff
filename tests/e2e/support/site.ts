import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUILT } from './venueProcess.ts';

const BLOCK = /(<script type="application\/json" id="configuration">)([^<]*)(<\/script>)/;
const builtFolder = (): string => path.join(process.env[BUILT] ?? '', 'client');

async function pageWith(changes: object): Promise<string> {
  const html = await readFile(path.join(builtFolder(), 'index.html'), 'utf8');
  return html.replace(BLOCK, (_whole, open: string, text: string, close: string) => {
    const block = { ...(JSON.parse(text) as object), ...changes };
    return open + JSON.stringify(block) + close;
  });
}

/** @returns the folder of a copy of the build */
export async function configuredClient(changes: object): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quietbook-client-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await cp(builtFolder(), folder, { recursive: true });
  await writeFile(path.join(folder, 'index.html'), await pageWith(changes));
  return folder;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

export interface Site {
  readonly url: string;
  configure(changes: object): Promise<void>;
  close(): Promise<void>;
}

/** A file host for a client whose calls go elsewhere. */
export async function serveSite(): Promise<Site> {
  let page = await pageWith({});
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const type = TYPES[path.extname(pathname)];
    if (type === undefined) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
      return;
    }
    readFile(path.join(builtFolder(), path.posix.normalize(pathname))).then(
      (file) => response.writeHead(200, { 'content-type': type }).end(file),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async configure(changes) {
      page = await pageWith(changes);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
