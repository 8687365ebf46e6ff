// The page of the machines while another page has a lamp that was pressed.
import { createActor, createMachine } from 'xstate';
import { showMachines } from '../machinesPage.ts';
import type { ProtocolEvent } from '../protocol.ts';
import { sentIn } from '../session.ts';
import { createStream } from '../stream.ts';
import { allTransitions } from '../transitions.ts';
import { openWindow, textsOf } from './window.ts';

const lamp = createMachine({
  id: 'lamp',
  description: 'Lights the room',
  initial: 'off',
  states: {
    off: { on: { press: 'on', 'any.*': 'on' } },
    on: { on: { press: 'off' }, after: { 999999: 'off' } },
  },
});
export const transitions = allTransitions(lamp);

/** Messages of a page whose lamp was pressed. */
export function messagesOf(presses: readonly object[]): readonly ProtocolEvent[] {
  const stream = createStream(
    () => undefined,
    () => 0,
  );
  const actor = createActor(lamp, { inspect: stream.see });
  actor.start();
  for (const rest of presses) actor.send({ type: 'press', ...rest });
  return stream.sent();
}

export const PRESSED = messagesOf([{}, { count: 7 }, {}]);
export const COUNTED = messagesOf([{ count: 7 }, { type: 'noise' }]);
export const MOMENTS = sentIn(PRESSED).map(({ moment }) => moment);
export const LAMP = PRESSED[0]?.sessionId ?? '';

/** The page of the machines, and its texts. It starts with a machine that is drawn quickly. */
export function open(given: Parameters<typeof openWindow>[0] = { hash: '#flash' }) {
  const opened = openWindow(given);
  showMachines(opened.window);
  const { document, channels, named } = opened;
  const one = (selector: string): HTMLInputElement => {
    const found = document.querySelector<HTMLInputElement>(selector);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  };
  const text = (selector: string) => one(selector).textContent;
  const tell = (events: readonly ProtocolEvent[], more: object = {}) =>
    channels.say({
      kind: 'events',
      page: 'p1',
      title: 'Trade',
      events,
      isAll: true,
      takesEvents: true,
      ...more,
    });
  const asked = () => channels.posted.filter((message) => (message as { kind: string }).kind !== 'who');
  const actors = () => textsOf(named('Actors').querySelectorAll('button'));
  return { ...opened, one, text, tell, asked, actors };
}

/** The same once the first actor of another page is chosen. */
export function follow(events: readonly ProtocolEvent[], more: object = {}) {
  const opened = open();
  opened.tell(events, more);
  opened.one('.choice').click();
  return opened;
}
