import { expect, it } from 'vitest';
import { filesBelow, readSource, scriptsBelow } from './tools/sources.ts';

/**
 * Who replaces a module, or a global object, a timer or an environment variable of the tests' own process, with the
 * reason. A name that ends with `/` stands for a folder.
 */
const MAY_REPLACE: Readonly<Record<string, string>> = {
  'tests/venue/pglite/copied.ts':
    'an alias: the real PGlite, which copies one empty database instead of making it',
  'tests/venue/passwords/cheap.ts':
    'an alias: the real Argon2 at its least cost, which one test checks at the real one',
  'tests/venue/documentedRefusals.ts': 'a fetch that fails where an answer is not in the document of the API',
  'tests/venue/pglite/template.ts': 'tells the processes of the tests where the empty database is',
  'tests/venue/core/store.long.test.ts':
    'tests how a database gets its tables: the copied one has none there',
  'tests/unit/ui/screen.tsx': 'Node has no document: React draws screens in one of happy-dom',
  'tests/unit/ui/sharedScreens.test.ts': 'whether there is a network is a fact of that document',
  'tests/walks/browser/': 'a document of happy-dom with its fetch, clock and timers, where a walk had a page',
  'tests/chains/bcoin.mjs': 'a program of its own process, which sets itself up',
  'tests/venue/core/pairParts.test.ts': 'the timers of the venue, which takes them from Node',
  'tests/venue/edge/retention.long.test.ts': 'the timers of the venue, which takes them from Node',
  'tests/venue/edge/slowReader.test.ts': 'the timers of the venue, which takes them from Node',
  'tests/venue/walks/socket.long.test.ts': 'the timers of the venue, which takes them from Node',
  'tests/venue/edge/aborted.test.ts': 'hears that nothing is written to the console past the log',
  'tests/venue/edge/logSecrets.test.ts': 'hears that no secret is written to the console past the log',
};

const REPLACES = [
  /\bvi\.(mock|doMock|hoisted|spyOn|stubGlobal|stubEnv|useFakeTimers|setSystemTime)\(/,
  /\bpopulateGlobal\(/,
  /\b(globalThis|window|global)\.\w+ = /,
  /\b(Object|Reflect)\.(assign|defineProperty|set|deleteProperty)\(\s*(globalThis|global|navigator|document)\b/,
  /\b(console|Date|Math|JSON|performance|\w+\.prototype)\.\w+ = /,
  /\bprocess\.env(\.\w+|\[\w+\]) = |\bdelete process\.env\b/,
];

const isReplacing = (text: string): boolean => REPLACES.some((one) => one.test(text));

/** A page of a real browser is another process: what a test gives it is a part of the scene. */
const isOfBrowser = (file: string): boolean => /^tests\/e2e\/|\.spec\.ts$/.test(file);

const isListed = (file: string): boolean =>
  Object.keys(MAY_REPLACE).some((one) => file === one || (one.endsWith('/') && file.startsWith(one)));

const replacing = scriptsBelow('tests', 'tools')
  .filter(
    ({ path, text }) =>
      (path.startsWith('tests/') || path.endsWith('.test.ts')) &&
      !isOfBrowser(path) &&
      path !== 'tests/architecture/replacements.test.ts' &&
      isReplacing(text),
  )
  .map(({ path }) => path);
const aliased = [...readSource('vitest.config.ts').text.matchAll(/replacement: new URL\('([^']+)'/g)].map(
  ([, file = '']) => file,
);

it('a test replaces no module and nothing global, except where it is listed with its reason', () => {
  expect([...replacing, ...aliased].filter((file) => !isListed(file))).toEqual([]);
});

it('and everything listed does', () => {
  const isNeeded = (one: string): boolean => one.endsWith('/') || [...replacing, ...aliased].includes(one);
  expect(Object.keys(MAY_REPLACE).filter((one) => !isNeeded(one))).toEqual([]);
  expect(Object.values(MAY_REPLACE)).not.toContain('');
  expect(filesBelow('tests').length).toBeGreaterThan(100);
});

it.each([
  "vi.mock('x')",
  "vi.spyOn(console, 'log')",
  'globalThis.fetch = fetchOf(page)',
  "Object.defineProperty(navigator, 'onLine', { value: false })",
  'Storage.prototype.getItem = () => null',
  'Date.now = () => 0',
  "process.env.PORT = '1'",
  'delete process.env[NAME]',
])('%s is found', (text) => {
  expect(isReplacing(text)).toBe(true);
});

it.each([
  "document.visibilityState = 'hidden'",
  'vi.waitFor(() => undefined)',
  'const now = process.env.PORT',
])('%s is not', (text) => {
  expect(isReplacing(text)).toBe(false);
});
