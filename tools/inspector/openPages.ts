import { openPageChannel } from './pages.ts';
import { isProtocolEvent, type ProtocolEvent, type SeenEvent } from './protocol.ts';
import type { Recording } from './recording.ts';
import { shortened } from './session.ts';

interface OpenPage {
  readonly title: string;
  readonly events: readonly ProtocolEvent[];
  readonly takesEvents: boolean;
}

export interface OpenPages {
  readonly list: () => readonly { readonly page: string; readonly name: string }[];
  readonly chosen: () => string | undefined;
  readonly choose: (page: string) => void;
  /** Of the chosen page. */
  readonly events: () => readonly ProtocolEvent[];
  readonly takesEvents: () => boolean;
  readonly canRecord: () => boolean;
  readonly record: () => void;
  readonly send: (sessionId: string, event: SeenEvent) => void;
}

/** Any XState application that opened this page as its inspector. */
const OPENER = 'opener';
/** The opener's inspector waits for it. */
const CONNECTED = '@statelyai.connected';

/** The pages whose actors are known: those of this origin through a channel, and the one that opened this page. */
export function openPages(
  window: Window & typeof globalThis,
  changed: () => void,
  recorded: (recording: Recording) => void,
): OpenPages {
  const pages = new Map<string, OpenPage>();
  const channel = openPageChannel(window);
  const self = String(window.performance.timeOrigin);
  let wanted: string | undefined;
  const chosen = (): string | undefined =>
    wanted !== undefined && pages.has(wanted) ? wanted : [...pages.keys()].at(-1);
  const current = (): OpenPage | undefined => pages.get(chosen() ?? '');

  function add(page: string, title: string, events: readonly ProtocolEvent[], takesEvents: boolean): void {
    pages.set(page, {
      title,
      takesEvents,
      events: shortened([...(pages.get(page)?.events ?? []), ...events]),
    });
    changed();
  }

  channel.listen((message) => {
    if (message.kind === 'events') {
      const { page, title, events, isAll, takesEvents } = message;
      // It was open before, and sends everything when asked.
      if (!isAll && !pages.has(page)) return channel.post({ kind: 'who' });
      if (isAll) pages.delete(page);
      add(page, title, events, takesEvents);
    } else if (message.kind === 'gone') {
      if (pages.delete(message.page)) changed();
    } else if (message.kind === 'recording' && message.by === self) recorded(message.recording);
  });
  channel.post({ kind: 'who' });

  const other = (window.opener ?? (window.parent === window ? null : window.parent)) as Window | null;
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (other !== null && source === other && isProtocolEvent(data)) {
      add(OPENER, 'The page that opened this one', [data], false);
    }
  });
  other?.postMessage({ type: CONNECTED }, '*');

  return {
    list: () => [...pages].map(([page, { title }]) => ({ page, name: title })),
    chosen,
    choose: (page) => {
      wanted = page;
    },
    events: () => current()?.events ?? [],
    takesEvents: () => current()?.takesEvents ?? false,
    canRecord: () => current() !== undefined && chosen() !== OPENER,
    record: () => channel.post({ kind: 'record', page: chosen() ?? '', by: self }),
    send: (sessionId, event) => channel.post({ kind: 'send', page: chosen() ?? '', sessionId, event }),
  };
}
