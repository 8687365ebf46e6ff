// Socket fan-out: the venue's hub in a child process, its clients in this one. Every client watches every pair,
// and all books change before every flush.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { WebSocket } from 'ws';
import { ROOT, TYPESCRIPT } from '../../scripts/process.ts';
import { pause, print, quantile, round } from './figures.ts';

const SECONDS = 8;
/** Clients, and how many pairs change. */
const STEPS = [
  [200, 7],
  [200, 20],
  [200, 40],
  [1000, 4],
  [1000, 7],
] as const;
/** The goal: 50,000 messages a second at p99 under 50 ms. */
const GOAL = { perSecond: 50_000, p99: 50 };

/** @param count number of clients */
async function measure(count: number, pairs: number) {
  const server = fork(path.join(ROOT, 'tools', 'bench', 'fanout-server.ts'), [String(pairs)], {
    execArgv: TYPESCRIPT,
  });
  const ask = async (question: string) => {
    server.send(question);
    const [answer] = await once(server, 'message');
    return answer;
  };
  const [{ port }] = await once(server, 'message');
  let delivered = 0;
  let isMeasuring = false;
  const waits: number[] = [];
  const clients = Array.from(
    { length: count },
    () => new WebSocket(`ws://127.0.0.1:${port}/socket/ws`, { perMessageDeflate: false }),
  );
  try {
    await Promise.all(clients.map((client) => once(client, 'open')));
    for (const [index, client] of clients.entries()) {
      client.on('message', (data: Buffer) => {
        if (!isMeasuring) return;
        delivered += 1;
        // Only every tenth client reads the time; otherwise this process would be the bottleneck.
        if (index % 10 !== 0) return;
        const at = data.indexOf('"timestamp":"');
        if (at !== -1) waits.push(Date.now() - Date.parse(data.toString('latin1', at + 13, at + 37)));
      });
      for (let pair = 0; pair < pairs; pair += 1) {
        client.send(JSON.stringify({ type: 'subscribe_orderbook', pair_symbol: `C${pair}-BTC`, depth: 40 }));
      }
    }
    await pause(2000);
    isMeasuring = true;
    const started = performance.now();
    await pause(SECONDS * 1000);
    isMeasuring = false;
    const seconds = (performance.now() - started) / 1000;
    const { cpu, memory, peers } = await ask('figures');
    if (peers !== count) throw new Error(`only ${peers} of ${count} clients are still connected`);
    return {
      clients: count,
      pairs,
      'messages/s': Math.round(delivered / seconds),
      'p50 ms': quantile(waits, 0.5),
      'p99 ms': quantile(waits, 0.99),
      'server CPU %': round(cpu * 100, 0),
      'server MB': round(memory / 1e6, 0),
      'messages / goal': round(delivered / seconds / GOAL.perSecond, 2),
      'p99 / goal': round(quantile(waits, 0.99) / GOAL.p99, 2),
    };
  } finally {
    for (const client of clients) client.terminate();
    server.send('stop');
    await once(server, 'exit');
  }
}

export async function run() {
  const rows = [];
  for (const [clients, pairs] of STEPS) rows.push(await measure(clients, pairs));
  print(`Socket fan-out (goal, for 200 clients: ${GOAL.perSecond} messages/s at p99 ${GOAL.p99} ms)`, rows);
}
