import './app/styles.ts';
import { renderApp } from './app/render.tsx';
import { startApp } from './app/start.ts';

const element = document.querySelector<HTMLElement>('#root');
const [unavailable, late] = ['#unavailable', '#late'].map((id) => document.querySelector<HTMLElement>(id));

/** Nothing can be shown at all: what index.html keeps for this is shown instead. */
function giveUp(error: unknown): void {
  late?.remove();
  if (unavailable) unavailable.hidden = false;
  throw error;
}

async function begin(): Promise<void> {
  if (!element) throw new Error('index.html holds no place for the application');
  // Removed from a normal build: not a byte of it is shipped.
  if (DEVELOPER_TOOLS && (await (await import('../tools/inspector/tools.ts')).openTools(window))) return;
  if (!('popover' in HTMLElement.prototype)) (await import('./app/popovers.ts')).bringPopovers(window);
  await renderApp(startApp(window), element);
  unavailable?.remove();
}

begin().catch(giveUp);
