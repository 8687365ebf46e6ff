import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** @param port 0 for any free port. @returns the port. @throws Error when the port is in use. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
