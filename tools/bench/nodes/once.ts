// What nginx does with a request that a node received but did not answer: it repeats a read on the next node, but never
// a write.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from '../../../scripts/process.ts';
import { startNginx } from '../nginx/server.ts';
import { throughNginx } from '../nginx/ways.ts';

/** A node that receives a request and closes the connection. */
async function startDying(got: string[]) {
  const server = createServer((request) => {
    request.resume();
    request.once('end', () => {
      got.push(request.method ?? '');
      request.socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, stop: () => server.close() };
}

/** @throws AssertionError if a write is sent twice, or an unsent one is not passed on */
export async function sendsOnce() {
  const got: string[] = [];
  const ports = { http: await freePort(), https: await freePort() };
  const dying = [await startDying(got), await startDying(got)];
  const absent = `http://127.0.0.1:${await freePort()}`;
  try {
    for (const [method, venues, wanted] of [
      ['GET', dying.map(({ url }) => url), 2],
      ['POST', dying.map(({ url }) => url), 1],
      ['DELETE', dying.map(({ url }) => url), 1],
      // The first node is absent, so nothing was sent to it.
      ['POST', [absent, ...dying.slice(0, 1).map(({ url }) => url)], 1],
    ] as const) {
      got.length = 0;
      const nginx = await startNginx({ venues, ...ports });
      try {
        const way = throughNginx(ports.https, nginx.certificate);
        const body = method === 'POST' ? { body: '{}' } : {};
        const answer = await way('/order/orders/limit', { method, ...body });
        assert.equal(answer.status, 502);
        assert.deepEqual(got, Array(wanted).fill(method), `${method} to ${venues.length} nodes`);
      } finally {
        await nginx.stop();
      }
    }
  } finally {
    for (const node of dying) node.stop();
  }
}
