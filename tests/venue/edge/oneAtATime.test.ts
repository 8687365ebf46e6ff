import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { oneAtATime } from '../../../venue/http/oneAtATime.ts';
import { until } from './harness.ts';

describe('pipelined requests of one connection (LOAD-03)', () => {
  let close = (): void => undefined;
  afterEach(() => close());

  async function serve(listener: RequestListener): Promise<Socket> {
    const server = createServer(oneAtATime(listener));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    close = () => {
      socket.destroy();
      server.closeAllConnections();
      server.close();
    };
    return socket;
  }
  const requests = (count: number): string =>
    Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');

  it('are handled one after the other, and answered in order', async () => {
    const begun: string[] = [];
    const open: ServerResponse[] = [];
    const socket = await serve((request, response) => {
      begun.push(request.url ?? '');
      open.push(response);
    });
    let received = '';
    socket.on('data', (data) => {
      received += data.toString();
    });
    socket.write(requests(4));
    for (const path of ['/0', '/1', '/2', '/3']) {
      await until(() => open.length === 1);
      // The others have arrived too, and none has started.
      expect(begun.at(-1)).toBe(path);
      open.shift()?.end(`answer ${path}`);
    }
    await until(() => received.includes('answer /3'));
    expect(received.match(/answer \/\d/g)).toEqual(['answer /0', 'answer /1', 'answer /2', 'answer /3']);
  });

  it('end with the connection', async () => {
    const begun: ServerResponse[] = [];
    const socket = await serve((_request, response) => void begun.push(response));
    socket.write(requests(5));
    await until(() => begun.length === 1);
    socket.destroy();
    await until(() => begun[0]?.destroyed === true);
    await new Promise(setImmediate);
    expect(begun.length).toBe(1);
  });

  it('close it when there are too many', async () => {
    let begun = 0;
    const socket = await serve(() => {
      begun += 1;
    });
    const closed = once(socket, 'close');
    socket.write(requests(200));
    await closed;
    expect(begun).toBe(1);
  });
});
