/**
 * Keeps private values (IP, email, address, amount, token) out of the log: only fixed texts, numbers and short names,
 * and of an error only class, code and stack, because messages may quote values.
 */
export type LogFields = Readonly<Record<string, number | string | readonly string[]>>;

export interface Log {
  info(text: string, fields?: LogFields): void;
  warn(text: string, fields?: LogFields): void;
  error(text: string, error: unknown): void;
}

export type LogFormat = 'text' | 'json';
type Level = 'info' | 'warn' | 'error';

/** A published hash in two halves: whole, it would be left out, since anything long may be private. */
export const halvesOf = (hash: string): readonly string[] => [hash.slice(0, 32), hash.slice(32)];

const SHORT_NAME = /^[\w.:-]{1,60}$/;
/** Stack lines that name a place in a file; others may be part of the message. */
const FRAME = /^\s+at (?:[\w.<>$#[\] ]+ \()?(?:file:\/\/|node:|\/)[\w\s./:@%+?=-]+:\d+:\d+\)?$/;

/** @param clock puts the time, in UTC, before each line of text; a line in JSON always has it. */
export function createLog(
  write: (line: string) => void,
  format: LogFormat = 'text',
  clock?: () => Date,
): Log {
  const timed: Line = (...parts) => `${clock ? `${clock().toISOString()} ` : ''}${textLine(...parts)}`;
  const line = format === 'json' ? jsonLine : timed;
  return {
    info: (text, fields) => write(line('info', text, fields)),
    warn: (text, fields) => write(line('warn', text, fields)),
    error: (text, error) => write(line('error', text, {}, error)),
  };
}

type Line = (level: Level, text: string, fields?: LogFields, error?: unknown) => string;

const textLine: Line = (level, text, fields = {}, error) => {
  if (level === 'error') return `error: ${text}: ${[kindOf(error), ...framesOf(error)].join('\n')}`;
  const listed = Object.entries(fields).map(
    ([name, value]) => ` ${name}=${[value].flat().map(safe).join(',')}`,
  );
  return `${level === 'warn' ? 'warning: ' : ''}${text}${listed.join('')}`;
};

const jsonLine: Line = (level, text, fields = {}, error) => {
  const listed = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'object' ? value.map(safe) : safe(value),
  ]);
  const thrown =
    level === 'error' ? { error: kindOf(error), at: framesOf(error).map((frame) => frame.trim()) } : {};
  return JSON.stringify({
    time: new Date().toISOString(),
    level,
    text,
    ...Object.fromEntries(listed),
    ...thrown,
  });
};

const safe = <T extends number | string>(value: T): T | '?' =>
  typeof value === 'number' || SHORT_NAME.test(value) ? value : '?';

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is no error was thrown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `${safe(error.name)} ${safe(code)}` : safe(error.name);
}

function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { message, stack = '' } = error;
  const begin = stack.indexOf(message);
  const rest = begin < 0 ? stack : stack.slice(begin + message.length);
  const frames = rest.split('\n').filter((line) => FRAME.test(line));
  return frames.slice(0, 8);
}

export const silentLog: Log = createLog(() => undefined);
