import { systemClock } from '../clock.ts';
import { createSocketEngine } from './engine.ts';
import type { AskMessage, EngineMessage, PageMessage, StartMessage } from './messages.ts';

function tell(message: EngineMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker speaks to its page alone.
  self.postMessage(message);
}

let receive: ((message: PageMessage) => void) | null = null;

// It lives as long as its page; each link and each book is ended by a message.
self.addEventListener(
  'message',
  ({ data }: MessageEvent<readonly (AskMessage | PageMessage | StartMessage)[]>) => {
    for (const message of data) {
      if (message.type === 'start') receive = createSocketEngine(message, { clock: systemClock, tell });
      else if (message.type === 'ask') tell({ type: 'ready' });
      else receive?.(message);
    }
  },
);

// Until then the page may have to do without.
tell({ type: 'ready' });
