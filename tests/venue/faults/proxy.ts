import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRandom, type Random } from '../../../venue/random.ts';

/** What happens to one request and its answer on the way. */
export const FAULTS = [
  /** The request never arrives. */
  'lost before',
  /** The venue acts, and its answer never arrives. */
  'lost after',
  /** The answer comes late. */
  'late',
  /** The request arrives twice, one after the other; the first answer is passed on. */
  'twice',
  /** The head of the answer, a part of its body, and then the connection ends. */
  'cut',
  /** A part of the body, and then nothing more. */
  'half',
  /** Something that is not an answer of the venue, after the venue has acted. */
  'replaced',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultProxy {
  readonly origin: string;
  /** For the next requests, one each; null lets one pass. */
  plan: (Fault | null)[];
  /** The delay, and the part of an answer that is sent. */
  random: Random;
  /** Faults since it was last emptied. */
  readonly done: string[];
  /** Whether some forwarded request is still unanswered. */
  readonly isWorking: boolean;
  /** Resolves when the venue has answered every forwarded request. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Delay of a late answer, in milliseconds. */
const LATEST = 40;

/** Stands in front of a venue and spoils what a test chooses. */
export async function startProxy(venue: string): Promise<FaultProxy> {
  const target = new URL(venue);
  const underway = new Set<Promise<unknown>>();

  async function ask(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const asking = new Promise<Answer>((resolve, reject) => {
      const { method, url: path } = request;
      const headers = { ...request.headers, host: target.host };
      const sent = forward({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
        collectDebt(answer).then(
          (all) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: all }),
          reject,
        );
      });
      sent.once('error', reject);
      sent.end(body);
    });
    underway.add(asking);
    try {
      return await asking;
    } finally {
      underway.delete(asking);
    }
  }

  const hand = (response: ServerResponse, { status, headers, body }: Answer, bytes = body.length): void => {
    response.writeHead(status, { ...headers, 'content-length': String(body.length) });
    response.write(body.subarray(0, bytes));
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await collectDebt(request);
    const fault = proxy.plan.shift() ?? null;
    proxy.done.push(`${request.method} ${request.url} ${fault ?? 'whole'}`);
    if (fault === 'lost before') return void response.destroy();
    const answer = await ask(request, body);
    if (fault === 'twice') await ask(request, body);
    if (fault === 'lost after') return void response.destroy();
    if (fault === 'late') await pause(proxy.random.whole(1, LATEST));
    if (fault === 'replaced') return void response.writeHead(502).end('<html>Bad Gateway</html>');
    const part = Math.max(0, proxy.random.whole(0, answer.body.length - 1));
    if (fault === 'cut') {
      hand(response, answer, part);
      await pause(1);
      return void response.destroy();
    }
    // The client's own time limit ends it.
    if (fault === 'half' && answer.body.length > 0) return hand(response, answer, part);
    hand(response, answer);
    return void response.end();
  }

  const server = createServer((request, response) => {
    // A client that gave up is no fault of the proxy.
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const proxy: FaultProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: [],
    random: createRandom('proxy'),
    done: [],
    get isWorking() {
      return underway.size > 0;
    },
    async idle() {
      while (underway.size > 0) await Promise.allSettled(underway);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return proxy;
}

async function collectDebt(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
