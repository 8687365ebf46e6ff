import { make } from '../inspector/elements.ts';
import type { Proof, RowPlace } from '../../scripts/requirements/proofs.ts';
import type { Overview } from './page.ts';
import { type Counts, verdictOf, type Verdict } from './results.ts';
import { scenarioView } from './scenarioView.ts';

const CLASSES = { passed: 'passed', failed: 'failed', 'not run': 'quiet', 'no path': 'quiet' } as const;

const countText = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const resultText = (result: Counts | undefined) => {
  if (!result) return 'not run';
  const passed = `${countText(result.passed, 'path', 'paths')} passed`;
  return result.failed > 0 ? `${result.failed} failed, ${passed}` : passed;
};

const testList = ({ tests }: Proof) =>
  make(
    'ul',
    {},
    ...tests.map(({ file, title }) => make('li', {}, make('span.quiet', {}, `${file}: `), title)),
  );

export function requirementsView(overview: Overview) {
  const { features, rows, counts: rowCounts, pathCounts } = overview;
  const resultOf = ({ machine, row }: RowPlace) => rowCounts[machine]?.[row];
  const judge = (proof: Proof): Verdict => verdictOf(proof.rows.map(resultOf));
  const all = features.flatMap(({ requirements }) => requirements);
  const open = all.filter(({ rows: none }) => none.length === 0);
  const count = (verdict: Verdict) => all.filter((proof) => judge(proof) === verdict).length;

  const rowLine = (place: RowPlace) => {
    const result = resultOf(place);
    const isFailed = result !== undefined && result.failed > 0;
    return make(
      'li',
      {},
      make('a', { href: `#${encodeURIComponent(place.machine)}/${place.row}` }, place.machine),
      ` ${rows[place.machine]?.[place.row] ?? ''} `,
      make(`span.${isFailed ? 'failed' : 'quiet'}`, {}, resultText(result)),
      scenarioView(overview, place),
    );
  };

  const line = (proof: Proof) => {
    const verdict = judge(proof);
    const counts = [
      proof.rows.length > 0 ? countText(proof.rows.length, 'row', 'rows') : null,
      proof.rows.length > 0 ? countText(pathCounts[proof.id] ?? 0, 'path', 'paths') : null,
      proof.tests.length > 0 ? countText(proof.tests.length, 'other test', 'other tests') : null,
    ].filter((text) => text !== null);
    return make(
      'details',
      { id: proof.id },
      make(
        'summary',
        {},
        make('strong', {}, proof.id),
        make(`span.${CLASSES[verdict]}`, {}, verdict),
        make('span.quiet', {}, counts.join(', ') || 'nothing names it'),
        proof.text,
      ),
      proof.rows.length > 0 ? make('a', { href: `#paths/${proof.id}` }, `All paths that prove it`) : null,
      proof.rows.length > 0 ? make('ul', {}, ...proof.rows.map(rowLine)) : null,
      proof.tests.length > 0 ? make('p.quiet', {}, 'Also checked by') : null,
      proof.tests.length > 0 ? testList(proof) : null,
    );
  };

  function draw() {
    const list = make('div');
    const verdict = document.createElement('select');
    verdict.ariaLabel = 'Result';
    const verdicts = ['', 'passed', 'failed', 'not run', 'no path'];
    verdict.append(...verdicts.map((value) => make('option', { value }, value || 'every result')));
    const text = document.createElement('input');
    text.type = 'search';
    text.placeholder = 'requirement';
    text.ariaLabel = 'Requirement';
    function show() {
      const isWanted = (proof: Proof) =>
        (verdict.value === '' || judge(proof) === verdict.value) &&
        `${proof.id} ${proof.text}`.toLowerCase().includes(text.value.toLowerCase());
      const found = features
        .map(({ title, requirements }) => ({ title, requirements: requirements.filter(isWanted) }))
        .filter(({ requirements }) => requirements.length > 0);
      list.replaceChildren(
        ...found.flatMap(({ title, requirements }) => [make('h2', {}, title), ...requirements.map(line)]),
      );
    }
    verdict.addEventListener('change', show);
    text.addEventListener('input', show);
    show();
    const figures: readonly (readonly [string, number])[] = [
      ['requirements', all.length],
      ['passed', count('passed')],
      ['failed', count('failed')],
      ['not run', count('not run')],
      ['by another test alone', open.filter(({ tests }) => tests.length > 0).length],
      ['by nothing', open.filter(({ tests }) => tests.length === 0).length],
    ];
    return [
      make('h2', {}, 'Requirements'),
      make(
        'p.quiet',
        {},
        'A path proves a requirement where it takes a step that a row of this requirement judges. A path that fails ends there, and counts against the row of its last step. Other tests name the requirement in their titles; npm test runs them, this report does not.',
      ),
      make(
        'dl.figures',
        {},
        ...figures.map(([name, value]) =>
          make('div', {}, make('dt', {}, name), make('dd', {}, String(value))),
        ),
      ),
      make(
        'div.filters',
        {},
        verdict,
        text,
        make(
          'button',
          { type: 'button', click: () => document.querySelector('#open')?.scrollIntoView() },
          'What no path proves',
        ),
      ),
      list,
      make('h2', { id: 'open' }, 'What no path proves'),
      ...open.map((proof) =>
        make(
          'div.open',
          {},
          make('strong', {}, `${proof.id} `),
          proof.text,
          proof.tests.length > 0 ? testList(proof) : make('p.failed', {}, 'Nothing names it.'),
        ),
      ),
    ];
  }

  return { count, open: open.length, draw };
}
