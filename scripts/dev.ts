// `npm run dev`: client with hot reload and venue on one port. There is no content security policy, because Vite writes
// inline scripts and styles; the end-to-end tests run with the policy.
import { existsSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createServer } from 'vite';
import type * as asyncApiModule from '../src/services/contract/documents/asyncapi.ts';
import type * as openApiModule from '../src/services/contract/documents/openapi.ts';
import type { JsonObject } from '../src/services/contract/documents/schemas.ts';
import type * as capabilitiesModule from '../venue/capabilities.ts';
import type * as configModule from '../venue/config.ts';
import type * as rawModule from '../venue/http/raw.ts';
import type * as pagesModule from '../venue/http/pages.ts';
import type * as logModule from '../venue/log.ts';
import type * as venueModule from '../venue/venue.ts';
import { takeFlags } from './flags.ts';
import { ROOT } from './process.ts';

const DEBOUNCE = 100;
/** A change here reloads the venue. */
const VENUE_SOURCES = ['venue', 'src/domain', 'src/services/contract'].map(
  (folder) => path.join(ROOT, folder) + path.sep,
);

takeFlags(
  'npm run dev',
  'Serves client and venue on one port; both restart after a change of their sources.',
  process.argv.slice(2),
);

// As in venue/serve.ts: a request would be lost while an idle connection closes.
const web = createHttpServer({ keepAliveTimeout: 120_000 });
const vite = await createServer({
  root: ROOT,
  configFile: path.join(ROOT, 'vite.config.ts'),
  appType: 'spa',
  server: {
    middlewareMode: true,
    hmr: { server: web },
    watch: { ignored: ['**/.data/**', '**/dist/**', '**/.tmp/**'] },
  },
  plugins: [
    {
      name: 'offered-capabilities',
      transformIndexHtml: { order: 'post', handler: (html) => withOffered(html) },
    },
  ],
});

async function withOffered(html: string) {
  const { capabilitiesOf } = (await vite.ssrLoadModule(
    '/venue/capabilities.ts',
  )) as typeof capabilitiesModule;
  const { withCapabilities } = (await vite.ssrLoadModule('/venue/http/pages.ts')) as typeof pagesModule;
  return withCapabilities(html, capabilitiesOf(config), config.publicOrigin);
}

const { readConfig } = (await vite.ssrLoadModule('/venue/config.ts')) as typeof configModule;
const config = (() => {
  try {
    return readConfig(process.env, [], null);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(1);
  }
})();

async function load(): Promise<venueModule.Venue> {
  const { createVenue } = (await vite.ssrLoadModule('/venue/venue.ts')) as typeof venueModule;
  const { createLog } = (await vite.ssrLoadModule('/venue/log.ts')) as typeof logModule;
  return createVenue(config, { log: createLog((line) => console.error(line)) });
}

/** Requests wait while it loads. */
let current: Promise<venueModule.Venue | null> = load();
function report(error: unknown) {
  if (error instanceof Error) vite.ssrFixStacktrace(error);
  console.error('The venue does not start; it is tried again at the next change.', error);
  return null;
}

/** The old venue is closed first, because its data folder is locked. */
function reload() {
  const old = current;
  current = (async () => {
    await (await old)?.close();
    vite.environments.ssr.moduleGraph.invalidateAll();
    const venue = await load();
    console.log('The venue was loaded anew.');
    return venue;
  })().catch(report);
}

let timer: NodeJS.Timeout | undefined;
vite.watcher.on('all', (_event, file) => {
  if (!VENUE_SOURCES.some((folder) => file.startsWith(folder))) return;
  clearTimeout(timer);
  timer = setTimeout(reload, DEBOUNCE);
});

/** A missing translation must be a 404, not the page. */
function serveWords(pathname: string, response: ServerResponse) {
  const file = path.join(ROOT, path.posix.normalize(pathname));
  const isThere = file.startsWith(path.join(ROOT, 'locales') + path.sep) && existsSync(file);
  response.writeHead(isThere ? 200 : 404, {
    'content-type': 'application/json',
    'cache-control': 'no-cache',
  });
  response.end(isThere ? readFileSync(file) : '{"message":"There is no such file."}');
}

/** The present contract. */
async function documentAt(pathname: string): Promise<JsonObject | null> {
  const folder = '/src/services/contract/documents';
  if (pathname === '/api/openapi.json') {
    return ((await vite.ssrLoadModule(`${folder}/openapi.ts`)) as typeof openApiModule).openApiDocument();
  }
  if (pathname === '/api/asyncapi.json') {
    return ((await vite.ssrLoadModule(`${folder}/asyncapi.ts`)) as typeof asyncApiModule).asyncApiDocument();
  }
  return null;
}

async function answer(request: IncomingMessage, response: ServerResponse) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (/^\/locales\/[\w-]+\/[\w-]+\.json$/.test(pathname)) return serveWords(pathname, response);
  const document = await documentAt(pathname);
  if (document) {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache' });
    return response.end(JSON.stringify(document));
  }
  const venue = await current;
  if (venue?.ownsPath(pathname)) return getRequestListener(venue.app.fetch)(request, response);
  if (venue) return vite.middlewares(request, response);
  response.writeHead(503, { 'content-type': 'application/json' });
  return response.end('{"message":"The venue does not start: see the terminal.","code":"NOT_READY"}');
}

web.on('request', (request, response) => {
  answer(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
});
web.on('upgrade', (request, socket, head) => {
  if (request.headers['sec-websocket-protocol']?.startsWith('vite-')) return;
  current.then(
    (venue) => (venue ? venue.upgrade(request, socket, head) : socket.destroy()),
    () => socket.destroy(),
  );
});

try {
  await current;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const { withAdvice } = (await vite.ssrLoadModule('/venue/http/raw.ts')) as typeof rawModule;
web.once('error', (error) => {
  console.error(withAdvice(error, config.port, config.host).message);
  process.exit(1);
});
web.listen(config.port, config.host, () => {
  const address = web.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  console.log(`Quietbook (development) is ready at http://${config.host}:${port}`);
});

let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  web.close();
  web.closeAllConnections();
  await vite.close();
  await (await current)?.close();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
