// A process of its own, because trials may hang or run out of memory: node tools/mutation/child.ts <folder>
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startVitest, type TestSpecification } from 'vitest/node';
import { PLAIN_WASM, ROOT } from '../../scripts/process.ts';
import { instrumented } from './instrument.ts';
import type { Mutant } from './mutants.ts';
import type { Side } from './reach.ts';
import { VENUE_ALIASES } from './venueTests.ts';
import type { Trial } from './worker.ts';

export type Numbered = Mutant & { id: number };
interface Plan {
  mutants: Numbered[];
  trials: Trial[];
  side: Side;
}

const folder = process.argv[2] ?? '';
const journal = path.join(folder, 'journal.jsonl');
process.env.MUTATION_JOURNAL = journal;
const plan = JSON.parse(readFileSync(path.join(folder, 'plan.json'), 'utf8')) as Plan;

const byFile = new Map<string, Numbered[]>();
for (const mutant of plan.mutants) {
  const file = path.join(ROOT, mutant.file);
  byFile.set(file, [...(byFile.get(file) ?? []), mutant]);
}
// Two folders below the project, because tests reach docs/ by relative paths.
const files = folder;
const worker = JSON.stringify(path.join(ROOT, 'tools/mutation/worker.ts'));
const tools = path.join(ROOT, 'tests/models/tools');
/** A model is no file of tests: they are made of it. */
const testsIn = (file: string) =>
  file.endsWith('.model.ts')
    ? `import(${JSON.stringify(path.join(tools, 'testModel.ts'))}).then(({ testModelIn }) => testModelIn(${JSON.stringify(file)}))`
    : `import(${JSON.stringify(file)})`;
for (const [index, trial] of plan.trials.entries()) {
  const load = testsIn(path.join(ROOT, trial.test));
  writeFileSync(
    path.join(files, `${String(index).padStart(5, '0')}.test.ts`),
    `import { begin } from ${worker};\nawait begin(${JSON.stringify(trial)}, () => ${load});\n`,
  );
}

class Sequencer {
  sort(all: TestSpecification[]) {
    return Promise.resolve([...all].sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1)));
  }
  shard(all: TestSpecification[]) {
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
// A mutant may have left something open.
process.exit(0);
