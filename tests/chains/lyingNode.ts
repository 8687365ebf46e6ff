import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a node does to those who ask it. */
export type Fault =
  | 'claims to be higher'
  | 'claims to be lower'
  | 'never answers'
  | 'answers half'
  | 'hangs up'
  /** A transaction reaches it, and whoever sent it never learns that. */
  | 'takes what is sent, and never says so';

export interface LyingNode {
  readonly url: string;
  fault: Fault | null;
  close(): Promise<void>;
}

const BLOCKS = 1000;
const LOWER = 3;

/** Heights as the nodes of all chains name them. */
function liedTo(text: string, by: number): string {
  const said = JSON.parse(text) as { result?: Record<string, unknown> | null };
  const { result } = said;
  if (!result || typeof result !== 'object') return text;
  const changed: Record<string, unknown> = { ...result };
  // EVM: its newest block; Bitcoin: `getblockchaininfo`; Monero: `get_info`.
  if (typeof result.number === 'string') changed.number = `0x${(Number(result.number) + by).toString(16)}`;
  if (typeof result.blocks === 'number') changed.blocks = result.blocks + by;
  if (typeof result.headers === 'number') changed.headers = result.headers + by;
  if (typeof result.target_height === 'number' && typeof result.height === 'number')
    changed.height = result.height + by;
  return JSON.stringify({ ...said, result: changed });
}

/** Whether the answer says how high the chain is. */
const tellsHeight = (request: string): boolean =>
  /"method":"(getblockchaininfo|get_info)"/.test(request) || request.includes('"latest",');

/** In front of a real node: passes everything on, or does what a test says. */
export async function startLyingNode(target: string): Promise<LyingNode> {
  const server = createServer((request, response) => {
    let asked = '';
    request.on('data', (part) => {
      asked += String(part);
    });
    request.on('end', () => {
      const { fault } = lying;
      if (fault === 'never answers') return;
      if (fault === 'hangs up') {
        request.socket.destroy();
        return;
      }
      fetch(`${target}${request.url === '/' ? '' : request.url}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: asked,
      })
        .then(async (answer) => {
          const text = await answer.text();
          if (fault === 'takes what is sent, and never says so' && asked.includes('eth_sendRawTransaction'))
            return;
          if (fault === 'answers half') response.end(text.slice(0, Math.floor(text.length / 2)));
          else if (fault && tellsHeight(asked))
            response.end(liedTo(text, fault === 'claims to be higher' ? BLOCKS : -LOWER));
          else response.end(text);
        })
        .catch(() => request.socket.destroy());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const lying: LyingNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: null,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return lying;
}
