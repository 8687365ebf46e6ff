// A page that works from `file://`: each machine's paths are a separate script, loaded when needed.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { folded, inWords, type StateBox } from '../inspector/stateBox.ts';
import { diagramOf } from '../inspector/diagram.ts';
import { changesOf, type PastRun } from './history.ts';
import { byCause } from '../../scripts/test/causes.ts';
import type { TestOutcome } from '../../scripts/test/progress.ts';
import { emptied, type RunRecord } from './leftovers.ts';
import { packed } from './pack.ts';
import { type JudgedFeature, junitOf } from './otherTests.ts';
import type { MachineRecord, TourEntry, Words } from './records.ts';
import { type AnyPath, type Counts, pathsOf, rowResults } from './results.ts';
import { type Scenario, scenariosOf } from './scenarios.ts';
import { countEvents, eventText, NO_WORDS, titleOf } from './words.ts';

const part = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The script of a page that works from `file://`. */
export async function clientScript(source: URL): Promise<string> {
  const entry = fileURLToPath(source);
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'report' } },
  });
  const [bundle] = [built].flat();
  if (!bundle || !('output' in bundle)) throw new Error(`${entry} was not built`);
  return bundle.output[0].code;
}

const leaves = (box: StateBox): StateBox[] => (box.states.length === 0 ? [box] : box.states.flatMap(leaves));

function coverageOf(machine: MachineRecord, tours: readonly TourEntry[]) {
  const own = tours.filter((tour) => tour.machine === machine.name);
  const toured = new Set(own.flatMap(({ transitions }) => transitions));
  const wanted = machine.transitions.filter((id) => !Object.hasOwn(machine.unreachable, id));
  const taken = new Set(machine.taken);
  return {
    states: leaves(machine.box).length,
    transitions: wanted.length,
    'on the actor': wanted.filter((id) => taken.has(id)).length,
    'on the screen': own.length === 0 ? '–' : wanted.filter((id) => toured.has(id)).length,
    paths: machine.paths.length + own.length,
    failed: [...machine.paths, ...own].filter(({ error }) => error !== undefined).length,
  };
}

export interface Results {
  readonly run: RunRecord;
  /** Tests of each step. */
  readonly steps: Readonly<Record<string, readonly TestOutcome[]>>;
  readonly machines: readonly MachineRecord[];
  readonly tours: readonly TourEntry[];
  readonly rows: Readonly<Record<string, readonly string[]>>;
  /** Machines that are never walked on the screen. */
  readonly noScreen: readonly string[];
}

const MAX_SLOWEST = 10;
const MAX_FAILURES = 100;
const MAX_CAUSES = 6;

const withTours = ({ machines, tours }: Results) =>
  machines.map((machine) => {
    const own = tours.filter((tour) => tour.machine === machine.name);
    const paths = pathsOf({ paths: machine.paths, tours: own });
    return { machine, paths, results: rowResults(paths) };
  });

const countsOf = (results: ReturnType<typeof rowResults>): Record<number, Counts> =>
  Object.fromEntries(
    [...results].map(([row, { passed, failed }]) => [row, { passed: passed.length, failed: failed.length }]),
  );

/** The part of this run that the history keeps. */
export function pastRunOf(results: Results): PastRun {
  const { run, rows } = results;
  const ran = withTours(results);
  const counts = new Map(ran.map((one) => [one.machine.name, countsOf(one.results)]));
  const outcome = (row: Counts | undefined) => {
    if (!row) return 'not run' as const;
    return row.failed > 0 ? ('failed' as const) : ('passed' as const);
  };
  const checks = Object.entries(rows).flatMap(([name, titles]) =>
    titles.map((title, row) => [`${name}: ${title}`, outcome(counts.get(name)?.[row])] as const),
  );
  const milliseconds: Record<string, number> = {};
  for (const { machine, paths } of ran) {
    for (const one of paths) {
      const key = `${machine.name}, ${one.where}`;
      milliseconds[key] = (milliseconds[key] ?? 0) + one.milliseconds;
    }
  }
  const { startedAt, commit, isChanged, seconds } = run;
  return { startedAt, commit, isChanged, seconds, checks: Object.fromEntries(checks), milliseconds };
}

/** A path as the first page names it; `path` counts from 0. */
export interface NamedPath extends Pick<AnyPath, 'where' | 'variant' | 'milliseconds' | 'error'> {
  readonly machine: string;
  readonly path: number;
  readonly title?: string;
}

function overviewOf(results: Results, features: readonly JudgedFeature[], history: readonly PastRun[]) {
  const ran = withTours(results);
  const all = ran.flatMap(({ machine, paths }) =>
    paths.map(({ where, variant, milliseconds, error }, path): NamedPath => {
      const named = { machine: machine.name, path, where, variant, milliseconds };
      return error === undefined ? named : { ...named, error };
    }),
  );
  const titled = (named: NamedPath) => {
    const { machine, paths } = ran.find((one) => one.machine.name === named.machine) ?? {};
    const path = paths?.[named.path];
    return path
      ? { ...named, title: titleOf(machine?.words ?? NO_WORDS, path, countEvents(paths)).what }
      : named;
  };
  const place = new Map(ran.map((one) => [one.machine.name, one.results]));
  const pathCount = (rows: JudgedFeature['requirements'][number]['rows']) =>
    new Set(
      rows.flatMap(({ machine, row }) => {
        const { passed = [], failed = [] } = place.get(machine)?.get(row) ?? {};
        return [...passed, ...failed].map((path) => `${machine} ${path}`);
      }),
    ).size;
  const scenarios: Record<string, Record<number, Scenario>> = {};
  for (const { machine, paths } of ran) {
    scenarios[machine.name] = Object.fromEntries(scenariosOf(paths));
  }
  const failures = all.filter(({ error }) => error !== undefined);
  return {
    run: results.run,
    features,
    rows: results.rows,
    words: Object.fromEntries(ran.map(({ machine }) => [machine.name, machine.words ?? NO_WORDS])),
    machines: ran.map(({ machine }) => ({
      name: machine.name,
      description: machine.description,
      coverage: coverageOf(machine, results.tours),
    })),
    notRun: Object.keys(results.rows).filter((name) => !place.has(name)),
    notOnScreen: ran
      .filter(
        ({ machine, paths }) =>
          !results.noScreen.includes(machine.name) && !paths.some(({ where }) => where === 'screen'),
      )
      .map((one) => one.machine.name),
    paths: all.length,
    failed: failures.length,
    failures: byCause(failures.slice(0, MAX_FAILURES).map(titled), ({ error = '' }) => error),
    slowest: [...all]
      .sort((a, b) => b.milliseconds - a.milliseconds)
      .slice(0, MAX_SLOWEST)
      .map(titled),
    counts: Object.fromEntries(ran.map((one) => [one.machine.name, countsOf(one.results)])),
    pathCounts: Object.fromEntries(
      features.flatMap(({ requirements }) => requirements.map(({ id, rows }) => [id, pathCount(rows)])),
    ),
    scenarios,
    changes: changesOf(history),
    history: history.map(({ startedAt, commit, seconds, checks }) => {
      const outcomes = Object.values(checks);
      const count = (wanted: string) => outcomes.filter((one) => one === wanted).length;
      return {
        startedAt,
        commit,
        seconds,
        passed: count('passed'),
        failed: count('failed'),
        notRun: count('not run'),
      };
    }),
  };
}

/** A `<` could end the element. */
export const json = (data: unknown) => JSON.stringify(data).replaceAll('<', String.raw`\u003c`);

/** `checking: server.unauthorized → visitor`, in the order of the machine's transitions. */
function lineTitles({ box, transitions }: MachineRecord) {
  const titles = new Map<string, string>();
  const nameIn = (id: string) => inWords(id.slice(box.id.length + 1)) || 'in each state';
  const note = (state: StateBox) => {
    for (const { id, on, guard, to } of state.transitions) {
      const target = to.length === 0 ? 'stays' : to.map(nameIn).join(', ');
      titles.set(id, `${nameIn(state.id)}: ${on}${guard === '' ? '' : ` [${guard}]`} → ${target}`);
    }
    state.states.forEach(note);
  };
  note(box);
  return transitions.map((id) => titles.get(id) ?? id);
}

/** The cause of each transition in words, by its index. */
function causesOf(words: Words, paths: readonly AnyPath[]): ReadonlyMap<number, readonly string[]> {
  const causes = new Map<number, Set<string>>();
  for (const [event, , , taken] of paths.flatMap(({ steps }) => steps)) {
    for (const place of taken) causes.set(place, (causes.get(place) ?? new Set()).add(event));
  }
  return new Map(
    [...causes].map(([place, events]) => {
      const texts = [...events].slice(0, MAX_CAUSES).map((event) => `When ${eventText(words, event)}`);
      return [place, events.size > MAX_CAUSES ? [...texts, `and ${events.size - MAX_CAUSES} more`] : texts];
    }),
  );
}

async function machineFile({ machine, paths }: ReturnType<typeof withTours>[number]) {
  const { name, box, transitions, words = NO_WORDS } = machine;
  const causes = causesOf(words, paths);
  return {
    diagram: await diagramOf(name, folded(box, new Set()), transitions, causes),
    box,
    transitions,
    causes: [...causes],
    lines: lineTitles(machine),
    leaves: leaves(machine.box).map(({ id }) => id),
    descriptions: Object.fromEntries(leaves(machine.box).map(({ id, description }) => [id, description])),
    unreachable: machine.unreachable,
    ...packed(paths),
  };
}

export type Overview = ReturnType<typeof overviewOf> & {
  /** File names by `machine--state`. */
  readonly pictures: Readonly<Record<string, string>>;
};
export type MachineFile = Awaited<ReturnType<typeof machineFile>>;

/** @returns the number of failed paths */
export async function writeReport(
  out: string,
  {
    features,
    history,
    pictures,
    ...results
  }: Results &
    Pick<Overview, 'pictures'> & {
      readonly features: readonly JudgedFeature[];
      readonly history: readonly PastRun[];
    },
): Promise<number> {
  const overview: Overview = { ...overviewOf(results, features, history), pictures };
  const data = emptied(path.join(out, 'data'));
  for (const one of withTours(results)) {
    const text = `quietbookReport(${json(one.machine.name)}, ${json(await machineFile(one))});\n`;
    writeFileSync(path.join(data, `${one.machine.name}.js`), text);
  }
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quietbook: what proves each requirement, and every path of every machine</title>
<style>${part('style.css')}${part('diagram.css')}${part('../inspector/diagram.css')}</style>
</head>
<body>
<nav id="machines" aria-label="Machines"></nav>
<main id="machine"></main>
<script type="application/json" id="data">${json(overview)}</script>
<script>${await clientScript(new URL('client.ts', import.meta.url))}</script>
</body>
</html>
`;
  writeFileSync(path.join(out, 'index.html'), page);
  writeFileSync(path.join(out, 'junit.xml'), junitOf(results.steps));
  writeFileSync(path.join(data, 'fold.js'), await clientScript(new URL('foldClient.ts', import.meta.url)));
  return overview.failed;
}
