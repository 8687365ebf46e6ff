import type { ProtocolEvent, SeenEvent } from './protocol.ts';
import type { Recording } from './recording.ts';

const CHANNEL = 'quietbook-machines';

/** `page` is the page that the message is about. */
export type PageMessage =
  | { readonly kind: 'who' }
  | {
      readonly kind: 'events';
      readonly page: string;
      readonly title: string;
      readonly events: readonly ProtocolEvent[];
      /** Whether they are all, and not only the newest. */
      readonly isAll: boolean;
      /** Whether the page takes `send`. */
      readonly takesEvents: boolean;
    }
  | { readonly kind: 'send'; readonly page: string; readonly sessionId: string; readonly event: SeenEvent }
  | { readonly kind: 'gone'; readonly page: string }
  /** `by` is the viewer that asks, and the only one that saves the answer. */
  | { readonly kind: 'record'; readonly page: string; readonly by: string }
  | { readonly kind: 'recording'; readonly page: string; readonly by: string; readonly recording: Recording };

export interface PageChannel {
  readonly post: (message: PageMessage) => void;
  readonly listen: (listener: (message: PageMessage) => void) => void;
}

export function openPageChannel(window: Window & typeof globalThis): PageChannel {
  const channel = new window.BroadcastChannel(CHANNEL);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name.
    post: (message) => channel.postMessage(message),
    listen: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => listener(data)),
  };
}

export function saveRecording(recording: Recording, document: Document): void {
  const url = URL.createObjectURL(
    new Blob([`${JSON.stringify(recording, null, 2)}\n`], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = `quietbook-${recording.began.replaceAll(/[:.]/g, '-')}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
