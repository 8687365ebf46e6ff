import type { LogFormat } from './log.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings from environment variables. */
export interface Reading {
  readonly text: (name: string) => string | null;
  readonly number: (name: string, fallback: number, least: number, most: number) => number;
  readonly choice: <T extends string>(name: string, options: readonly T[], fallback: T) => T;
  /** A sentence for each unusable value. */
  readonly faults: string[];
}

export interface MetricsSettings {
  readonly port: number;
  readonly host: string;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export function readEnvironment(env: Environment): Reading {
  const faults: string[] = [];
  const text = (name: string): string | null => env[name]?.trim() || null;
  return {
    text,
    faults,
    number(name, fallback, least, most) {
      const raw = text(name);
      if (raw === null) return fallback;
      const value = /^\d{1,9}(\.\d{1,3})?$/.test(raw) ? Number(raw) : Number.NaN;
      if (value >= least && value <= most) return value;
      faults.push(`${name} must be a number from ${least} to ${most}; it is "${raw}".`);
      return fallback;
    },
    choice(name, options, fallback) {
      const raw = text(name);
      if (raw === null) return fallback;
      const found = options.find((option) => option === raw.toLowerCase());
      if (found === undefined) faults.push(`${name} must be ${options.join(' or ')}; it is "${raw}".`);
      return found ?? fallback;
    },
  };
}

/** Null where metrics are off. */
export function readMetrics({ text, number, faults }: Reading): MetricsSettings | null {
  const port = text('METRICS_PORT') === null ? null : number('METRICS_PORT', 0, 0, 65_535);
  if (port !== null && !Number.isInteger(port)) faults.push('METRICS_PORT must be a whole number.');
  // Metrics are for the operator only, so they do not follow `HOST`.
  return port === null ? null : { port, host: text('METRICS_HOST') ?? '127.0.0.1' };
}

export const readLogFormat = ({ choice }: Reading): LogFormat =>
  choice('LOG_FORMAT', ['text', 'json'], 'text');
