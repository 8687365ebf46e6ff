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
  text: () => string,
  headers: AnswerHeaders,
  port: number,
  host: string,
): Promise<ServedMetrics> {
  const server = createServer((request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isThere = isRead && request.url === '/metrics';
    response.writeHead(isThere ? 200 : 404, {
      ...headers,
      'cache-control': 'no-store',
      'content-type': isThere ? 'text/plain; version=0.0.4; charset=utf-8' : 'text/plain; charset=utf-8',
    });
    response.end(isThere ? text() : 'The metrics are at /metrics.\n');
  });
  const bound = await listen(server, port, host);
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
