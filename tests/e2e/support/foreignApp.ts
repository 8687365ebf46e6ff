import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'vite';

/** An XState application that is not Quietbook's, with the inspector's package and nothing of this repository. */
const SCRIPT = `
import { createBrowserInspector } from '@statelyai/inspect';
import { assign, createActor, fromPromise, setup } from 'xstate';
const kettle = setup({
  actors: { heat: fromPromise(() => new Promise(() => undefined)) },
  guards: { isFull: ({ context }) => context.litres > 0 },
}).createMachine({
  id: 'kettle',
  context: { litres: 0 },
  initial: 'cold',
  states: {
    cold: { on: { fill: { actions: assign({ litres: 1 }) }, press: { guard: 'isFull', target: 'heating' } } },
    heating: { invoke: { src: 'heat', id: 'heat', onDone: 'hot' }, on: { press: 'cold' } },
    hot: { type: 'final' },
  },
});
document.querySelector('#inspect').addEventListener('click', () => {
  const { inspect } = createBrowserInspector({ url: new URLSearchParams(location.search).get('inspector') });
  const actor = createActor(kettle, { inspect });
  actor.start();
  for (const type of ['fill', 'press']) {
    document.querySelector('#' + type).addEventListener('click', () => actor.send({ type }));
  }
});
`;
const PAGE = `<!doctype html><title>Kettle</title>
<button id="inspect">inspect</button><button id="fill">fill</button><button id="press">press</button>
<script type="module" src="/app.js"></script>`;

const NAME = 'virtual:foreign-app';

export async function startForeignApp(): Promise<{ url: string; stop: () => void }> {
  const built = await build({
    root: path.resolve(import.meta.dirname, '../../..'),
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      {
        name: 'foreign-app',
        resolveId: (source) => (source === NAME ? path.resolve(import.meta.dirname, 'kettle.js') : undefined),
        load: (id) => (path.basename(id) === 'kettle.js' ? SCRIPT : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: NAME } },
  });
  const [bundle] = [built].flat();
  const script = bundle && 'output' in bundle ? bundle.output[0].code : '';
  const server = createServer((request, response) => {
    const isScript = request.url === '/app.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : PAGE);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() };
}
