import type { RecordsEvent } from '../../src/machines/history/index.ts';

type Observer = (snapshot: object) => void;

interface Read {
  readonly key: string;
  snapshot: object;
  observers: Set<Observer>;
  readers: number;
}

const snapshotOf = (value: unknown, context: object): object => ({
  value,
  context: { data: null, leftOut: 0, updatedAt: null, failure: null, ...context },
});
/** Every non-empty list has an unreadable record, because a page counts what was sent. */
const sent = (rows: number): object =>
  rows === 0 ? { data: [], leftOut: 0 } : { data: Array.from({ length: rows - 1 }, () => null), leftOut: 1 };

/** Reads that the test decides; they have walks of their own. */
export function scriptedReads(effects: string[]) {
  const reads = new Map<string, Read>();
  let count = 0;
  const readOf = (name: string, params: object, userId: string | null): Read => {
    const key = `${name} ${JSON.stringify(params)} of ${userId}`;
    const read = reads.get(key) ?? {
      key,
      snapshot: snapshotOf('idle', {}),
      observers: new Set(),
      readers: 0,
    };
    reads.set(key, read);
    return read;
  };
  const watchedReads = (): Read[] => [...reads.values()].filter(({ readers }) => readers > 0);
  return {
    of(name: string, params: object, userId: string | null) {
      const read = readOf(name, params, userId);
      return {
        name,
        ref: {
          getSnapshot: () => read.snapshot,
          subscribe(observer: Observer) {
            read.observers.add(observer);
            return { unsubscribe: () => void read.observers.delete(observer) };
          },
          send: ({ type }: { readonly type: string }) => void effects.push(`${type} ${read.key}`),
        },
        watch() {
          read.readers += 1;
          // Always new to this reader: older data belong to another test.
          read.snapshot = snapshotOf({ loading: 'reading' }, {});
          effects.push(`watch ${read.key}`);
          return () => {
            read.readers -= 1;
            effects.push(`leave ${read.key}`);
          };
        },
      };
    },
    say(event: RecordsEvent): void {
      const [read] = watchedReads();
      if (!read) throw new Error('nothing is watched');
      count += 1;
      const known = 'rows' in event ? { ...sent(event.rows), updatedAt: count } : {};
      const failure = 'failure' in event ? { failure: event.failure } : {};
      const values = {
        'records.loading': { loading: 'reading' },
        'records.arrived': 'fresh',
        'records.refreshing': { refreshing: 'reading' },
        'records.outdated': { stale: 'shown' },
        'records.missing': 'failed',
      } as const;
      read.snapshot = snapshotOf(values[event.type], { ...known, ...failure });
      for (const observer of read.observers) observer(read.snapshot);
    },
    watched: () => watchedReads().map(({ key }) => key),
  };
}
