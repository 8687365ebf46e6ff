import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MiddlewareHandler } from 'hono';
import type { ChainFigures } from '../chains/status.ts';
import type { Bindings } from '../http/handler.ts';
import { type Waiting, watchBooks, watchPools, watchWaiting } from './books.ts';
import { createRegistry } from './registry.ts';

/** A collector gives up sooner than the database does. */
const ANSWER_WITHIN_MS = 2000;
const later = (milliseconds: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(null), milliseconds).unref();
  });

/** Histogram buckets, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Measured {
  readonly sockets: () => number;
  readonly malformedFrames: () => number;
  /** Null for a single node. */
  readonly ownedPairs: () => number | null;
  readonly isLeader: () => boolean;
  /** By coin; null for a sandbox. */
  readonly chains: ReadonlyMap<string, ChainFigures> | null;
  readonly ledger: Parameters<typeof watchBooks>[1];
  readonly pools: Parameters<typeof watchPools>[1];
  /** Called for each answer. */
  readonly waiting: () => Promise<Waiting>;
}

/** Each coin on a real node, as the last round of this node found it (CHAIN-16). */
const CHAIN_GAUGES: readonly (readonly [
  name: string,
  help: string,
  read: (of: ChainFigures) => number | null,
])[] = [
  ['open', 'Whether the coin is open.', ({ closed }) => Number(closed === null)],
  ['height', 'The newest recorded block.', ({ height }) => height],
  ['node_height', 'The newest block of its node.', ({ nodeHeight }) => nodeHeight],
  [
    'lag_blocks',
    'Blocks of its node that are not recorded.',
    ({ height, nodeHeight }) => (nodeHeight === null ? null : Math.max(0, nodeHeight - height)),
  ],
  ['sender', 'Whether some process sends the coin.', ({ isSent }) => Number(isSent)],
  ['withdrawals_waiting', 'Withdrawals that are not built yet.', ({ waiting }) => waiting],
  [
    'withdrawals_waiting_since_seconds',
    'Since when the oldest of those waits, in epoch seconds.',
    ({ waitingSince }) => waitingSince && waitingSince.getTime() / 1000,
  ],
  ['withdrawals_held', 'Withdrawals that wait for an operator.', ({ held }) => held],
  ['unsent', 'Stored transactions that the node does not take.', ({ unsent }) => unsent],
  [
    'unsent_since_seconds',
    'When the oldest of those was first not taken, in epoch seconds.',
    ({ unsentSince }) => unsentSince && unsentSince.getTime() / 1000,
  ],
];

/** Totals of the process. No account, address, pair or path is a label, so that users cannot be tracked. */
export interface Metrics {
  readonly count: MiddlewareHandler<Bindings>;
  watch(measured: Measured): void;
  /** By coin. */
  watchChains(chains: ReadonlyMap<string, ChainFigures>): void;
  /** Whether the books balance (OPERATOR-17). */
  watchBooks(ledger: Parameters<typeof watchBooks>[1]): void;
  /** What waits for an operator is as old as the last `read`. */
  text(): string;
  read(): Promise<string>;
  close(): void;
}

/** @param startedAt epoch milliseconds. */
export function createMetrics(startedAt: number): Metrics {
  const registry = createRegistry();
  let waiting: Waiting | null = null;
  let readWaiting = async (): Promise<Waiting | null> => null;
  const answers = registry.counter('quietbook_http_answers_total', 'Answers by status class.', 'status');
  const times = registry.histogram('quietbook_http_answer_seconds', 'Time to answer, in seconds.', SECONDS);
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  registry.gauge(
    'quietbook_start_time_seconds',
    'Start of the process, in epoch seconds.',
    () => startedAt / 1000,
  );
  registry.gauge('quietbook_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  registry.gauge('quietbook_heap_used_bytes', 'Used heap.', () => process.memoryUsage().heapUsed);
  registry.gauge('quietbook_cpu_seconds', 'Processor time since the start.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  registry.gauge(
    'quietbook_event_loop_delay_seconds',
    'Longest delay of the event loop since the last time that somebody asked.',
    () => {
      const longest = delay.max / 1e9;
      delay.reset();
      return longest;
    },
  );

  function watchChains(chains: ReadonlyMap<string, ChainFigures>): void {
    for (const [name, help, read] of CHAIN_GAUGES)
      registry.gauges(`quietbook_chain_${name}`, help, 'coin', () =>
        [...chains].flatMap(([coin, figures]) => {
          const value = read(figures);
          return value === null ? [] : [[coin, value] as const];
        }),
      );
  }

  return {
    watchChains,
    watchBooks: (ledger) => watchBooks(registry, ledger),
    count: async (c, next) => {
      const begun = performance.now();
      await next();
      answers.add(`${Math.trunc(c.res.status / 100)}xx`);
      times.observe((performance.now() - begun) / 1000);
    },
    watch({ sockets, malformedFrames, ownedPairs, isLeader, chains, ledger, pools, waiting: read }) {
      registry.gauge('quietbook_sockets', 'Open sockets.', sockets);
      registry.gauge('quietbook_malformed_frames', 'Frames that could not be read.', malformedFrames);
      watchBooks(registry, ledger);
      watchPools(registry, pools);
      watchWaiting(registry, () => waiting);
      readWaiting = read;
      if (chains) watchChains(chains);
      if (ownedPairs() === null) return;
      registry.gauge('quietbook_owned_pairs', 'Pairs that this node matches.', () => ownedPairs() ?? 0);
      registry.gauge('quietbook_keeper', 'Whether this node does what one does for all.', () =>
        Number(isLeader()),
      );
    },
    text: () => registry.text(),
    async read() {
      // What does not depend on the database is reported in any case.
      waiting = await Promise.race([readWaiting(), later(ANSWER_WITHIN_MS)]).catch(() => null);
      return registry.text();
    },
    close: () => void delay.disable(),
  };
}
