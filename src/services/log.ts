import type { Fault } from './contract/decode.ts';

/** The console, through one door that never prints what a user typed or a server sent. */
export interface Log {
  /** An answer, or records of it, could not be read. Said once per call and path. */
  unreadable(call: string, faults: readonly Fault[]): void;
  /** A call got no usable answer. */
  outage(call: string, code: string, status?: number): void;
  /** A frame of the socket could not be read. */
  droppedFrame(count: number): void;
  /** A defect: name and place only. */
  defect(where: string, error: unknown): void;
  warning(message: string): void;
}

/** Writes names, paths and statuses; never values (CALL-11). */
export function createConsoleLog(): Log {
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
