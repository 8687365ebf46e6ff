import type { AnyMachineSnapshot } from 'xstate';
import { valueText, type AnyEvent } from './explore.ts';

/** An ID of docs/requirements.md with a part of the rule: `ORDER-03: enter valid price`. */
export type RequirementRef = `${Uppercase<string>}-${number}${string}`;

/**
 * One sentence of the requirements, written from their text and never from the machine. The first row that matches
 * wins; without a row the event must be ignored.
 */
export interface Row<Context, Ref extends string = RequirementRef> {
  readonly ref: Ref;
  /** As `valueText` writes them; `*` is any, `live*` any with this prefix. */
  readonly in: string | readonly string[];
  /** Event cases, outcomes (`login: refused`) and delays (`after retryPause`); a trailing `*` is allowed. */
  readonly on: string | readonly string[];
  /** What happens, in words for the report, where neither an event nor an outcome of the model has them. */
  readonly says?: string;
  readonly if?: (context: Context, event: AnyEvent) => boolean;
  /** Default: stays. */
  readonly to?: string | ((context: Context, event: AnyEvent) => string);
  /** Effects outside, in order. Default: none. */
  readonly does?: (context: Context, event: AnyEvent) => readonly string[];
  /** Parts of the context afterwards. */
  readonly sets?: (context: Context, event: AnyEvent) => Readonly<Record<string, unknown>>;
  /** Milliseconds. */
  readonly after?: number | ((context: Context) => number);
}

export interface Expectation {
  readonly to: string;
  readonly effects: readonly string[];
  readonly context: Readonly<Record<string, unknown>>;
  readonly delay: number | undefined;
  readonly row: string;
  /** -1 where there is none. */
  readonly rowIndex: number;
}

export interface SpecTable<Context> {
  readonly rows: readonly Row<Context, string>[];
  /** `[ORDER-03: enter valid price] editing -- press --> (stay)` */
  readonly titles: readonly string[];
  /** -1 where none does. */
  indexOf(name: string, event: AnyEvent, before: AnyMachineSnapshot | undefined): number;
  expect(name: string, event: AnyEvent, before: AnyMachineSnapshot | undefined): Expectation;
  /** The machine lost the behaviour, or the row is dead. */
  unused(): string[];
}

function matches(pattern: string | readonly string[], text: string): boolean {
  if (typeof pattern !== 'string') return pattern.some((one) => matches(one, text));
  if (pattern === '*' || pattern === text) return true;
  return pattern.endsWith('*') && text.startsWith(pattern.slice(0, -1));
}

/** The name of the first step: `{in: '', on: '(start)', to: …}`. */
export const START = '(start)';

export const IGNORED = '(ignored)';

export function specTable<Context, Ref extends string = RequirementRef>(
  rows: readonly Row<Context, Ref>[],
): SpecTable<Context> {
  const used = new Set<number>();
  const titleOf = (row: Row<Context, string>): string => {
    const to = typeof row.to === 'function' ? '(as told)' : (row.to ?? '(stay)');
    return `[${row.ref}] ${String(row.in)} -- ${String(row.on)} --> ${to}`;
  };
  const titles = rows.map(titleOf);
  const indexOf: SpecTable<Context>['indexOf'] = (name, event, before) => {
    const from = before ? valueText(before.value) : '';
    const context = before?.context as Context;
    return rows.findIndex(
      (one) => matches(one.in, from) && matches(one.on, name) && (one.if?.(context, event) ?? true),
    );
  };
  return {
    rows,
    titles,
    indexOf,
    expect(name, event, before) {
      const from = before ? valueText(before.value) : '';
      const context = before?.context as Context;
      const rowIndex = indexOf(name, event, before);
      const row = rows[rowIndex];
      if (!row)
        return {
          to: from,
          effects: [],
          context: { ...(before?.context as Readonly<Record<string, unknown>> | undefined) },
          delay: undefined,
          row: IGNORED,
          rowIndex,
        };
      used.add(rowIndex);
      return {
        to: typeof row.to === 'function' ? row.to(context, event) : (row.to ?? from),
        effects: row.does?.(context, event) ?? [],
        context: row.sets?.(context, event) ?? {},
        delay: typeof row.after === 'function' ? row.after(context) : row.after,
        row: titles[rowIndex] ?? '',
        rowIndex,
      };
    },
    unused: () => titles.filter((_title, index) => !used.has(index)),
  };
}
