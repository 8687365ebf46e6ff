import type { ClientFrame } from '../contract/frames.ts';

export interface SocketHandlers {
  readonly opened: () => void;
  /** Text of one frame, as it came. */
  readonly received: (text: string) => void;
  readonly failed: () => void;
  readonly closed: () => void;
}

/** One connection. After `close` none of its handlers is called again. */
export interface Link {
  send(frame: ClientFrame): void;
  close(): void;
}

export type OpenLink = (handlers: SocketHandlers) => Link;
