// A process of its own, because trials may hang or run out of memory: node tools/mutation/child.ts <folder>
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startVitest, type TestSpecification } from 'vitest/node';
import { ROOT } from '../../scripts/process.ts';
import { instrumented } from './instrument.ts';
import type { Mutant } from './mutants.ts';
import type { Trial } from './worker.ts';

const folder = process.argv[2] ?? '';
const journal = path.join(folder, 'journal.jsonl');
process.env.MUTATION_JOURNAL = journal;
const { mutants, trials } = JSON.parse(readFileSync(path.join(folder, 'plan.json'), 'utf8')) as {
  mutants: Mutant[];
  trials: Trial[];
};

const worker = JSON.stringify(path.join(ROOT, 'tools/mutation/worker.ts'));
const testModel = JSON.stringify(path.join(ROOT, 'tests/models/tools/testModel.ts'));
for (const [index, trial] of trials.entries()) {
  const file = JSON.stringify(path.join(ROOT, trial.test));
  // A model does not look like a test file; these are generated from it.
  const load = trial.test.endsWith('.model.ts')
    ? `import(${testModel}).then(({ testModelIn }) => testModelIn(${file}))`
    : `import(${file})`;
  writeFileSync(
    path.join(folder, `${String(index).padStart(5, '0')}.test.ts`),
    `import { begin } from ${worker};\nawait begin(${JSON.stringify(trial)}, () => ${load});\n`,
  );
}

const vitest = await startVitest(
  'test',
  [],
  {
    config: false,
    root: ROOT,
    dir: folder,
    include: ['**/*.test.ts'],
    exclude: [],
    watch: false,
    isolate: false,
    fileParallelism: false,
    maxWorkers: 1,
    pool: 'forks',
    testTimeout: 30_000,
    update: false,
    dangerouslyIgnoreUnhandledErrors: true,
    sequence: {
      sequencer: class {
        sort(all: TestSpecification[]) {
          return Promise.resolve(all.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1)));
        }
        shard(all: TestSpecification[]) {
          return Promise.resolve(all);
        }
      },
    },
    reporters: [
      {
        onTestModuleEnd(module) {
          const done = Number(path.basename(module.moduleId).slice(0, 5));
          appendFileSync(journal, `${JSON.stringify({ done, state: module.state() })}\n`);
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
          const own = mutants.filter(({ file }) => path.join(ROOT, file) === id.split('?')[0]);
          return own.length > 0 ? { code: instrumented(code, own), map: null } : null;
        },
      },
    ],
  },
);
await vitest.close();
// A mutant may have left something open.
process.exit(0);
