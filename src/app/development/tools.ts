import { configurationOf, readConfig } from '../config.ts';
import { openPageChannel, saveRecording } from './pages.ts';
import { createRecorder } from './recorder.ts';
import type { Recording } from './recording.ts';
import { watchActors } from './watchActors.ts';

const CHARTS_PATH = '/__charts';
/** Least milliseconds between messages to `/__charts`. */
const TOLD_EVERY = 100;

declare global {
  /** Whether this build holds `src/app/development`; set by `vite.config.ts`. */
  const DEVELOPER_TOOLS: boolean;
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
  if (location.pathname === CHARTS_PATH) {
    const { showMachines } = await import('./machinesPage.ts');
    showMachines(document);
    return true;
  }
  const page = String(Math.round(performance.timeOrigin));
  const channel = openPageChannel();
  let isTelling = false;
  const tellSoon = (): void => {
    if (isTelling) return;
    isTelling = true;
    setTimeout(() => {
      isTelling = false;
      channel.say({ kind: 'states', page, title: document.title, actors: recorder.running() });
    }, TOLD_EVERY);
  };
  const recorder = createRecorder(() => performance.now(), Date.now(), tellSoon);
  watchActors(recorder.see);
  channel.hear((message) => {
    if (message.kind === 'who') tellSoon();
    if (message.kind === 'record' && message.page === page)
      channel.say({ kind: 'recording', page, recording: recorder.recording() });
  });
  window.addEventListener('pagehide', () => channel.say({ kind: 'gone', page }));
  window.quietbook = {
    recording: recorder.recording,
    saveRecording: () => saveRecording(recorder.recording(), document),
  };
  if (new URLSearchParams(location.search).has('inspect')) {
    const { openInspector } = await import('./inspector.ts');
    watchActors(openInspector());
  }
  return false;
}
