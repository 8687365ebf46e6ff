import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Venue } from './venue.ts';

/** How long running requests get when the server stops, in milliseconds. */
const GOODBYE = 3000;
/** How long a request may take to come, in milliseconds; it has at most 64 kB. Node looks every `CHECK_EVERY`. */
const REQUEST_WITHIN = 30_000;
const CHECK_EVERY = 5000;

export interface Served {
  readonly port: number;
  /** Takes no more connections, lets what is under way finish, and closes the venue. */
  close(): Promise<void>;
}

/**
 * Puts a venue on a port.
 * @param port 0 for any that is free.
 * @param within how long a request may take to come, in milliseconds: a slow one is answered 408.
 * @throws Error when the port is in use.
 */
export async function serveVenue(
  venue: Venue,
  port: number,
  host: string,
  within = REQUEST_WITHIN,
): Promise<Served> {
  const listener = getRequestListener(venue.app.fetch);
  // The listener answers its own faults and never rejects.
  const underway = new Set<ServerResponse>();
  const patient = {
    requestTimeout: within,
    headersTimeout: within,
    connectionsCheckingInterval: Math.min(within, CHECK_EVERY),
  };
  const server = createServer(patient, (request, response) => {
    underway.add(response);
    response.once('close', () => underway.delete(response));
    void listener(request, response);
  });
  server.on('upgrade', (request, socket, head) => venue.upgrade(request, socket, head));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      server.closeIdleConnections();
      const patience = performance.now() + GOODBYE;
      while (underway.size > 0 && performance.now() < patience) await pause(10);
      await venue.close();
      server.closeAllConnections();
    },
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
