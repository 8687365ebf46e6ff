// Runs tests with their full number of repetitions; `npm test` runs fewer.
import path from 'node:path';
import { startPostgres } from '../../scripts/postgres.ts';
import { ROOT, runTool } from '../../scripts/process.ts';

/** In seconds. */
const LIMIT = 86_400;

/** The projects of vitest.config.ts with such tests: short ones, and those of the long proof. */
const PROJECTS = { venue: ['venue', 'servers'], unit: ['unit', 'tools'], chains: ['chains'] } as const;

/**
 * @param lengths environment variables, unless they are set already
 * @param kind of the tests; all but `unit` get a PostgreSQL
 */
export async function prove(
  files: readonly string[],
  lengths: Readonly<Record<string, string>>,
  kind: keyof typeof PROJECTS = 'venue',
) {
  const given = process.env.TEST_DATABASE_URL;
  const server = given || kind === 'unit' ? null : await startPostgres();
  const chosen = Object.entries(lengths).map(([name, value]) => [name, process.env[name] ?? value]);
  try {
    const { code } = await runTool(
      'vitest',
      [
        'run',
        ...PROJECTS[kind].flatMap((project) => ['--project', project]),
        '--reporter=verbose',
        ...files.map((file) => path.join(ROOT, file)),
      ],
      { env: { ...Object.fromEntries(chosen), TEST_DATABASE_URL: given ?? server?.url ?? '' }, limit: LIMIT },
    );
    if (code !== 0) process.exitCode = 1;
  } finally {
    await server?.stop();
  }
}
