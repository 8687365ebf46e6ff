import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ask, startVenue, type TestVenue, until } from './harness.ts';

let target: TestVenue;
beforeAll(async () => {
  target = await startVenue();
});
afterAll(() => target.close());

async function openAndLeave(text: string): Promise<void> {
  const socket = connect(Number(new URL(target.origin).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(text);
  // Once it has answered another request, the venue has started to read this one.
  await ask(target.origin, '/healthz');
  socket.resetAndDestroy();
}

it('requests that break off, and answers that nobody reads, log nothing (LOAD-07)', async () => {
  const console_ = [vi.spyOn(console, 'info'), vi.spyOn(console, 'error')];
  const before = target.log.length;
  const head = 'POST /stats/chartx HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const broken = `${head}Content-Length: 500\r\n\r\n{"frame":`;
  const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n9\r\n{"frame":\r\n`;
  const untaken =
    'GET /order/orderbook/XMR-BTC?depth=500 HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n';
  for (let round = 0; round < 30; round += 1)
    await Promise.all([openAndLeave(broken), openAndLeave(chunked), openAndLeave(untaken.repeat(3))]);
  await until(async () => (await ask(target.origin, '/healthz')).status === 200);
  // Publications of the ledger come at their own time.
  expect(target.log.slice(before).filter((line) => !/^(ledger head|solvency statement)/.test(line))).toEqual(
    [],
  );
  for (const spy of console_) expect(spy.mock.calls).toEqual([]);
});

it('refused handshakes whose client resets the connection do not end the venue (LOAD-07)', async () => {
  const { port } = new URL(target.origin);
  for (let round = 0; round < 30; round += 1) {
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    await once(socket, 'connect');
    socket.write(
      'GET /elsewhere HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 404/);
    socket.resetAndDestroy();
    // An error event without a listener ends the process.
    await ask(target.origin, '/healthz');
  }
});
