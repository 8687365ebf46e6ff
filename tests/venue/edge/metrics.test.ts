import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChainFigures } from '../../../venue/chains/status.ts';
import { createMetrics, type Measured, type Metrics } from '../../../venue/metrics/metrics.ts';
import { createRegistry } from '../../../venue/metrics/registry.ts';

let made: Metrics | null = null;
afterEach(() => made?.close());
const LEDGER = { whyStopped: () => null, checkedAt: () => 4000 } as const;
const POOL = { totalCount: 5, idleCount: 2, waitingCount: 7, options: { max: 8 } };
function metrics(measured: Partial<Measured> = {}): Promise<string> {
  made?.close();
  made = createMetrics(5000);
  made.watch({
    sockets: () => 3,
    malformedFrames: () => 2,
    ownedPairs: () => null,
    isLeader: () => false,
    chains: null,
    ledger: LEDGER,
    pools: { pool: POOL as Measured['pools'][string] },
    waiting: async () => ({
      withdrawalsHeld: 2,
      ticketsWaiting: 3,
      ticketsWaitingSince: 9,
      isInMaintenance: true,
    }),
    ...measured,
  });
  return made.read();
}
const lines = (text: string) => text.trimEnd().split('\n');
/** By name with label. */
const valuesIn = (text: string) =>
  new Map(
    lines(text)
      .filter((line) => !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );

describe("the venue's metrics", () => {
  const FIGURES: ChainFigures = {
    closed: null,
    height: 90,
    nodeHeight: 100,
    waiting: 4,
    waitingSince: new Date(3000),
    waitsFor: null,
    held: 5,
    unsent: 6,
    unsentSince: new Date(7000),
    givenUp: 0,
    isSent: true,
  };

  it('have a name, a description and a type for everything, and a number for each', async () => {
    const text = await metrics({ ownedPairs: () => 8, chains: new Map([['BTC', FIGURES]]) });
    const helps = lines(text).filter((line) => line.startsWith('# HELP '));
    expect(helps.length).toBeGreaterThan(15);
    expect(helps.filter((line) => !/^# HELP quietbook_[a-z_]+ [A-Z].*\.$/.test(line))).toEqual([]);
    const names = helps.map((line) => line.split(' ')[2]);
    expect(new Set(names).size).toBe(names.length);
    const kinds = lines(text).filter((line) => line.startsWith('# TYPE '));
    expect(kinds.map((line) => line.split(' ')[2])).toEqual(names);
    expect([...valuesIn(text).values()].filter((value) => !Number.isFinite(value))).toEqual([]);
  });

  it('say of each chain how far it is behind its node, and what waits', async () => {
    const values = valuesIn(await metrics({ chains: new Map([['BTC', FIGURES]]) }));
    const of = (name: string) => values.get(`quietbook_chain_${name}{coin="BTC"}`);
    expect(of('open')).toBe(1);
    expect([of('height'), of('node_height'), of('lag_blocks')]).toEqual([90, 100, 10]);
    expect([of('withdrawals_waiting'), of('withdrawals_held'), of('unsent')]).toEqual([4, 5, 6]);
    expect([of('withdrawals_waiting_since_seconds'), of('unsent_since_seconds')]).toEqual([3, 7]);
    expect(of('sender')).toBe(1);
    const silent: ChainFigures = {
      ...FIGURES,
      nodeHeight: null,
      waitingSince: null,
      unsentSince: null,
      isSent: false,
      closed: 'down',
    };
    const unknown = valuesIn(await metrics({ chains: new Map([['BTC', silent]]) }));
    expect(unknown.get('quietbook_chain_open{coin="BTC"}')).toBe(0);
    expect(unknown.get('quietbook_chain_sender{coin="BTC"}')).toBe(0);
    expect([...unknown.keys()].filter((name) => /node_height|lag_blocks|chain_.*_since/.test(name))).toEqual(
      [],
    );
  });

  it('say whether the books balance, what waits, and who waits for the database (OPERATOR-17)', async () => {
    const values = valuesIn(await metrics());
    expect(values.get('quietbook_withdrawals_stopped{reason="wrong"}')).toBe(0);
    expect(values.get('quietbook_books_checked_at_seconds{reach="whole"}')).toBe(4);
    expect([values.get('quietbook_withdrawals_held'), values.get('quietbook_maintenance')]).toEqual([2, 1]);
    expect([
      values.get('quietbook_tickets_waiting'),
      values.get('quietbook_tickets_waiting_since_seconds'),
    ]).toEqual([3, 9]);
    const of = (name: string) => values.get(`quietbook_database_${name}{pool="pool"}`);
    expect([of('connections'), of('connections_most'), of('waiting')]).toEqual([3, 8, 7]);
    const lost = valuesIn(
      await metrics({
        ledger: { whyStopped: () => 'unchecked', checkedAt: () => null },
        waiting: () => Promise.reject(new Error('the database is away')),
      }),
    );
    expect(lost.get('quietbook_withdrawals_stopped{reason="unchecked"}')).toBe(1);
    expect([...lost.keys()].filter((name) => /held|tickets|checked_at/.test(name))).toEqual([]);
  });

  it.each(['alerts.yml', 'dashboard.json'])(
    'docs/deployment/%s names only what is measured (OPERATOR-17)',
    async (file) => {
      const text = await metrics({ ownedPairs: () => 8, chains: new Map([['BTC', FIGURES]]) });
      const measured = new Set(lines(text).flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []));
      const named = readFileSync(`docs/deployment/${file}`, 'utf8').match(/quietbook_[a-z_]+/g) ?? [];
      expect(named.length).toBeGreaterThan(10);
      expect(named.filter((name) => !measured.has(name.replace(/_bucket$/, '')))).toEqual([]);
    },
  );

  it('name pairs and the leader only with several nodes', async () => {
    const alone = valuesIn(await metrics());
    expect([alone.get('quietbook_sockets'), alone.get('quietbook_malformed_frames')]).toEqual([3, 2]);
    expect(alone.has('quietbook_owned_pairs')).toBe(false);
    const values = valuesIn(await metrics({ ownedPairs: () => 8, isLeader: () => true }));
    expect([values.get('quietbook_owned_pairs'), values.get('quietbook_keeper')]).toEqual([8, 1]);
  });
});

describe('the text format', () => {
  it('counts values into every bucket that contains them', () => {
    const registry = createRegistry();
    const times = registry.histogram('t', 'Times.', [1, 2]);
    for (const value of [0.5, 1, 1.5, 9]) times.observe(value);
    expect(lines(registry.text())).toEqual([
      '# HELP t Times.',
      '# TYPE t histogram',
      't_bucket{le="1"} 2',
      't_bucket{le="2"} 3',
      't_bucket{le="+Inf"} 4',
      't_sum 12',
      't_count 4',
    ]);
  });

  it('counts by label in order, and escapes what would end a label', () => {
    const registry = createRegistry();
    const counter = registry.counter('c', 'Counts.', 'kind');
    for (const kind of ['b', 'a', 'b', 'x"\\\n']) counter.add(kind);
    const plain = registry.counter('p', 'Plain.');
    plain.add();
    expect(lines(registry.text()).filter((line) => !line.startsWith('#'))).toEqual([
      'c{kind="a"} 1',
      'c{kind="b"} 2',
      'c{kind="x\\"\\\\\\n"} 1',
      'p 1',
    ]);
  });
});
