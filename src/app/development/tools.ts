import { configurationOf, readConfig } from '../config.ts';
import { openPageChannel, saveRecording } from './pages.ts';
import { createRecorder } from './recorder.ts';
import type { Recording } from './recording.ts';
import { watchActors } from './watchActors.ts';

/** Where the machines are shown. */
const CHARTS_PATH = '/__charts';
/** States are told to `/__charts` this often at most. Milliseconds. */
const TOLD_EVERY = 100;

declare global {
  /** Whether this build holds `src/app/development`; set by `vite.config.ts`. */
  const DEVELOPER_TOOLS: boolean;
  interface Window {
    /** For the console of the browser. */
    quietbook?: { readonly recording: () => Recording; readonly saveRecording: () => void };
  }
}

/**
 * Opens what developers and testers look with, before the first actor starts: the recorder, `?inspect`, `/__charts`.
 * @returns whether the page is theirs, and the application does not begin in it.
 */
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
