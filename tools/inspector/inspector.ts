import './inspector.css';
import { createBrowserInspector } from '@statelyai/inspect';
import { maskFact } from '../../src/app/inspectionMask.ts';
import { makerOf } from './elements.ts';
import type { ProtocolEvent } from './protocol.ts';
import { MAX_EVENTS } from './session.ts';

const URL_OF_STATELY = 'https://stately.ai/inspect';
const WINDOW_NAME = 'xstateinspector';
/** The inspector announces when it listens. */
const CONNECTED = '@statelyai.connected';
/** Milliseconds until it counts as out of reach. */
const ANSWER_WITHIN = 3000;

type Adapter = ReturnType<typeof createBrowserInspector>['adapter'];

/** A bar with a press for the Stately inspector, a third-party page: before the press nothing asks for it. */
export function offerInspector(
  window: Window & typeof globalThis,
  machinesPath: string,
  sent: () => readonly ProtocolEvent[],
  listen: (listener: (event: ProtocolEvent) => void) => void,
): void {
  const { document } = window;
  const make = makerOf(document);
  const status = make('span', { role: 'status' });
  let adapter: Adapter | null = null;
  let timer: number | undefined;

  function say(text: string): void {
    window.clearTimeout(timer);
    status.textContent = text;
  }
  /** It does not know microsteps. */
  const pass = (event: ProtocolEvent): void => {
    if (event.type !== '@xstate.microstep') adapter?.send(event as Parameters<Adapter['send']>[0]);
  };

  /** Within the press, so that the browser does not block the window as a pop-up. */
  function open(): void {
    if (adapter) adapter.targetWindow = window.open(URL_OF_STATELY, WINDOW_NAME);
    else {
      const inspector = createBrowserInspector({
        url: URL_OF_STATELY,
        serialize: maskFact,
        maxDeferredEvents: MAX_EVENTS,
      });
      ({ adapter } = inspector);
      sent().forEach(pass);
      listen(pass);
    }
    if (adapter.targetWindow === null) {
      say('The browser blocked the window: allow windows of this page, and press again.');
      return;
    }
    say('Waiting for the Stately inspector …');
    timer = window.setTimeout(
      () => say('The Stately inspector does not answer. Open the machines instead: they need no internet.'),
      ANSWER_WITHIN,
    );
  }

  window.addEventListener('message', ({ source, data }: MessageEvent<{ type?: unknown } | null>) => {
    if (adapter && source === adapter.targetWindow && data?.type === CONNECTED) {
      say('The Stately inspector listens.');
    }
  });
  document.body.append(
    make(
      'aside.inspectorBar',
      { 'aria-label': 'Inspector' },
      make('button', { type: 'button', click: open }, 'Open the Stately inspector'),
      make('a', { href: machinesPath, target: '_blank' }, 'Machines'),
      status,
    ),
  );
}
