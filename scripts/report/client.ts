// All data is set as text, never as markup.
import { drawBox, make, markBoxes } from '../../src/app/development/boxes.ts';
import type { coverageOf } from './page.ts';
import type { ProvenFeature } from '../requirements/proofs.ts';
import type { MachineRecord, StepRecord, TourEntry } from './records.ts';
import { requirementsView } from './requirements.ts';
import { isPassed, pathsOf, rowResults } from './results.ts';

type Machine = MachineRecord & {
  coverage: ReturnType<typeof coverageOf>;
  tours: TourEntry[];
};

interface Data {
  machines: Machine[];
  pictures: Record<string, string>;
  rows: Record<string, string[]>;
  features: ProvenFeature[];
}

(() => {
  const find = (selector: string): HTMLElement => {
    const element = document.querySelector(selector);
    if (!(element instanceof HTMLElement)) throw new Error(`no ${selector}`);
    return element;
  };
  const { machines, pictures, rows, features }: Data = JSON.parse(find('#data').textContent ?? '');
  const results = new Map(machines.map((machine) => [machine.name, rowResults(pathsOf(machine))]));
  const REQUIREMENTS = 'requirements';
  const MOST = 200;

  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(milliseconds < 1000 ? 3 : 1)} s`;

  function sentence(machine: Machine, [event, state, row]: StepRecord, index: number) {
    const title = rows[machine.name]?.[row];
    return make(
      'li',
      {},
      index === 0
        ? `Begins in ${state}.`
        : `${event}, then it is ${state === '' ? 'not shown' : `in ${state}`}.`,
      title === undefined ? null : make('span.row.quiet', {}, title),
    );
  }

  function pathLine(machine: Machine, path: ReturnType<typeof pathsOf>[number]) {
    const isGood = isPassed(path);
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
      make('ol', {}, ...path.steps.map((step, index) => sentence(machine, step, index))),
      path.error === undefined ? null : make('pre.failed', {}, path.error),
    );
  }

  /** @param wantedRow only paths that take this row of its table */
  function pathList(machine: Machine, wantedRow: string) {
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
    const row = choose('Row of the table of requirements', [
      ['', 'every row'],
      ...(rows[machine.name] ?? []).map((title, index) => [String(index), title] as const),
    ]);
    row.value = wantedRow;
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
          (row.value === '' || path.steps.some(([, , judged]) => String(judged) === row.value)) &&
          (state.value === '' || path.steps.some(([, reached]) => reached === state.value)) &&
          path.steps.some(([event]) => event.toLowerCase().includes(text.value.toLowerCase())),
      );
      count.textContent = `${found.length} of ${all.length} paths${found.length > MOST ? `, the first ${MOST} are shown` : ''}`;
      list.replaceChildren(...found.slice(0, MOST).map((path) => pathLine(machine, path)));
    }
    show();
    return [make('div.filters', {}, where, result, state, row, text), count, list];
  }

  function show(machine: Machine, wantedRow: string) {
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
      make('h2', { id: 'paths' }, 'Its paths'),
      ...pathList(machine, wantedRow),
    );
    if (wantedRow !== '') find('#paths').scrollIntoView();
  }

  function route() {
    const [wanted = '', part = ''] = location.hash.slice(1).split('/').map(decodeURIComponent);
    const machine = machines.find(({ name }) => name === wanted);
    const view = requirementsView(features, rows, results);
    find('#machines').replaceChildren(
      make(
        'a',
        { href: `#${REQUIREMENTS}`, 'aria-current': machine === undefined ? 'page' : false },
        'Requirements',
        make(
          `small.${view.failed > 0 ? 'failed' : 'passed'}`,
          {},
          view.failed > 0 ? `${view.failed} failed` : '',
        ),
      ),
      make('p.quiet', {}, `${machines.length} machines`),
      ...machines.map(({ name, coverage }) =>
        make(
          'a',
          { href: `#${encodeURIComponent(name)}`, 'aria-current': name === wanted ? 'page' : false },
          name,
          make(
            `small.${coverage.failed > 0 ? 'failed' : 'passed'}`,
            {},
            coverage.failed > 0 ? `${coverage.failed} failed` : String(coverage.paths),
          ),
        ),
      ),
    );
    if (machine) show(machine, part);
    else find('#machine').replaceChildren(...view.draw());
  }
  addEventListener('hashchange', route);
  route();
})();
