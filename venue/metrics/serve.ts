import { createServer } from 'node:http';
import { type AnswerHeaders, listen } from '../http/raw.ts';

export interface ServedMetrics {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves `/metrics` on its own port, which proxies do not publish.
 * @param port 0 for any free port.
 * @throws Error when the port is in use.
 */
export async function serveMetrics(
  text: () => string | Promise<string>,
  headers: AnswerHeaders,
  port: number,
  host: string,
): Promise<ServedMetrics> {
  const server = createServer((request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isThere = isRead && request.url === '/metrics';
    const reply = (status: number, body: string): void => {
      response.writeHead(status, {
        ...headers,
        'cache-control': 'no-store',
        'content-type': `text/plain;${status === 200 ? ' version=0.0.4;' : ''} charset=utf-8`,
      });
      response.end(body);
    };
    if (!isThere) return reply(404, 'The metrics are at /metrics.\n');
    return void Promise.resolve(text()).then(
      (body) => reply(200, body),
      () => reply(500, 'The metrics could not be read.\n'),
    );
  });
  const bound = await listen(server, port, host, 'METRICS_');
  return {
    port: bound,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
