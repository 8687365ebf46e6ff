// Shows the data of the report. Text is only set as text.
import { drawBox, make, markBoxes } from '../../src/app/development/boxes.ts';
import type { coverageOf } from './page.ts';
import type { MachineRecord, TourEntry } from './records.ts';

type Machine = MachineRecord & {
  coverage: ReturnType<typeof coverageOf>;
  tours: TourEntry[];
};

interface AnyPath {
  where: string;
  variant: string;
  steps: readonly (readonly [event: string, state: string])[];
  error?: string;
  milliseconds: number;
}

(() => {
  const find = (selector: string): HTMLElement => {
    const element = document.querySelector(selector);
    if (!(element instanceof HTMLElement)) throw new Error(`no ${selector}`);
    return element;
  };
  const { machines, pictures }: { machines: Machine[]; pictures: Record<string, string> } = JSON.parse(
    find('#data').textContent ?? '',
  );
  const MOST = 200;

  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(milliseconds < 1000 ? 3 : 1)} s`;

  /** The paths of a machine, from all tests. */
  const pathsOf = (machine: Machine): AnyPath[] => [
    ...machine.paths.map((path) => ({ ...path, where: 'actor' })),
    ...machine.tours.map((tour) => ({ ...tour, where: 'screen' })),
  ];

  function sentence([event, state]: readonly [string, string], index: number) {
    return make('li', {}, index === 0 ? `Begins in ${state}.` : `${event}, then it is in ${state}.`);
  }

  function pathLine(path: AnyPath) {
    const isGood = path.error === undefined;
    const events = path.steps.slice(1).map(([event]) => event);
    return make(
      'details',
      {},
      make(
        'summary',
        {},
        make(`span.${isGood ? 'passed' : 'failed'}`, {}, isGood ? 'passed' : 'failed'),
        make('span.quiet', {}, `${path.where}, ${path.variant}, ${seconds(path.milliseconds)}`),
        events.length === 0 ? 'begins' : events.join(' › '),
      ),
      make('ol', {}, ...path.steps.map(sentence)),
      path.error === undefined ? null : make('pre.failed', {}, path.error),
    );
  }

  function pathList(machine: Machine) {
    const all = pathsOf(machine);
    const states = [...new Set(all.flatMap(({ steps }) => steps.map(([, state]) => state)))].sort((a, b) =>
      a.localeCompare(b),
    );
    const list = make('div');
    const count = make('p.quiet');
    const choose = (name: string, options: readonly (readonly [value: string, text: string])[]) => {
      const select = document.createElement('select');
      select.ariaLabel = name;
      select.addEventListener('change', show);
      select.append(...options.map(([value, text]) => make('option', { value }, text)));
      return select;
    };
    const where = choose('Where', [
      ['', 'actor and screen'],
      ['actor', 'actor'],
      ['screen', 'screen'],
    ]);
    const result = choose('Result', [
      ['', 'passed and failed'],
      ['passed', 'passed'],
      ['failed', 'failed'],
    ]);
    const state = choose('State', [['', 'every state'], ...states.map((one) => [one, one] as const)]);
    const text = document.createElement('input');
    text.type = 'search';
    text.placeholder = 'event';
    text.ariaLabel = 'Event';
    text.addEventListener('input', show);
    function show() {
      const found = all.filter(
        (path) =>
          (where.value === '' || path.where === where.value) &&
          (result.value === '' || (path.error === undefined) === (result.value === 'passed')) &&
          (state.value === '' || path.steps.some(([, reached]) => reached === state.value)) &&
          path.steps.some(([event]) => event.toLowerCase().includes(text.value.toLowerCase())),
      );
      count.textContent = `${found.length} of ${all.length} paths${found.length > MOST ? `, the first ${MOST} are shown` : ''}`;
      list.replaceChildren(...found.slice(0, MOST).map(pathLine));
    }
    show();
    return [make('div.filters', {}, where, result, state, text), count, list];
  }

  function show(machine: Machine) {
    const { coverage } = machine;
    const diagram = drawBox(machine.box, (ids) => {
      markBoxes(document, 'is-marked', ids);
      document.querySelector('.is-marked')?.scrollIntoView({ block: 'nearest' });
    });
    const own = Object.entries(pictures).filter(([name]) => name.startsWith(`${machine.name}--`));
    const reasons = Object.entries(machine.unreachable);
    find('#machine').replaceChildren(
      make('h1', {}, machine.name),
      make('p.quiet', {}, machine.description),
      make(
        'dl.figures',
        {},
        ...Object.entries(coverage).map(([name, value]) =>
          make('div', {}, make('dt', {}, name), make('dd', {}, String(value))),
        ),
      ),
      make('h2', {}, 'The machine'),
      diagram,
      ...(reasons.length === 0
        ? []
        : [
            make('h2', {}, 'What no path can take'),
            make('ul', {}, ...reasons.map(([id, why]) => make('li', {}, `${id}: ${why}`))),
          ]),
      ...(own.length === 0
        ? []
        : [
            make('h2', {}, 'Its states on the screen'),
            make(
              'div.pictures',
              {},
              ...own.map(([name, source]) =>
                make(
                  'figure',
                  {},
                  make(
                    'a',
                    { href: source, target: '_blank' },
                    make('img', { src: source, alt: name, loading: 'lazy' }),
                  ),
                  make('figcaption', {}, name.slice(machine.name.length + 2)),
                ),
              ),
            ),
          ]),
      make('h2', {}, 'Its paths'),
      ...pathList(machine),
    );
  }

  function route() {
    const wanted = decodeURIComponent(location.hash.slice(1));
    const machine = machines.find(({ name }) => name === wanted) ?? machines[0];
    find('#machines').replaceChildren(
      make('p.quiet', {}, `${machines.length} machines`),
      ...machines.map(({ name, coverage }) =>
        make(
          'a',
          { href: `#${encodeURIComponent(name)}`, 'aria-current': name === machine?.name ? 'page' : false },
          name,
          make(
            `small.${coverage.failed > 0 ? 'failed' : 'passed'}`,
            {},
            coverage.failed > 0 ? `${coverage.failed} failed` : String(coverage.paths),
          ),
        ),
      ),
    );
    if (machine) show(machine);
  }
  addEventListener('hashchange', route);
  route();
})();
