import { makerOf } from './elements.ts';
import type { ActorSeen, Sent } from './session.ts';
import { eventTitle } from './stateBox.ts';

const MAX_SHOWN = 200;

const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 23);

function payloadOf(event: unknown): string {
  const { type: _type, ...rest } = event as Readonly<Record<string, unknown>>;
  return Object.keys(rest).length === 0 ? '' : JSON.stringify(rest);
}

/** XState's own events are answers and delays: only the actor that waits for them may send them. */
export const canBeSent = (type: string): boolean =>
  type !== '' && type !== 'always' && !type.startsWith('xstate.');

/** @param send null where no events are taken */
export function eventList(
  document: Document,
  sent: readonly Sent[],
  actors: ReadonlyMap<string, ActorSeen>,
  moment: number,
  choose: (moment: number) => void,
  send: ((one: Sent) => void) | null,
): readonly HTMLElement[] {
  const make = makerOf(document);
  const present = sent.findLast((one) => one.moment <= moment);
  return sent.slice(-MAX_SHOWN).map((one) => {
    const from = one.from === undefined ? 'the page' : (actors.get(one.from)?.name ?? one.from);
    const payload = payloadOf(one.event);
    const isPresent = one === present;
    return make(
      `li${isPresent ? '.is-present' : ''}${one.moment > moment ? '.is-later' : ''}`,
      {},
      make(
        'button.event',
        {
          type: 'button',
          'data-key': `${one.to} ${one.moment} ${one.type}`,
          'aria-current': isPresent ? 'step' : false,
          click: () => choose(one.moment),
        },
        make('small', {}, `${timeOf(one.at)} ${from} → ${actors.get(one.to)?.name ?? one.to}`),
        make('strong', {}, eventTitle(one.type)),
        payload === '' ? null : make('code', { title: payload }, payload),
      ),
      send && canBeSent(one.type)
        ? make('button', { type: 'button', 'aria-label': `Send ${one.type}`, click: () => send(one) }, 'Send')
        : null,
    );
  });
}
