import type { AnyMachineSnapshot } from 'xstate';
import { valueText, type AnyEvent } from './explore.ts';

/**
 * One sentence of the requirements, written from their text and never from the machine. The first row that
 * matches wins; a pair of state and event without a row must be ignored: same state, same context, nothing seen outside.
 */
export interface Row<Context> {
  /** IDs of docs/requirements.md, and which part of the rule: `ORDER-03: enter valid price`. */
  readonly ref: string;
  /** State or states as `valueText` writes them; `*` is any, `live*` any that begins so. */
  readonly in: string | readonly string[];
  /** Names of event cases, outcomes (`login: refused`) and delays (`after retryPause`); a trailing `*` is allowed. */
  readonly on: string | readonly string[];
  readonly if?: (context: Context, event: AnyEvent) => boolean;
  /** Default: stays. */
  readonly to?: string | ((context: Context, event: AnyEvent) => string);
  /** What the outside sees, in order. Default: nothing. */
  readonly does?: (context: Context, event: AnyEvent) => readonly string[];
  /** Parts of the context afterwards. */
  readonly sets?: (context: Context, event: AnyEvent) => Readonly<Record<string, unknown>>;
  /** Milliseconds that the delay must take. */
  readonly after?: number | ((context: Context) => number);
}

export interface Expectation {
  readonly to: string;
  readonly effects: readonly string[];
  readonly context: Readonly<Record<string, unknown>>;
  readonly delay: number | undefined;
  readonly row: string;
}

export interface SpecTable<Context> {
  readonly rows: readonly Row<Context>[];
  expect(name: string, event: AnyEvent, before: AnyMachineSnapshot | undefined): Expectation;
  /** Rows that no path exercised: the machine lost the behaviour, or the row is dead. */
  unused(): string[];
}

function matches(pattern: string | readonly string[], text: string): boolean {
  if (typeof pattern !== 'string') return pattern.some((one) => matches(one, text));
  if (pattern === '*' || pattern === text) return true;
  return pattern.endsWith('*') && text.startsWith(pattern.slice(0, -1));
}

/** The name under which the very first step is looked up: `{in: '', on: '(start)', to: …}`. */
export const START = '(start)';

/** What stands for the row of a pair of state and event that has none. */
export const IGNORED = '(ignored)';

export function specTable<Context>(rows: readonly Row<Context>[]): SpecTable<Context> {
  const used = new Set<Row<Context>>();
  const titleOf = (row: Row<Context>): string => {
    const to = typeof row.to === 'function' ? '(as told)' : (row.to ?? '(stay)');
    return `[${row.ref}] ${String(row.in)} -- ${String(row.on)} --> ${to}`;
  };
  return {
    rows,
    expect(name, event, before) {
      const from = before ? valueText(before.value) : '';
      const context = before?.context as Context;
      const row = rows.find(
        (one) => matches(one.in, from) && matches(one.on, name) && (one.if?.(context, event) ?? true),
      );
      if (!row)
        return {
          to: from,
          effects: [],
          context: { ...(before?.context as Readonly<Record<string, unknown>> | undefined) },
          delay: undefined,
          row: IGNORED,
        };
      used.add(row);
      return {
        to: typeof row.to === 'function' ? row.to(context, event) : (row.to ?? from),
        effects: row.does?.(context, event) ?? [],
        context: row.sets?.(context, event) ?? {},
        delay: typeof row.after === 'function' ? row.after(context) : row.after,
        row: titleOf(row),
      };
    },
    unused: () => rows.filter((row) => !used.has(row)).map(titleOf),
  };
}
