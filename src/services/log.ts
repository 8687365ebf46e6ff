import type { Fault } from './contract/decode.ts';

export interface Log {
  /** Logged once per call and path. */
  unreadable(call: string, faults: readonly Fault[]): void;
  outage(call: string, code: string, status?: number): void;
  droppedFrame(count: number): void;
  defect(where: string, error: unknown): void;
  warning(message: string): void;
}

/** Writes names, paths and statuses; never values (CALL-11). */
export function createConsoleLog(console: Pick<Console, 'warn' | 'error'> = globalThis.console): Log {
  const said = new Set<string>();
  const once = (key: string, write: () => void): void => {
    if (said.has(key)) return;
    said.add(key);
    write();
  };
  return {
    unreadable: (call, faults) => {
      for (const { path, message } of faults.slice(0, 5)) {
        once(`${call} ${path.replace(/\d+/g, '#')}`, () =>
          console.warn(`${call}: ${path || 'answer'}: ${message}`),
        );
      }
    },
    outage: (call, code, status) =>
      console.error(`${call}: ${code}${status === undefined ? '' : ` ${status}`}`),
    droppedFrame: (count) => {
      if (count === 1 || count % 100 === 0) console.warn(`socket: ${count} unreadable frame(s) dropped`);
    },
    defect: (where, error) =>
      console.error(`${where}: ${error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'}`),
    warning: (message) => once(message, () => console.warn(message)),
  };
}
