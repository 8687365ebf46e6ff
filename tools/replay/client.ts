// All data is set as text, never as markup; the picture of a report is an image, in which no script runs.
import { make } from '../inspector/elements.ts';
import { inWords } from '../inspector/stateBox.ts';
import { type DiagramView, diagramView } from '../report/diagramView.ts';
import type { StepRecord } from '../report/records.ts';
import type { ReplayData } from './page.ts';
import type { ShownStep } from './steps.ts';

const SEPARATOR = ' ';
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(3)} s`;
const stateNames = (ids: readonly string[]) =>
  ids.map((id) => inWords(id.split('.').slice(1).join('.'))).join(' and ');

(() => {
  const data: ReplayData = JSON.parse(document.querySelector('#data')?.textContent ?? '');
  const { diagrams, report } = data;
  const views = new Map<string, DiagramView>();
  let shown = data.steps;
  let place = 0;

  function viewOf(machine: string): DiagramView | null {
    const known = views.get(machine);
    const svg = diagrams[machine];
    if (known || svg === undefined) return known ?? null;
    const view = diagramView(svg, (ids) => ids.split(SEPARATOR), {
      transition: (taken) =>
        goTo(shown.findIndex((one) => one.machine === machine && one.places.includes(taken))),
      state: (id) => goTo(shown.findIndex((one) => one.machine === machine && one.states.includes(id))),
    });
    views.set(machine, view);
    return view;
  }

  const count = make('strong', { role: 'status' });
  const button = (text: string, name: string, click: () => void) =>
    make('button', { type: 'button', title: name, 'aria-label': name, click }, text) as HTMLButtonElement;
  const first = button('|◀', 'First event (Home)', () => goTo(0));
  const back = button('◀', 'Back (left arrow)', () => goTo(place - 1));
  const forward = button('▶', 'Forward (right arrow)', () => goTo(place + 1));
  const last = button('▶|', 'Last event (End)', () => goTo(shown.length - 1));
  const nextDivergence = () => {
    const isWanted = (_: ShownStep, index: number) => (shown[index]?.divergences.length ?? 0) > 0;
    const after = shown.findIndex((one, index) => index > place && isWanted(one, index));
    goTo(after === -1 ? shown.findIndex(isWanted) : after);
  };
  const divergent = make('button.failed', { type: 'button', click: nextDivergence }, 'Next divergence (d)');
  const actorNames = [...new Set(data.steps.map(({ actor }) => actor))];
  const choice = document.createElement('select');
  choice.ariaLabel = 'Actor';
  choice.append(
    make('option', { value: '' }, 'all actors'),
    ...actorNames.map((name) => make('option', { value: name }, name)),
  );
  choice.addEventListener('change', () => {
    const current = shown[place];
    shown = data.steps.filter(({ actor }) => choice.value === '' || actor === choice.value);
    drawList();
    goTo(current ? Math.max(0, shown.indexOf(current)) : 0);
  });

  const diagram = make('div.stage');
  const about = make('section.about', { 'aria-label': 'The event' });
  const list = make('ol.events', { 'aria-label': 'Events' });
  const drawList = () =>
    list.replaceChildren(
      ...shown.map((step, index) =>
        make(
          'li',
          {},
          make(
            `button${step.divergences.length > 0 ? '.failed' : ''}`,
            { type: 'button', click: () => goTo(index) },
            make('span.quiet', {}, seconds(step.at)),
            make('span', {}, step.actor),
            make('span', {}, step.event),
            make('span.quiet', {}, stateNames(step.states)),
          ),
        ),
      ),
    );

  const part = (name: string, value: unknown) =>
    make(
      'details',
      { open: name === 'Event' },
      make('summary', {}, name),
      make('pre', {}, JSON.stringify(value, null, 2)),
    );

  function describe(step: ShownStep) {
    about.replaceChildren(
      make('h2', {}, `${step.actor}: ${step.event}`),
      make('p', {}, `At ${seconds(step.at)}, then ${stateNames(step.states)}.`),
      ...step.divergences.map(({ what, expected, found }) =>
        make(
          'div.divergence',
          { role: 'alert' },
          make('strong', {}, `Today's chart differs: ${what}`),
          make('div', {}, `recorded: ${JSON.stringify(expected)}`),
          make('div', {}, `found: ${JSON.stringify(found)}`),
        ),
      ),
      part('Event', step.payload),
      ...('context' in step ? [part('Context afterwards', step.context)] : []),
    );
  }

  function draw(step: ShownStep) {
    const view = viewOf(step.machine);
    if (!view) {
      diagram.replaceChildren(make('p.failed', {}, `There is no statechart ${step.machine} any more.`));
      return;
    }
    if (view.element.parentNode !== diagram) diagram.replaceChildren(view.element);
    const record: StepRecord = [step.event, step.states.join(SEPARATOR), -1, step.places];
    for (const one of view.element.querySelectorAll('[data-state]')) {
      one.classList.toggle('is-found', step.found.includes(one.getAttribute('data-state') ?? ''));
    }
    view.element.classList.toggle('is-divergent', step.divergences.length > 0);
    // Its size is known once it is in the page.
    requestAnimationFrame(() => view.light([record], true));
  }

  function goTo(wanted: number) {
    const step = shown[wanted];
    if (!step) return;
    place = wanted;
    count.textContent = `Event ${place + 1} of ${shown.length}`;
    for (const one of [first, back]) one.disabled = place === 0;
    for (const one of [forward, last]) one.disabled = place === shown.length - 1;
    for (const [index, item] of [...list.children].entries()) {
      const isCurrent = index === place;
      if (isCurrent) item.firstElementChild?.setAttribute('aria-current', 'step');
      else item.firstElementChild?.removeAttribute('aria-current');
      if (isCurrent) list.scrollTo({ top: (item as HTMLElement).offsetTop - list.clientHeight / 2 });
    }
    describe(step);
    draw(step);
  }

  const KEYS: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => goTo(place - 1),
    ArrowRight: () => goTo(place + 1),
    Home: () => goTo(0),
    End: () => goTo(shown.length - 1),
    d: nextDivergence,
  };
  addEventListener('keydown', (event) => {
    const act = KEYS[event.key];
    const isBusy =
      event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey;
    if (!act || isBusy) return;
    event.preventDefault();
    act();
  });

  function reported() {
    if (!report) return [];
    const { picture, page, width, height, pixelRatio, language, browser, build, at } = report;
    const facts = { page, screen: `${width} × ${height}, ${pixelRatio}`, language, browser, build, at };
    const src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
    return [
      make('h2', {}, 'The page when the problem was reported'),
      make(
        'dl.figures',
        {},
        ...Object.entries(facts).map(([name, value]) =>
          make('div', {}, make('dt', {}, name), make('dd', {}, value)),
        ),
      ),
      make('img.picture', { src, alt: 'The page, with all texts masked that the program did not write' }),
    ];
  }

  document
    .querySelector('#replay')
    ?.replaceChildren(
      make('h1', {}, 'A recording, event by event'),
      ...data.sentences.map((sentence) => make('p.quiet', {}, sentence)),
      data.divergences === 0
        ? make('p.passed', {}, 'Everything is as recorded: no divergence.')
        : make('p.failed', {}, data.divergences === 1 ? '1 divergence' : `${data.divergences} divergences`),
      make(
        'div.controls',
        {},
        first,
        back,
        forward,
        last,
        count,
        choice,
        data.divergences > 0 ? divergent : null,
      ),
      make('div.player', {}, diagram, make('div.side', {}, about, list)),
      ...reported(),
    );
  drawList();
  const diverges = shown.findIndex(({ divergences }) => divergences.length > 0);
  goTo(Math.max(0, diverges));
})();
