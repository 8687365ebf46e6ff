// Quick but not complete, by imports and by addresses of screens; before a merge `npm test` runs everything.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { closureOf, importsOf } from '../imports.ts';
import { ROOT } from '../process.ts';

interface Touched {
  text: string;
  /** Changed TypeScript files that still exist. */
  sources: readonly string[];
  /** Of changed screens; null for all. */
  screens: readonly string[] | null;
  /** The most telling and quickest tests, which run first; the steps that ran them leave them out. */
  nearest: readonly string[];
  testsOf: (steps: readonly string[]) => readonly string[];
  hasNothingFor: (step: string) => boolean;
}

const ROUTER = 'src/app/router.tsx';
const ENTRY = 'src/main.tsx';
/** This many changed screens run all end-to-end tests. */
const MANY_SCREENS = 4;
/** Specs with this call visit all screens; `TEST_SCREENS` names the changed ones. */
const SWEEP = 'everyScreen(';
/** A spec that names this many screens is not run for a few changed ones. */
const STORY = 5;
/** They name screens that are not the subject of a spec. */
const HELPERS = new Set(['tests/e2e/support/trader.ts', 'tests/e2e/support/tour.ts']);
const isLong = (file: string): boolean => file.endsWith('.long.test.ts');
const WORDS = /^(docs\/|README\.md|\.ci\/)|\.md$/;
/** Orders from end to end, and the books after them. */
const BOOKS = 'tests/venue/core/orders.test.ts';
/** Checks every text. */
const WORDING = 'tests/architecture/translations.test.ts';
const CLIENT = /^(src\/|locales\/|index\.html)/;

const below = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .sort();

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const allImports = (file: string): readonly string[] => [...importsOf(file).atOnce, ...importsOf(file).later];

const reached = new Map<string, Map<string, number>>();

/** Each file that it imports, with the number of imports in between. */
function reachOf(file: string): Map<string, number> {
  const reach = reached.get(file) ?? closureOf(file, allImports);
  reached.set(file, reach);
  return reach;
}

const reachedBy = (file: string): readonly string[] => [...reachOf(file).keys()];

const stemOf = (file: string): string => path.posix.basename(file).split('.', 1)[0] ?? '';

/** For each of paths, units and the venue the two tests with the fewest imports in between, and those of the books. */
function nearestTo(file: string, tests: readonly string[]): readonly string[] {
  const distanceOf = (test: string): number =>
    (reachOf(test).get(file) ?? Infinity) - (stemOf(test) === stemOf(file) ? 0.5 : 0);
  const books = reachOf(BOOKS).has(file) ? [BOOKS] : [];
  return ['models', 'unit', 'venue']
    .flatMap((folder) => {
      const near = tests
        .filter((test) => test.startsWith(`tests/${folder}/`) && !isLong(test))
        .map((test) => ({ test, distance: distanceOf(test) }));
      const least = Math.min(...near.map(({ distance }) => distance));
      const nearest = near.filter(({ distance }) => distance === least && least < Infinity);
      return nearest.slice(0, 2).map(({ test }) => test);
    })
    .concat(books);
}

function screens(): { path: string; files: ReadonlySet<string> }[] {
  const text = textOf(ROUTER);
  const made = new Map(
    [...text.matchAll(/(\w+): screen\(\s*\(\) => import\('([^']+)'\),\s*'\w+'([^]*?)\),\n/g)].map(
      ([, name, source, parts]) => [name, { source, parts: [...(parts ?? '').matchAll(/\w+/g)].map(String) }],
    ),
  );
  return [...text.matchAll(/<Route (?:path="([^"]+)"|index) element=\{<(?:screens\.)?(\w+)/g)].flatMap(
    ([, at = '', name]) => {
      const one = made.get(name ?? '');
      if (!one) return [];
      const roots = [one.source, ...one.parts.map((part) => `./${part}.ts`)]
        .map((file) => path.posix.join('src/app', file ?? ''))
        .filter((file) => file.startsWith('src/ui/') || below('src/app').includes(file));
      return [{ path: `/${at}`, files: new Set(roots.flatMap(reachedBy)) }];
    },
  );
}

function readersOf(file: string) {
  const namespace = path.posix.basename(file, '.json');
  const reads = new RegExp(`useTranslation\\([^)]*'${namespace}'|['\`]${namespace}:`);
  return below('src/ui')
    .filter((one) => /\.tsx?$/.test(one))
    .filter((one) => reads.test(textOf(one)));
}

/** @param address as in the router, such as `/deposit/:symbol` */
function names(text: string, address: string) {
  const [start = ''] = address.split(':');
  const end = address === start ? '[\'"`?/]' : '';
  return new RegExp(`['"\`]${start}${end}`).test(text);
}

/** Null if everything has to run. @param changed relative to the project */
export function touchedBy(changed: readonly string[]): Touched | null {
  const real = changed.filter((file) => !WORDS.test(file));
  const isKnown = (file: string) =>
    /^(src|locales|venue|tests|tools\/bench)\//.test(file) && /\.(tsx?|css|json)$/.test(file);
  const strange = real.find((file) => !isKnown(file));
  if (strange !== undefined) {
    console.log(`Everything is run: ${strange} may touch anything.\n`);
    return null;
  }
  const all = new Set(real.flatMap((file) => (file.startsWith('locales/') ? readersOf(file) : [file])));
  const tests = below('tests').filter((file) => /\.(test|spec|model)\.ts$/.test(file));
  const reaching = tests.filter((test) => reachedBy(test).some((file) => all.has(file)));

  const client = [...all].filter((file) => CLIENT.test(file));
  const shared = new Set(closureOf(ENTRY).keys());
  const everyScreen = client.length > 0 ? screens() : [];
  const changedScreens = everyScreen.filter(({ files }) => client.some((file) => files.has(file)));
  const isEvery =
    client.some((file) => shared.has(file) || !everyScreen.some(({ files }) => files.has(file))) ||
    changedScreens.length >= MANY_SCREENS;
  const addresses = changedScreens.map((screen) => screen.path);
  const isOfScreens = (file: string): boolean => /^tests\/(?:e2e|walks)\//.test(file);
  const specs = new Set(reaching.filter(isOfScreens));
  for (const spec of tests.filter(isOfScreens)) {
    const support = importsOf(spec).atOnce.filter((file) => file.startsWith('tests/e2e/support/'));
    const text = [spec, ...support.filter((file) => !HELPERS.has(file))].map(textOf).join('\n');
    const named = everyScreen.map((screen) => screen.path).filter((address) => names(text, address));
    const isOfIt = new Set(named).size < STORY && addresses.some((address) => named.includes(address));
    if (client.length > 0 && (isEvery || text.includes(SWEEP) || isOfIt)) specs.add(spec);
  }
  const reachingIn = (folder: string): readonly string[] =>
    reaching.filter((file) => file.startsWith(`tests/${folder}/`));
  const specsIn = (folder: string): readonly string[] =>
    [...specs].filter((file) => file.startsWith(`tests/${folder}/`)).sort();
  const inBrowser = specsIn('e2e');
  const wording = real.some((file) => file.startsWith('locales/')) ? [WORDING] : [];
  const nearest = [...wording, ...new Set(real.flatMap((file) => nearestTo(file, tests)))];
  const afterNearest = (list: readonly string[]): readonly string[] =>
    list.filter((file) => !isLong(file) && !nearest.includes(file));
  // They read files, and import none.
  const architecture = tests.filter((file) => file.startsWith('tests/architecture/'));
  const files: Record<string, readonly string[]> = {
    architecture: afterNearest(architecture),
    unit: afterNearest(reachingIn('unit')),
    properties: reachingIn('unit').filter((file) => !isLong(file)),
    tools: [...architecture.filter(isLong), ...reachingIn('unit').filter(isLong), ...reachingIn('proof')],
    models: afterNearest(reachingIn('models')),
    tours: reachingIn('models'),
    walks: specsIn('walks'),
    'chromium walks': specsIn('walks'),
    venue: afterNearest(reachingIn('venue')),
    postgres: reachingIn('venue').filter((file) => !isLong(file)),
    servers: reachingIn('venue').filter(isLong),
    chains: reachingIn('chains'),
    bundle: client.length > 0 ? tests.filter((file) => file.startsWith('tests/bundle/')) : [],
    stories: inBrowser,
    browser: inBrowser,
  };
  files.build = [...(files.bundle ?? []), ...inBrowser];
  const where = isEvery ? 'every screen' : addresses.join(', ') || 'no screen';
  const counts = Object.entries({ nearest, ...files }).map(([name, list]) => `${name} ${list.length}`);
  return {
    text: `${changed.length} files changed; they touch ${where}. Files of tests: ${counts.join(', ')}.`,
    sources: real.filter((file) => /\.tsx?$/.test(file) && existsSync(path.join(ROOT, file))),
    screens: isEvery ? null : addresses,
    nearest,
    testsOf: (steps) => steps.flatMap((step) => files[step] ?? []),
    hasNothingFor: (step) => files[step]?.length === 0,
  };
}
