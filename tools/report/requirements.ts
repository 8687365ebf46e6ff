import { make } from '../inspector/elements.ts';
import type { RowPlace } from '../../scripts/requirements/proofs.ts';
import type { Overview } from './page.ts';
import type { JudgedFeature } from './otherTests.ts';
import { type Counts, verdictOf, VERDICTS, type Verdict } from './results.ts';
import { scenarioView } from './scenarioView.ts';

type Proof = JudgedFeature['requirements'][number];

const CLASSES = {
  passed: 'passed',
  failed: 'failed',
  'not run': 'quiet',
  'nothing names it': 'quiet',
} as const;

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
    ...tests.map(({ file, title, outcome }) =>
      make(
        'li',
        {},
        make(`span.${CLASSES[outcome]}`, {}, outcome),
        make('span.quiet', {}, ` ${file}: `),
        title,
      ),
    ),
  );

export function requirementsView(overview: Overview) {
  const { features, rows, counts: rowCounts, pathCounts } = overview;
  const resultOf = ({ machine, row }: RowPlace) => rowCounts[machine]?.[row];
  const judge = (proof: Proof): Verdict =>
    verdictOf(
      proof.rows.map(resultOf),
      proof.tests.map(({ outcome }) => outcome),
    );
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
        make('span.quiet', {}, counts.join(', ')),
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
    verdict.append(...['', ...VERDICTS].map((value) => make('option', { value }, value || 'every result')));
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
      ['nothing names it', count('nothing names it')],
    ];
    return [
      make('h2', {}, 'Requirements'),
      make(
        'p.quiet',
        {},
        'A path proves a requirement where it takes a step that a row of this requirement judges. A path that fails ends there, and counts against the row of its last step. Other tests name the requirement in their titles: those of npm test, and those of npm run proof where it ran since.',
      ),
      make(
        'dl.figures',
        {},
        ...figures.map(([name, value]) =>
          make('div', {}, make('dt', {}, name), make('dd', {}, String(value))),
        ),
      ),
      make('div.filters', {}, verdict, text),
      list,
    ];
  }

  return { count, open: open.length, draw };
}
