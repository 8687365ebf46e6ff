import type { AnyStateMachine } from 'xstate';
import './diagram.css';
import './machinesPage.css';
import { type Choice, actorList, stateText } from './actorList.ts';
import { makerOf } from './elements.ts';
import { canBeSent, eventList } from './eventList.ts';
import { MACHINES } from './machines.ts';
import { machineOf } from './machineOf.ts';
import { machineView } from './machineView.ts';
import { openPages } from './openPages.ts';
import { saveRecording } from './pages.ts';
import type { ProtocolEvent, SeenEvent } from './protocol.ts';
import { actorsAt, type ActorSeen, isEnded, sentIn } from './session.ts';
import { studioText } from './studio.ts';

/** Of a masked text. */
const MASK = '‹';
const DIAGRAM_FIRST = 'app';

/** The newest that runs the machine. @returns its session */
const runningOf = (machine: string, actors: ReadonlyMap<string, ActorSeen>): string | undefined =>
  [...actors.values()].findLast((actor) => !isEnded(actor) && machineOf(actor)?.id === machine)?.sessionId;

/** Shows the actors of other pages: one machine at a time, at any moment that was recorded. */
export function showMachines(window: Window & typeof globalThis): void {
  const { document } = window;
  const make = makerOf(document);
  const pages = openPages(window, show, (recording) => saveRecording(recording, document));
  const named = window.location.hash.slice(1);
  let choice: Choice = { machine: MACHINES.has(named) ? named : DIAGRAM_FIRST };
  let isChosen = MACHINES.has(named);
  /** The last event that has happened; null follows the present. */
  let last: ProtocolEvent | null = null;
  let shown: AnyStateMachine | null = null;

  const search = document.createElement('input');
  Object.assign(search, { type: 'search', placeholder: 'Search', ariaLabel: 'Search by name' });
  search.addEventListener('input', show);
  const pageChoice = document.createElement('select');
  pageChoice.ariaLabel = 'Page';
  pageChoice.addEventListener('change', () => {
    pages.choose(pageChoice.value);
    last = null;
    show();
  });
  const list = make('nav', { 'aria-label': 'Actors and machines' });
  const title = make('h1');
  const about = make('p.quiet');
  const note = make('p.note', { role: 'status' });
  const diagram = machineView(document, (type) => compose(type));
  const events = make('ol.events', { 'aria-label': 'Events' });

  const slider = document.createElement('input');
  Object.assign(slider, { type: 'range', min: '0', ariaLabel: 'Moment' });
  slider.addEventListener('input', () => goTo(Number(slider.value)));
  const where = make('span.where');
  const button = (text: string, click: () => void): HTMLElement =>
    make('button', { type: 'button', click }, text);
  const live = button('Live', () => goTo(Infinity));
  const copy = button('Copy for Stately Studio', () => void copyShown());
  const record = button('Save the recording', () => pages.record());
  const times = make(
    'div.bar',
    { role: 'group', 'aria-label': 'Time' },
    button('Step back', () => step(-1)),
    button('Step forward', () => step(1)),
    slider,
    live,
    where,
  );

  const text = document.createElement('textarea');
  Object.assign(text, { ariaLabel: 'Event to send', rows: 3, spellcheck: false });
  const composer = make(
    'form.composer',
    { hidden: true },
    text,
    make('button', { type: 'submit' }, 'Send the event'),
  );
  composer.addEventListener('submit', (event) => {
    event.preventDefault();
    try {
      sendNow(JSON.parse(text.value) as SeenEvent);
    } catch {
      note.textContent = 'That is no JSON: nothing was sent.';
    }
  });

  function goTo(moment: number): void {
    const recorded = pages.events();
    last = moment >= recorded.length ? null : (recorded[Math.max(0, moment - 1)] ?? null);
    show();
  }
  const ofChoice = () => {
    const sent = sentIn(pages.events());
    return choice.actor === undefined
      ? sent
      : sent.filter(({ to, from }) => [to, from].includes(choice.actor));
  };
  function momentNow(): number {
    const recorded = pages.events();
    const place = last === null ? -1 : recorded.indexOf(last);
    return place === -1 ? recorded.length : place + 1;
  }
  function step(by: 1 | -1): void {
    const now = momentNow();
    const moments = ofChoice().map(({ moment }) => moment);
    if (by < 0) goTo(moments.findLast((one) => one < now) ?? 1);
    else goTo(moments.find((one) => one > now) ?? Infinity);
  }

  const takesEvents = (): boolean => pages.takesEvents() && choice.actor !== undefined;
  function sendNow(event: SeenEvent): void {
    if (choice.actor === undefined) return;
    pages.send(choice.actor, event);
    composer.hidden = true;
    note.textContent = `Sent: ${event.type}`;
    goTo(Infinity);
  }
  /** Masked texts are filled in first. */
  function send(event: SeenEvent): void {
    const json = JSON.stringify(event);
    if (!json.includes(MASK) && !event.type.includes('*')) return sendNow(event);
    note.textContent = 'Fill in what is masked.';
    composer.hidden = false;
    text.value = json;
    text.focus();
  }
  function compose(type: string): void {
    if (!takesEvents() || !canBeSent(type)) return;
    const known = ofChoice().findLast((one) => one.type === type && one.to === choice.actor);
    send((known?.event as SeenEvent | undefined) ?? { type });
  }

  async function copyShown(): Promise<void> {
    if (!shown) return;
    try {
      await window.navigator.clipboard.writeText(studioText(shown));
      note.textContent = `Copied ${shown.id}: choose "Import from code" in Stately Studio.`;
    } catch {
      note.textContent = 'The browser did not let this page copy.';
    }
  }

  function show(): void {
    const recorded = pages.events();
    const moment = momentNow();
    const actors = actorsAt(recorded, moment);
    const root = [...actors.keys()][0];
    if (!isChosen && root !== undefined) {
      choice = { actor: root };
      isChosen = true;
    }
    // A machine that the address names is shown in the state of its actor, once there is one.
    const running = choice.machine === undefined ? undefined : runningOf(choice.machine, actors);
    if (running !== undefined) choice = { actor: running };
    const actor = choice.actor === undefined ? undefined : actors.get(choice.actor);
    const own = MACHINES.get(choice.machine ?? '') ?? (actor ? machineOf(actor) : null);
    shown = own;
    copy.hidden = own === null;
    const focused = document.activeElement?.getAttribute('data-key');

    const open = pages.list();
    pageChoice.replaceChildren(...open.map(({ page, name }) => make('option', { value: page }, name)));
    pageChoice.value = pages.chosen() ?? '';
    pageChoice.hidden = open.length < 2;
    record.hidden = !pages.canRecord();
    times.hidden = open.length === 0;
    if (open.length === 0)
      note.textContent = 'Open the application in another tab: its actors are shown here.';
    else if (note.textContent?.startsWith('Open the')) note.textContent = '';

    list.replaceChildren(
      ...actorList(document, actors, search.value, choice, (chosen) => {
        choice = chosen;
        isChosen = true;
        window.history.replaceState(null, '', `#${chosen.machine ?? ''}`);
        composer.hidden = true;
        show();
      }),
    );
    title.textContent = actor?.name ?? choice.machine ?? 'It has not begun yet';
    about.textContent = actor ? stateText(actor) : (own?.root.description ?? '');
    diagram.show(own, actor ? { state: actor.snapshot.value, took: actor.took } : null);

    const sent = ofChoice();
    events.replaceChildren(
      ...eventList(
        document,
        sent,
        actorsAt(recorded),
        moment,
        goTo,
        takesEvents() ? (one) => send(one.event as SeenEvent) : null,
      ),
    );
    events.querySelector('.is-present')?.scrollIntoView({ block: 'nearest' });
    slider.max = String(recorded.length);
    slider.value = String(moment);
    live.setAttribute('aria-pressed', String(last === null));
    where.textContent = `${moment} of ${recorded.length}`;
    if (focused) document.querySelector<HTMLElement>(`[data-key="${window.CSS.escape(focused)}"]`)?.focus();
  }

  document.title = 'Machines of Quietbook';
  document.body.replaceChildren(
    make('div.side', {}, search, pageChoice, record, list),
    make('main', {}, title, about, copy, note, times, diagram.element),
    make('div.told', {}, make('h2', {}, 'Events'), composer, events),
  );
  show();
}
