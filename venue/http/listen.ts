import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Has a server listen, and waits until it does.
 * @param port 0 for any that is free.
 * @returns the port.
 * @throws Error when the port is in use.
 */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
