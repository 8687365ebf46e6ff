/** The client's own services against a plain server, signed in. */
import { createHttp } from '../../../src/services/http/http.ts';
import { createTransport } from '../../../src/services/http/ofetch.ts';
import { type Clock, systemClock } from '../../../src/services/clock.ts';
import type { Http, Transport } from '../../../src/services/http/port.ts';
import { PlainServer } from '../../plainServer/server.ts';
import { slatepacks } from '../../plainServer/slatepacks.ts';
import type { Style } from '../../plainServer/style.ts';

export const TRADER = { email: 'ann@example.com', password: 'Correct4Horse' };

export interface Client {
  readonly server: PlainServer;
  readonly base: string;
  readonly http: Http;
  readonly complaints: string[];
}

interface Options {
  readonly clock?: Clock;
  /** This server ignores keys. */
  readonly sendsIdempotencyKeys?: boolean;
  readonly watch?: (transport: Transport) => Transport;
}

export async function clientOf(style: Style, options: Options = {}): Promise<Client> {
  const { clock = systemClock, sendsIdempotencyKeys = false, watch = (transport) => transport } = options;
  const server = new PlainServer({ style, slatepacks });
  const base = await server.start();
  const complaints: string[] = [];
  let cookie = '';
  const http = createHttp({
    transport: watch(createTransport(base, clock)),
    clock,
    log: {
      unreadable: (call, faults) => complaints.push(`${call}: ${JSON.stringify(faults)}`),
      outage: (call, code) => complaints.push(`${call}: ${code}`),
      droppedFrame: () => complaints.push('a frame'),
      defect: (where) => complaints.push(where),
      warning: (message) => complaints.push(message),
    },
    sendsIdempotencyKeys,
    // Browsers keep the cookie themselves.
    sessionHeaders: (): Readonly<Record<string, string>> => (cookie === '' ? {} : { cookie }),
    onUnauthorized: () => complaints.push('401'),
  });
  const post = (path: string, fields: object) =>
    fetch(`${base}${path}`, { method: 'POST', body: JSON.stringify(fields) });
  const { email, password } = TRADER;
  await post('/auth/register', { email, username: 'ann', password, confirm_password: password });
  const login = await post('/auth/login', { email, password });
  cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  server.log.length = 0;
  return { server, base, http, complaints };
}
