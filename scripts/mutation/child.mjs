// A process of its own for a heap of trials: it may hang or run out of memory without harm to what started it.
//   node scripts/mutation/child.mjs <folder>     the folder holds plan.json, and gets journal.jsonl
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startVitest } from 'vitest/node';
import { ROOT } from '../process.mjs';
import { PLAIN_WASM } from '../plainWasm.mjs';
import { instrumented } from './planted.mjs';
import { VENUE_ALIASES } from './venueTests.mjs';

/** @typedef {import('./mutants.mjs').Mutant & { id: number }} Numbered */
/** @typedef {{ mutants: Numbered[], trials: import('./worker.mjs').Trial[], side: import('./reach.mjs').Side }} Plan */

const folder = process.argv[2] ?? '';
const journal = path.join(folder, 'journal.jsonl');
process.env['MUTATION_JOURNAL'] = journal;
const plan = /** @type {Plan} */ (JSON.parse(readFileSync(path.join(folder, 'plan.json'), 'utf8')));

/** @type {Map<string, Numbered[]>} */
const byFile = new Map();
for (const mutant of plan.mutants) {
  const file = path.join(ROOT, mutant.file);
  byFile.set(file, [...(byFile.get(file) ?? []), mutant]);
}
// Two folders below the project, as the tests of the architecture are: from there they name what lies in docs/.
const files = folder;
const worker = JSON.stringify(path.join(ROOT, 'scripts/mutation/worker.mjs'));
for (const [index, trial] of plan.trials.entries()) {
  const test = JSON.stringify(path.join(ROOT, trial.test));
  writeFileSync(
    path.join(files, `${String(index).padStart(5, '0')}.test.ts`),
    `import { begin } from ${worker};\nawait begin(${JSON.stringify(trial)}, () => import(${test}));\n`,
  );
}

/** Trials in the order in which they were written down. */
class Sequencer {
  /** @param {import('vitest/node').TestSpecification[]} all */
  sort(all) {
    return Promise.resolve([...all].sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1)));
  }
  /** @param {import('vitest/node').TestSpecification[]} all */
  shard(all) {
    return Promise.resolve(all);
  }
}

const vitest = await startVitest(
  'test',
  [],
  {
    config: false,
    root: ROOT,
    dir: files,
    include: ['**/*.test.ts'],
    exclude: [],
    watch: false,
    isolate: false,
    fileParallelism: false,
    maxWorkers: 1,
    pool: 'forks',
    testTimeout: plan.side === 'venue' ? 120_000 : 30_000,
    hookTimeout: plan.side === 'venue' ? 120_000 : 30_000,
    update: false,
    ...(plan.side === 'venue' ? { alias: VENUE_ALIASES, execArgv: PLAIN_WASM } : {}),
    dangerouslyIgnoreUnhandledErrors: true,
    sequence: { sequencer: Sequencer },
    reporters: [
      {
        onTestModuleEnd(module) {
          const index = Number(path.basename(module.moduleId).slice(0, 5));
          const state = module.state();
          const errors = [
            ...module.errors(),
            ...[...module.children.allTests('failed')].flatMap((one) => one.result().errors ?? []),
          ];
          const line = { done: index, state, error: errors[0]?.message?.slice(0, 300) };
          appendFileSync(journal, `${JSON.stringify(line)}\n`);
        },
      },
    ],
  },
  {
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        transform(code, id) {
          const mutants = byFile.get(id.split('?')[0] ?? '');
          return mutants ? { code: instrumented(code, mutants), map: null } : null;
        },
      },
    ],
  },
);
await vitest.close();
// What a mutant left open must not keep the process.
process.exit(0);
