// Startup and shutdown of the venue's processes: the venue itself, and one that sends coins.
import { createLog, type Log, type LogFormat } from './log.ts';

/** Goes to standard error. */
export const startLog = (format: LogFormat): Log =>
  createLog(
    (line) => console.error(line),
    format,
    () => new Date(),
  );

/** Ends the process. Prints a message for operating errors, and a stack for defects. */
export function failStart(error: unknown): never {
  const isDefect =
    error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  console.error(isDefect ? error.stack : error instanceof Error ? error.message : String(error));
  process.exit(1);
}

/** Finishes running work once, at the first SIGTERM or SIGINT. @returns whether it has started. */
export function closeOnSignals(close: () => Promise<unknown>): () => boolean {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!isStopping) close().catch(failStart);
      isStopping = true;
    });
  }
  return () => isStopping;
}
