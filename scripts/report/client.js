// Shows the data of the report. Text is only ever set as text.
import { drawBox, make, markBoxes } from '../../src/app/development/boxes.ts';

/** @typedef {import('../../tests/paths/tools/record.ts').MachineRecord} MachineRecord */
/** @typedef {import('../../tests/e2e/support/tourRecord.ts').TourEntry} TourEntry */
/** @typedef {MachineRecord & { coverage: ReturnType<typeof import('./page.mjs').coverageOf>, tours: TourEntry[] }} Chart */
/** @typedef {{ where: string, variant: string, steps: readonly (readonly [event: string, state: string])[], error?: string, milliseconds: number }} AnyPath */

(() => {
  /**
   * @param {string} selector
   * @returns {HTMLElement}
   */
  const find = (selector) => {
    const element = document.querySelector(selector);
    if (!(element instanceof HTMLElement)) throw new Error(`no ${selector}`);
    return element;
  };
  /** @type {{ charts: Chart[], pictures: Record<string, string> }} */
  const { charts, pictures } = JSON.parse(find('#data').textContent ?? '');
  const MOST = 200;

  /** @param {number} milliseconds */
  const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(milliseconds < 1000 ? 3 : 1)} s`;

  /**
   * Paths of a chart, wherever they were walked, as one kind of thing.
   * @param {Chart} chart
   * @returns {AnyPath[]}
   */
  const pathsOf = (chart) => [
    ...chart.paths.map((path) => ({ ...path, where: 'actor' })),
    ...chart.tours.map((tour) => ({ ...tour, where: 'screen' })),
  ];

  /**
   * @param {readonly [string, string]} step
   * @param {number} index
   */
  function sentence([event, state], index) {
    return make('li', {}, index === 0 ? `Begins in ${state}.` : `${event}, then it is in ${state}.`);
  }

  /** @param {AnyPath} path */
  function pathLine(path) {
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

  /** @param {Chart} chart */
  function pathList(chart) {
    const all = pathsOf(chart);
    const states = [...new Set(all.flatMap(({ steps }) => steps.map(([, state]) => state)))].sort((a, b) =>
      a.localeCompare(b),
    );
    const list = make('div');
    const count = make('p.quiet');
    /**
     * @param {string} name
     * @param {readonly (readonly [value: string, text: string])[]} options
     */
    const choose = (name, options) => {
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
    const state = choose('State', [
      ['', 'every state'],
      ...states.map((one) => /** @type {const} */ ([one, one])),
    ]);
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

  /** @param {Chart} chart */
  function show(chart) {
    const { coverage } = chart;
    const diagram = drawBox(chart.box, (ids) => {
      markBoxes(document, 'is-marked', ids);
      document.querySelector('.is-marked')?.scrollIntoView({ block: 'nearest' });
    });
    const own = Object.entries(pictures).filter(([name]) => name.startsWith(`${chart.name}--`));
    const reasons = Object.entries(chart.unreachable);
    find('#chart').replaceChildren(
      make('h1', {}, chart.name),
      make('p.quiet', {}, chart.description),
      make(
        'dl.figures',
        {},
        ...Object.entries(coverage).map(([name, value]) =>
          make('div', {}, make('dt', {}, name), make('dd', {}, String(value))),
        ),
      ),
      make('h2', {}, 'The chart'),
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
                  make('figcaption', {}, name.slice(chart.name.length + 2)),
                ),
              ),
            ),
          ]),
      make('h2', {}, 'Its paths'),
      ...pathList(chart),
    );
  }

  function route() {
    const wanted = decodeURIComponent(location.hash.slice(1));
    const chart = charts.find(({ name }) => name === wanted) ?? charts[0];
    find('#charts').replaceChildren(
      make('p.quiet', {}, `${charts.length} charts`),
      ...charts.map(({ name, coverage }) =>
        make(
          'a',
          { href: `#${encodeURIComponent(name)}`, 'aria-current': name === chart?.name ? 'page' : false },
          name,
          make(
            `small.${coverage.failed > 0 ? 'failed' : 'passed'}`,
            {},
            coverage.failed > 0 ? `${coverage.failed} failed` : String(coverage.paths),
          ),
        ),
      ),
    );
    if (chart) show(chart);
  }
  addEventListener('hashchange', route);
  route();
})();
