import './app/styles.ts';
import { renderApp } from './app/render.tsx';
import { startApp } from './app/start.ts';

const element = document.querySelector<HTMLElement>('#root');
const unavailable = document.querySelector<HTMLElement>('#unavailable');

/** Nothing can be shown at all: what index.html keeps for this is shown instead. */
function giveUp(error: unknown): void {
  if (unavailable) unavailable.hidden = false;
  throw error;
}

try {
  if (!element) throw new Error('index.html holds no place for the application');
  renderApp(startApp(window), element).catch(giveUp);
} catch (error) {
  giveUp(error);
}
