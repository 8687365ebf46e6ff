import type { Fault } from '../contract/decode.ts';

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
