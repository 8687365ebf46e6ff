import { configurationOf, readConfig } from '../config.ts';
import { openPageChannel, saveRecording } from './pages.ts';
import { createRecorder } from './recorder.ts';
import type { Recording } from './recording.ts';
import { watchActors } from './watchActors.ts';

const CHARTS_PATH = '/__charts';
/** Least milliseconds between messages to `/__charts`. */
const SEND_INTERVAL = 100;

declare global {
  /** Whether this build holds `src/app/development`; set by `vite.config.ts`. */
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
  if (location.pathname === CHARTS_PATH) {
    const { showMachines } = await import('./machinesPage.ts');
    showMachines(document);
    return true;
  }
  const page = String(Math.round(performance.timeOrigin));
  const channel = openPageChannel();
  let isTelling = false;
  const sendSoon = (): void => {
    if (isTelling) return;
    isTelling = true;
    setTimeout(() => {
      isTelling = false;
      channel.post({ kind: 'states', page, title: document.title, actors: recorder.running() });
    }, SEND_INTERVAL);
  };
  const recorder = createRecorder(() => performance.now(), Date.now(), sendSoon);
  watchActors(recorder.see);
  channel.listen((message) => {
    if (message.kind === 'who') sendSoon();
    if (message.kind === 'record' && message.page === page)
      channel.post({ kind: 'recording', page, recording: recorder.recording() });
  });
  window.addEventListener('pagehide', () => channel.post({ kind: 'gone', page }));
  window.quietbook = {
    recording: recorder.recording,
    saveRecording: () => saveRecording(recorder.recording(), document),
  };
  const { offerReport } = await import('./problem.ts');
  offerReport(window, recorder.recording);
  if (new URLSearchParams(location.search).has('inspect')) {
    const { openInspector } = await import('./inspector.ts');
    watchActors(openInspector());
  }
  return false;
}
