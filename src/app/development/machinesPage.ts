import './boxes.css';
import './machinesPage.css';
import { drawBox, leafName, make, markBoxes } from './boxes.ts';
import { MACHINES } from './machines.ts';
import { openPageChannel, saveRecording } from './pages.ts';
import type { RunningActor } from './recorder.ts';
import { boxOf, idsOfState } from './stateBox.ts';

interface OpenPage {
  readonly title: string;
  readonly actors: readonly RunningActor[];
}

/** Shows every machine, and marks the current states of other open pages. */
export function showMachines(document: Document): void {
  const pages = new Map<string, OpenPage>();
  const channel = openPageChannel();
  const list = make('nav', { 'aria-label': 'Charts' });
  const open = make('div.pages', { role: 'status' });
  const sections = new Map(
    [...MACHINES].map(([id, machine]) => {
      const actors = make('p.actors');
      const section: HTMLElement = make(
        'section',
        { id },
        make('h2', {}, id),
        make('p.quiet', {}, machine.root.description ?? ''),
        actors,
        drawBox(boxOf(machine), (ids) => markBoxes(section, 'is-marked', ids)),
      );
      return [id, { section, actors }] as const;
    }),
  );

  function show(): void {
    const running = [...pages.values()].flatMap(({ actors }) => actors);
    open.replaceChildren(
      ...(pages.size === 0 ? ['Open the application in another tab: its actors are marked here.'] : []),
      ...[...pages].map(([page, { title, actors }]) =>
        make(
          'p',
          {},
          `${title}: ${actors.length} actors `,
          make(
            'button',
            { type: 'button', click: () => channel.post({ kind: 'record', page }) },
            'Save the recording',
          ),
        ),
      ),
    );
    list.replaceChildren(
      ...[...MACHINES.keys()].map((id) => {
        const count = running.filter(({ machine }) => machine === id).length;
        return make('a', { href: `#${id}` }, id, make('small', {}, count === 0 ? '' : String(count)));
      }),
    );
    for (const [id, { section, actors }] of sections) {
      const own = running.filter(({ machine }) => machine === id);
      const active = own.flatMap(({ state }) => idsOfState(id, state));
      markBoxes(section, 'is-active', active);
      const lines = own.map(({ actor, state }) => `${actor}: ${stateText(id, state)}`);
      actors.replaceChildren(lines.join('; '));
    }
  }

  channel.listen((message) => {
    if (message.kind === 'states') pages.set(message.page, message);
    else if (message.kind === 'gone') pages.delete(message.page);
    else if (message.kind === 'recording') saveRecording(message.recording, document);
    else return;
    show();
  });
  document.title = 'Charts of Quietbook';
  document.body.replaceChildren(
    list,
    make('main', {}, make('h1', {}, 'Charts'), open, ...[...sections.values()].map((one) => one.section)),
  );
  show();
  channel.post({ kind: 'who' });
}

function stateText(id: string, value: unknown): string {
  const ids = idsOfState(id, value);
  return ids
    .filter((one) => !ids.some((other) => other.startsWith(`${one}.`)))
    .map(leafName)
    .join(' and ');
}
