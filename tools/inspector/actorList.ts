import { makerOf } from './elements.ts';
import { MACHINES } from './machines.ts';
import { machineOf } from './machineOf.ts';
import { type ActorSeen, isEnded, treeOf } from './session.ts';
import { idsOfState, leafName } from './stateBox.ts';

/** An actor by its session, or a machine without one. */
export interface Choice {
  readonly actor?: string;
  readonly machine?: string;
}

/** `outcomeUnknown.looking and notice.hidden`; the status of an actor without states. */
export function stateText({ snapshot: { value, status } }: ActorSeen): string {
  if (value === undefined) return status ?? '';
  const ids = idsOfState('', value);
  return ids
    .filter((one) => !ids.some((other) => other !== one && other.startsWith(`${one}.`)))
    .map(leafName)
    .join(' and ');
}

/** Actors as a tree, then all machines; those whose name holds the searched text. */
export function actorList(
  document: Document,
  actors: ReadonlyMap<string, ActorSeen>,
  query: string,
  chosen: Choice,
  choose: (choice: Choice) => void,
): readonly HTMLElement[] {
  const make = makerOf(document);
  const isFound = (name: string): boolean => name.toLowerCase().includes(query.trim().toLowerCase());
  const line = (choice: Choice, depth: number, ended: boolean, ...content: HTMLElement[]): HTMLElement => {
    const key = choice.actor ?? choice.machine ?? '';
    const isChosen = choice.actor === chosen.actor && choice.machine === chosen.machine;
    const button = make(
      `button.choice${ended ? '.is-ended' : ''}`,
      {
        type: 'button',
        'data-key': key,
        'aria-current': isChosen ? 'true' : false,
        click: () => choose(choice),
      },
      ...content,
    );
    const item = make('li', {}, button);
    item.style.setProperty('--depth', String(Math.min(depth, 6)));
    return item;
  };
  const nameOf = (actor: ActorSeen): string => {
    const machine = machineOf(actor)?.id;
    return machine === undefined || machine === actor.name ? actor.name : `${actor.name} (${machine})`;
  };
  const seen = treeOf(actors).filter(([, actor]) => isFound(nameOf(actor)));
  const known = [...MACHINES.keys()].filter(isFound);
  return [
    make('h2', {}, 'Actors'),
    seen.length === 0 ? make('p.quiet', {}, 'None.') : make('span', {}),
    make(
      'ul',
      { 'aria-label': 'Actors' },
      ...seen.map(([depth, actor]) =>
        line(
          { actor: actor.sessionId },
          query === '' ? depth : 0,
          isEnded(actor),
          make('span', {}, nameOf(actor)),
          make('small', {}, stateText(actor)),
        ),
      ),
    ),
    make('h2', {}, 'Machines'),
    make(
      'ul',
      { 'aria-label': 'Machines' },
      ...known.map((id) => line({ machine: id }, 0, false, make('span', {}, id))),
    ),
  ];
}
