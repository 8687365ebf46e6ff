import { configurationOf, readConfig } from '../../src/app/config.ts';
import { openPageChannel, saveRecording } from './pages.ts';
import type { ProtocolEvent } from './protocol.ts';
import { createRecorder } from './recorder.ts';
import type { Recording } from './recording.ts';
import { createStream } from './stream.ts';
import { watchActors } from './watchActors.ts';

export const MACHINES_PATH = '/__machines';
const GALLERY_PATH = '/__gallery';
/** Least milliseconds between messages to `/__machines`. */
const SEND_INTERVAL = 100;

declare global {
  /** Whether this build holds `tools/inspector`; set by `vite.config.ts`. */
  const DEVELOPER_TOOLS: boolean;
  /** The commit that this build was made from. */
  const BUILD: string;
  interface Window {
    /** For the browser's console. */
    quietbook?: { readonly recording: () => Recording; readonly saveRecording: () => void };
  }
}

/** Starts the tools before the first actor. @returns true if this page is a tool's and the application must not start. */
export async function openTools(window: Window & typeof globalThis): Promise<boolean> {
  const { document, location } = window;
  const isAllowed = import.meta.env.DEV || readConfig(configurationOf(document), location).features.inspector;
  if (!isAllowed) return false;
  if (location.pathname === MACHINES_PATH) {
    const { showMachines } = await import('./machinesPage.ts');
    showMachines(window);
    return true;
  }
  if (location.pathname === GALLERY_PATH) {
    const { showGallery } = await import('../../src/app/development/gallery/galleryPage.tsx');
    await showGallery(window);
    return true;
  }
  const page = String(Math.round(performance.timeOrigin));
  const channel = openPageChannel(window);
  let waiting: ProtocolEvent[] = [];
  const post = (events: readonly ProtocolEvent[], isAll: boolean): void =>
    channel.post({
      kind: 'events',
      page,
      title: document.title,
      events,
      isAll,
      takesEvents: import.meta.env.DEV,
    });
  const listeners = new Set<(event: ProtocolEvent) => void>();
  const now = (): number => performance.now();
  const stream = createStream((event) => {
    for (const listen of listeners) listen(event);
    waiting.push(event);
    if (waiting.length > 1) return;
    setTimeout(() => {
      const events = waiting;
      waiting = [];
      post(events, false);
    }, SEND_INTERVAL);
  }, now);
  const recorder = createRecorder(now, Date.now());
  watchActors(recorder.see);
  watchActors(stream.see);
  channel.listen((message) => {
    if (message.kind === 'who') post(stream.sent().slice(0, stream.sent().length - waiting.length), true);
    if (!('page' in message) || message.page !== page) return;
    if (message.kind === 'record') {
      channel.post({ kind: 'recording', page, by: message.by, recording: recorder.recording() });
    }
    // Built apart from the shipped client: nobody can send an event there.
    if (import.meta.env.DEV && message.kind === 'send') stream.actor(message.sessionId)?.send(message.event);
  });
  window.addEventListener('pagehide', () => channel.post({ kind: 'gone', page }));
  window.quietbook = {
    recording: recorder.recording,
    saveRecording: () => saveRecording(recorder.recording(), document),
  };
  const { offerReport } = await import('./problem.ts');
  offerReport(window, recorder.recording);
  if (new URLSearchParams(location.search).has('inspect')) {
    const { offerInspector } = await import('./inspector.ts');
    offerInspector(window, MACHINES_PATH, stream.sent, (listen) => void listeners.add(listen));
  }
  return false;
}
