import { once } from 'node:events';
import { createServer, request as forward, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

/** Named in the data; must never be contacted. */
export const HOSTILE = 'hostile.example';

/** Bait that a careless client would fetch, follow or look up. */
const BAIT = `https://${HOSTILE}/a.png //${HOSTILE}/b.js <img src="https://${HOSTILE}/c.png">`;

/** Texts that other users or servers choose. */
const TEXTS =
  /^(name|\w+_name|network|unit|subject|description|message|error|content|\w*username|address|address_format|refund_address|extra_id|tx_hash|\w*hash|\w*reason)$/;

/** Fields that a client might take for the address of a picture, a page or a preload. */
const ADDRESSES = Object.fromEntries(
  ['icon', 'logo', 'logo_url', 'image', 'avatar', 'url', 'href', 'link', 'explorer_url', 'favicon'].map(
    (key) => [key, `https://${HOSTILE}/${key}.png`],
  ),
);

/** Puts the bait into every such text and the addresses into every record. */
export function baited(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(baited);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([key, part]) => [
    key,
    typeof part === 'string' && TEXTS.test(key) ? `${part} ${BAIT}` : baited(part),
  ]);
  const isRecord = Object.values(value).some((part) => typeof part === 'string');
  return { ...Object.fromEntries(parts), ...(isRecord ? ADDRESSES : {}) };
}

const baitedText = (text: string): string => JSON.stringify(baited(JSON.parse(text)));

export interface BaitedVenue {
  readonly url: string;
  close(): Promise<void>;
}

/** A proxy before a venue that baits all data. */
export async function baitVenue(venue: string): Promise<BaitedVenue> {
  const target = new URL(venue);
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => {
    const { method, url: path = '', headers } = request;
    const asked = { ...headers, 'accept-encoding': 'identity' };
    const sent = forward({ host: target.hostname, port: target.port, method, path, headers: asked });
    // The page was left, or the venue ends.
    sent.on('error', () => response.destroy());
    sent.on('response', (answer) => {
      handOn(answer, path).then(
        ({ headers, body }) => response.writeHead(answer.statusCode ?? 502, headers).end(body),
        () => response.destroy(),
      );
    });
    request.pipe(sent);
  });
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (page) => {
      const { host, origin, cookie } = request.headers;
      const inner = new WebSocket(new URL(request.url ?? '', target.href.replace(/^http/, 'ws')), {
        headers: { host, origin, ...(cookie === undefined ? {} : { cookie }) },
      });
      const opened = once(inner, 'open');
      page.on('message', (data) => void opened.then(() => inner.send(text(data))));
      inner.on('message', (data) => page.send(baitedText(text(data))));
      inner.on('close', () => page.close());
      page.on('close', () => inner.close());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const page of sockets.clients) page.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Translations are not data. */
async function handOn(
  answer: IncomingMessage,
  path: string,
): Promise<{ readonly headers: IncomingHttpHeaders; readonly body: Buffer | string }> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  const isData = answer.headers['content-type']?.startsWith('application/json') ?? false;
  if (!isData || body.length === 0 || path.startsWith('/locales/')) return { headers: answer.headers, body };
  const headers = { ...answer.headers };
  delete headers['content-length'];
  delete headers.etag;
  return { headers, body: baitedText(body.toString()) };
}

const text = (data: RawData): string => (data as Buffer).toString();
