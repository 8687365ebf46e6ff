import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startVenue } from './harness.ts';

/** Opens a connection, sends one request and leaves it open. @returns what was received, once the answer has come. */
async function openIdle(origin: string) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let received = '';
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      received += data.toString();
      if (received.includes('}')) resolve();
    });
  });
  socket.write('GET /coin/coins HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await answered;
  return { socket, received };
}

it('an idle connection is closed by the client or the proxy, long before the venue would close it', async () => {
  const target = await startVenue();
  try {
    const { socket, received } = await openIdle(target.origin);
    const seconds = Number(/^keep-alive: timeout=(\d+)/im.exec(received)?.[1]);
    const site = readFileSync('docs/deployment/quietbook.conf', 'utf8');
    const proxy = Number(/^ *keepalive_timeout (\d+)s;/m.exec(site)?.[1]);
    // Firefox: network.http.keep-alive.timeout. Chromium retries by itself.
    expect(seconds).toBeGreaterThan(115);
    expect(proxy).toBeLessThanOrEqual(seconds / 2);
    socket.destroy();
  } finally {
    await target.close();
  }
});

it('an idle connection does not keep the venue from stopping', async () => {
  const target = await startVenue();
  const { socket } = await openIdle(target.origin);
  const ended = once(socket, 'close');
  await target.close();
  await ended;
  expect(socket.destroyed).toBe(true);
});
