/**
 * The venue's log. It must never carry an IP, e-mail, address, amount, token or path parameter, so it takes
 * little: words that are fixed in the source, numbers, and short names (a pair, a migration, an error's code).
 * Of an error it keeps its class, its code and where it was thrown, never its message, which may quote a value.
 */
export type LogFields = Readonly<Record<string, number | string | readonly string[]>>;

export interface Log {
  info(text: string, fields?: LogFields): void;
  warn(text: string, fields?: LogFields): void;
  error(text: string, error: unknown): void;
}

const SHORT_NAME = /^[\w.:-]{1,60}$/;

export function createLog(write: (line: string) => void): Log {
  return {
    info: (text, fields) => write(`${text}${listed(fields)}`),
    warn: (text, fields) => write(`warning: ${text}${listed(fields)}`),
    error: (text, error) => write(`error: ${text}: ${describe(error)}`),
  };
}

export const silentLog: Log = createLog(() => undefined);

function listed(fields: LogFields = {}): string {
  return Object.entries(fields)
    .map(
      ([name, value]) =>
        ` ${name}=${typeof value === 'number' ? value : [value].flat().map(shortName).join(',')}`,
    )
    .join('');
}

/** A text that is no short name may be anything, also something private: it is not written. */
const shortName = (text: string): string => (SHORT_NAME.test(text) ? text : '?');

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is no error was thrown';
  const { code } = error as { code?: unknown };
  const kind = typeof code === 'string' ? `${error.name} ${shortName(code)}` : error.name;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [kind, ...frames.slice(0, 8)].join('\n');
}
