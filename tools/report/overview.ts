// The first page: the verdict, and what changed.
import { make } from '../inspector/elements.ts';
import type { NamedPath, Overview } from './page.ts';
import type { requirementsView } from './requirements.ts';

const MAX_NAMES = 20;

export const secondsText = (milliseconds: number) =>
  `${(milliseconds / 1000).toFixed(milliseconds < 1000 ? 3 : 1)} s`;

const dateText = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const durationText = (seconds: number) =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;

const pathLink = ({ machine, path, where, variant, title }: NamedPath) =>
  make(
    'a',
    { href: `#${encodeURIComponent(machine)}/path/${path}` },
    `${machine}, ${variant} (${where})${title === undefined ? '' : `: ${title}`}`,
  );

const figure = (name: string, value: string) => make('div', {}, make('dt', {}, name), make('dd', {}, value));

const nameList = (title: string, names: readonly string[]) =>
  names.length === 0
    ? null
    : make(
        'details',
        {},
        make('summary', {}, `${title}: ${names.length}`),
        make(
          'ul',
          {},
          ...names.slice(0, MAX_NAMES).map((name) => make('li', {}, name)),
          names.length > MAX_NAMES ? make('li.quiet', {}, `and ${names.length - MAX_NAMES} more`) : null,
        ),
      );

function pathLinks(paths: readonly NamedPath[]) {
  if (paths.length === 0) return null;
  const lines = paths.slice(0, MAX_NAMES).map((one) => make('li', {}, pathLink(one)));
  return make('details', {}, make('summary', {}, `${paths.length} others`), make('ul', {}, ...lines));
}

function changes({ changes: found }: Overview) {
  if (!found)
    return [make('p.quiet', {}, 'This is the first report that is kept here: nothing to compare with.')];
  const lists = [
    nameList('Failed, passed before', found.broken),
    nameList('Passed, failed before', found.mended),
    nameList('New', found.new),
    nameList('Gone', found.gone),
    nameList('Slower by half or more', found.slower),
    nameList('Flaky: passed and failed at this commit', found.flaky),
  ].filter((list) => list !== null);
  return [
    make('p.quiet', {}, `Compared with the run of ${dateText(found.since)}.`),
    ...(lists.length > 0 ? lists : [make('p', {}, 'Nothing changed.')]),
  ];
}

/** Partial results are no proof, even if everything that ran has passed. */
function verdict({ run, failed, notRun, notOnScreen, paths }: Overview) {
  if (failed === 0 && run.failures.length > 0) {
    return make('p.verdict.failed', {}, 'Failed: not a path, but the test run.');
  }
  if (failed > 0) return make('p.verdict.failed', {}, `Failed: ${failed} of ${paths} paths.`);
  if (notRun.length > 0 || notOnScreen.length > 0) {
    return make('p.verdict.partial', {}, `Not all was run. The ${paths} paths that ran passed.`);
  }
  return make('p.verdict.passed', {}, `Passed: all ${paths} paths.`);
}

export function overviewView(overview: Overview, requirements: ReturnType<typeof requirementsView>) {
  const { run, notRun, notOnScreen, failures, failed, slowest, history } = overview;
  return [
    make('h1', {}, 'Test report'),
    verdict(overview),
    make(
      'dl.figures',
      {},
      figure('commit', `${run.commit}${run.isChanged ? ', with changes' : ''}`),
      figure('date', dateText(run.startedAt)),
      figure('browser', run.browser),
      figure('duration', durationText(run.seconds)),
      ...(run.seed === undefined ? [] : [figure('seed', run.seed)]),
      figure('requirements proven', String(requirements.count('passed'))),
      figure('failed', String(requirements.count('failed'))),
      figure('not run', String(requirements.count('not run'))),
      figure('without a path', String(requirements.open)),
    ),
    nameList('What failed in the whole test run', run.failures),
    nameList('Machines without a path that ran', notRun),
    nameList('Machines not walked on the screen', notOnScreen),
    make('h2', {}, 'What changed since the last report'),
    ...changes(overview),
    ...(failed === 0
      ? []
      : [
          make('h2', {}, 'What failed'),
          ...failures.map(({ cause, of: [first, ...others] }) =>
            make(
              'div.open',
              {},
              make('strong.failed', {}, cause),
              make('span.quiet', {}, ` ${others.length + 1} of ${failed} failed paths`),
              first ? make('div', {}, pathLink(first), make('pre.failed', {}, first.error ?? '')) : null,
              pathLinks(others),
            ),
          ),
        ]),
    make('h2', {}, 'The paths that take the longest'),
    make(
      'ol',
      {},
      ...slowest.map((one) => make('li', {}, `${secondsText(one.milliseconds)}: `, pathLink(one))),
    ),
    make(
      'details',
      {},
      make('summary', {}, `The last runs: ${history.length}`),
      make(
        'ol',
        {},
        ...[...history]
          .reverse()
          .map((one) =>
            make(
              'li',
              {},
              `${dateText(one.startedAt)}, ${one.commit}, ${durationText(one.seconds)}: rows passed ${one.passed}, failed ${one.failed}, not run ${one.notRun}`,
            ),
          ),
      ),
    ),
  ];
}
