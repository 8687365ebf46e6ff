import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

/** A frame of the socket. */
export interface Frame {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface Passing {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly sent: Record<string, string>;
  status: number;
  readonly headers: Headers;
  cookies: string[];
  /** Undefined for an answer that is not JSON. */
  json: unknown;
}

/** One fault of a server. */
export interface Tampering {
  /** Called before the server receives it. */
  readonly before?: (passing: Pick<Passing, 'method' | 'path' | 'sent'> & { query: URLSearchParams }) => void;
  /** Changes what the client sends. */
  readonly body?: (passing: Pick<Passing, 'method' | 'path'>, body: Record<string, unknown>) => void;
  readonly after?: (passing: Passing) => void;
  /** A frame of the server; null swallows it. */
  readonly frame?: (frame: Frame) => Frame | null;
  /** A frame of the client; null swallows it. */
  readonly said?: (frame: Frame) => Frame | null;
}

export interface Proxy {
  readonly url: URL;
  close(): Promise<void>;
}

const HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/** Stands in front of a server and breaks one thing. */
export async function tamper(target: string, tampering: Tampering): Promise<Proxy> {
  const server = createServer((request, response) => void pass(request, response));

  function bodyFor(passing: Pick<Passing, 'method' | 'path'>, sent: string): string {
    if (!tampering.body || !passing.path.startsWith('/order/')) return sent;
    const body = JSON.parse(sent) as Record<string, unknown>;
    tampering.body(passing, body);
    return JSON.stringify(body);
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', target);
    const passing = { method: request.method ?? 'GET', path: url.pathname, sent: headersOf(request) };
    tampering.before?.({ ...passing, query: url.searchParams });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await fetch(url, {
      method: passing.method,
      headers: passing.sent,
      redirect: 'manual',
      ...(chunks.length === 0 ? {} : { body: bodyFor(passing, String(Buffer.concat(chunks))) }),
    });
    const text = await answer.text();
    const headers = new Headers(answer.headers);
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'set-cookie'])
      headers.delete(name);
    const isJson = headers.get('content-type')?.includes('json') ?? false;
    const whole: Passing = {
      ...passing,
      status: answer.status,
      headers,
      cookies: answer.headers.getSetCookie(),
      json: isJson ? JSON.parse(text) : undefined,
    };
    tampering.after?.(whole);
    for (const [name, value] of headers) response.setHeader(name, value);
    // Planted faults are not documented (tests/venue/documentedRefusals.ts).
    response.setHeader('x-planted', '1');
    if (whole.cookies.length > 0) response.setHeader('set-cookie', whole.cookies);
    response.writeHead(whole.status);
    response.end(isJson ? JSON.stringify(whole.json) : text);
  }

  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    const upstream = new WebSocket(`${target.replace('http', 'ws')}${request.url ?? ''}`, {
      headers: { origin: request.headers.origin ?? '' },
      perMessageDeflate: false,
    });
    upstream.on('error', () => socket.destroy());
    upstream.on('open', () =>
      sockets.handleUpgrade(request, socket, head, (client) => {
        bridge(client, upstream, tampering.said);
        bridge(upstream, client, tampering.frame);
      }),
    );
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const plain = Object.entries(headers).filter(([name]) => !HOP.has(name));
  return Object.fromEntries(plain.map(([name, value]) => [name, String(value)]));
}

function bridge(
  from: WebSocket,
  to: WebSocket,
  change: (frame: Frame) => Frame | null = (frame) => frame,
): void {
  from.on('message', (data: Buffer) => {
    const text = data.toString();
    let frame: Frame;
    try {
      frame = JSON.parse(text) as Frame;
    } catch {
      // Anything but JSON is passed on unchanged.
      to.send(text);
      return;
    }
    const changed = change(frame);
    if (changed !== null) to.send(JSON.stringify(changed));
  });
  from.on('close', () => to.terminate());
}
