import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tableOf, withTable } from '../../scripts/walks/table.mjs';
import { catalogue } from '../paths/catalogue.ts';
import type { ChartFigures } from '../paths/tools/figures.ts';
import { readSource, ROOT } from './tools/sources.ts';

const json = (file: string): unknown =>
  existsSync(path.join(ROOT, file)) ? JSON.parse(readSource(file).text) : {};

describe('the table of walks in the README', () => {
  const walks = json('docs/walks.json') as Readonly<Record<string, ChartFigures>>;
  const readme = readSource('README.md').text;

  it('is as `npm run coverage` wrote it', () => {
    const mutation = json('docs/mutation.json') as Readonly<Record<string, number>>;
    expect(withTable(readme, tableOf(walks, mutation))).toBe(readme);
  });

  it('has a line for every chart', () => {
    expect(Object.keys(walks).sort()).toEqual(catalogue.map(({ name }) => name).sort());
  });

  it('leaves out no transition without a written reason', () => {
    const short = Object.entries(walks).flatMap(([name, { transitions, actor, screen, venue }]) =>
      Object.entries({ actor, screen, venue })
        .filter(([, one]) => one && one.transitions + one.reasons !== transitions)
        .map(([place]) => `${name}: ${place}`),
    );
    expect(short).toEqual([]);
  });
});
