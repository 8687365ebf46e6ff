// Adds the switch of the mutants to every page, and notes which mutants' code it runs.
import path from 'node:path';
import { chromium, test } from '@playwright/test';
import { ROOT } from '../../../scripts/process.ts';
import { CONTROL, idOf, linesIn, note, readPlan, testKey } from './plan.ts';

const REPORT = '__quietbookMutantHit';
/** Stops endless loops by rounds, not by time: tests set the clocks of pages. */
const MOST_TICKS = 2_000_000;

/** Runs in the page before its scripts; the state is like that of worker.ts. */
function keepState({ on, report, most }: { on: number; report: string; most: number }) {
  const page = globalThis as unknown as Record<string, (id: number) => void> & {
    __quietbookMutation: object;
  };
  const hits = new Set<number>();
  let ticks = 0;
  page.__quietbookMutation ??= {
    on,
    counts: on === -1,
    hit(id: number) {
      if (!hits.has(id)) page[report]?.(id);
      hits.add(id);
      return false;
    },
    tick() {
      ticks += 1;
      if (ticks > most) throw new Error('the mutant hangs');
      return true;
    },
  };
}

/** Mutants that were noticed already are skipped. */
export function insertSwitches() {
  const isCheck = readPlan().trials.some((trial) => trial.isCheck);
  const launch = chromium.launch.bind(chromium);
  chromium.launch = async (options) => {
    const browser = await launch(options);
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async (...args) => {
      const info = test.info();
      const id = idOf(info.project.name);
      const name = testKey({
        file: path.relative(ROOT, info.file).split(path.sep).join('/'),
        titles: info.titlePath.slice(1),
      });
      const failed = linesIn().filter(({ status }) => status === 'failed');
      if (id !== CONTROL)
        test.skip(
          failed.some((line) => line.id === id),
          'its mutant was noticed',
        );
      else if (isCheck) test.skip(!failed.some((line) => line.test === name), 'it noticed nothing');
      const context = await newContext(...args);
      if (id === CONTROL) {
        const hits = new Set<number>();
        await context.exposeBinding(REPORT, (_source, hit) => void hits.add(hit));
        context.on('close', () => note({ id, test: name, hits: [...hits] }));
      }
      await context.addInitScript(keepState, { on: id, report: REPORT, most: MOST_TICKS });
      return context;
    };
    return browser;
  };
}
