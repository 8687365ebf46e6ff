/** Counters, gauges and histograms in the text format of Prometheus (version 0.0.4). */
export interface Registry {
  counter(name: string, help: string, label?: string): Counter;
  /** Read on each request. */
  gauge(name: string, help: string, read: () => number): void;
  /** Left out while it is null. */
  optional(name: string, help: string, read: () => number | null): void;
  /** One value for each of a fixed set, by its label. */
  gauges(name: string, help: string, label: string, read: () => Iterable<readonly [string, number]>): void;
  /** @param bounds ascending upper bounds of the buckets. */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram;
  text(): string;
}

export interface Counter {
  /** @param label one of a fixed set, never a text of a user. */
  add(label?: string): void;
}

export interface Histogram {
  observe(value: number): void;
}

export function createRegistry(): Registry {
  const parts: (() => string[])[] = [];
  const head = (name: string, kind: string, help: string): string[] => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${kind}`,
  ];

  return {
    counter(name, help, label) {
      const counts = new Map<string, number>(label === undefined ? [['', 0]] : []);
      parts.push(() => [
        ...head(name, 'counter', help),
        ...[...counts]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([value, count]) =>
            label === undefined ? `${name} ${count}` : `${name}{${label}="${escaped(value)}"} ${count}`,
          ),
      ]);
      return { add: (value = '') => void counts.set(value, (counts.get(value) ?? 0) + 1) };
    },
    gauge(name, help, read) {
      parts.push(() => [...head(name, 'gauge', help), `${name} ${read()}`]);
    },
    optional(name, help, read) {
      parts.push(() => {
        const value = read();
        return [...head(name, 'gauge', help), ...(value === null ? [] : [`${name} ${value}`])];
      });
    },
    gauges(name, help, label, read) {
      parts.push(() => [
        ...head(name, 'gauge', help),
        ...Array.from(read(), ([value, count]) => `${name}{${label}="${escaped(value)}"} ${count}`),
      ]);
    },
    histogram(name, help, bounds) {
      const counts = bounds.map(() => 0);
      let count = 0;
      let sum = 0;
      parts.push(() => [
        ...head(name, 'histogram', help),
        ...bounds.map((bound, at) => `${name}_bucket{le="${bound}"} ${counts[at]}`),
        `${name}_bucket{le="+Inf"} ${count}`,
        `${name}_sum ${sum}`,
        `${name}_count ${count}`,
      ]);
      return {
        observe(value) {
          count += 1;
          sum += value;
          for (const [at, bound] of bounds.entries()) if (value <= bound) counts[at] = (counts[at] ?? 0) + 1;
        },
      };
    },
    text: () => `${parts.flatMap((lines) => lines()).join('\n')}\n`,
  };
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
