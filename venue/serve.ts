import { createServer, type ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { oneAtATime } from './http/oneAtATime.ts';
import { type AnswerHeaders, listen, refusalBody, refuseRaw } from './http/raw.ts';
import type { Venue } from './venue.ts';

/** Milliseconds for running requests when the server stops. */
const CLOSE_WITHIN = 3000;
/** Milliseconds in which a request must arrive. */
const REQUEST_WITHIN = 30_000;
const CHECK_EVERY = 5000;
/** Milliseconds; longer than proxies (60 s) and Firefox (115 s), as a closing server may lose a request. */
const IDLE_FOR = 120_000;

type Fault = readonly [status: number, code: string, message: string];
const NO_HTTP: Fault = [400, 'BAD_REQUEST', 'This is no HTTP request.'];
const NO_ADDRESS: Fault = [400, 'BAD_REQUEST', 'The request has no valid address or host.'];
const DEFECT: Fault = [500, 'INTERNAL', 'Something went wrong on our side. Please try again later.'];
const FAULTS: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The address or the headers are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'BODY_TOO_LARGE', 'The body is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request did not come in time.'],
};

const plainHeaders = (headers: AnswerHeaders): Record<string, string> => ({
  ...headers,
  'cache-control': 'no-store',
  'content-type': 'application/json',
});

export interface Served {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * @param port 0 for any free port. @param within milliseconds for a request, after which it is answered 408.
 * @throws Error when the port is in use.
 */
export async function serveVenue(
  venue: Venue,
  port: number,
  host: string,
  within = REQUEST_WITHIN,
): Promise<Served> {
  const listener = getRequestListener(venue.app.fetch, {
    errorHandler: (error) => {
      const [status, code, message] = error instanceof RequestError ? NO_ADDRESS : DEFECT;
      return new Response(refusalBody(code, message), { status, headers: plainHeaders(venue.headers) });
    },
  });
  const underway = new Set<ServerResponse>();
  const timeouts = {
    requestTimeout: within,
    headersTimeout: within,
    connectionsCheckingInterval: Math.min(within, CHECK_EVERY),
    keepAliveTimeout: IDLE_FOR,
    // Node would answer without our headers.
    requireHostHeader: false,
  };
  const inTurn = oneAtATime((request, response) => {
    underway.add(response);
    response.once('close', () => underway.delete(response));
    void listener(request, response);
  });
  const server = createServer(timeouts, inTurn);
  server.on('upgrade', (request, socket, head) => venue.upgrade(request, socket, head));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A second answer would be read as part of the first.
    if ([...underway].some((response) => response.socket === socket && response.headersSent))
      return void socket.destroy();
    const [status, code, message] = FAULTS[error.code ?? ''] ?? NO_HTTP;
    return refuseRaw(socket, venue.headers, status, code, message);
  });
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, plainHeaders(venue.headers));
    response.end(refusalBody('EXPECTATION_FAILED', 'Leave the Expect header out.'));
  });
  const bound = await listen(server, port, host);
  return {
    port: bound,
    async close() {
      server.close();
      server.closeIdleConnections();
      const deadline = performance.now() + CLOSE_WITHIN;
      while (underway.size > 0 && performance.now() < deadline) await pause(10);
      await venue.close();
      server.closeAllConnections();
    },
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
