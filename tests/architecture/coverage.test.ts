import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import equivalent from '../../scripts/mutation/equivalent.json' with { type: 'json' };
import { mutantsOf } from '../../scripts/mutation/mutants.ts';
import { isSame, type Equivalent } from '../../scripts/mutation/instrument.ts';
import { FOLDERS, machineScores, measuredFiles, type MutationTable } from '../../scripts/mutation/scores.ts';
import { provenFeatures, withProofs } from '../../scripts/requirements/proofs.ts';
import { featuresOf } from '../../scripts/requirements/read.ts';
import { namedTests } from '../../scripts/requirements/titles.ts';
import { withCoverage, type MachineFigures } from '../../scripts/walks/table.ts';
import { catalogue } from '../models/catalogue.ts';
import { specTable } from '../models/tools/spec.ts';
import { readSource, ROOT, scriptsBelow } from './tools/sources.ts';

const json = (file: string): unknown =>
  existsSync(path.join(ROOT, file)) ? JSON.parse(readSource(file).text) : {};

describe('docs/coverage.md', () => {
  const walks = json('docs/walks.json') as Readonly<Record<string, MachineFigures>>;
  const mutation = json('docs/mutation.json') as MutationTable;
  const document = readSource('docs/coverage.md').text;

  it('is as `npm run coverage` wrote it', () => {
    expect(withCoverage(document, walks, machineScores(mutation))).toBe(document);
  });

  it('says what proves each requirement (npm run documents)', async () => {
    const rows = Object.fromEntries(
      catalogue.map(({ name, requirements }) => [name, specTable(requirements).titles]),
    );
    const tests = scriptsBelow('tests').flatMap(({ path: file, text }) => namedTests(file, text));
    const features = provenFeatures(featuresOf(readSource('docs/requirements.md').text), rows, tests);
    await expect(withProofs(document, features)).toMatchFileSnapshot('../../docs/coverage.md');
  });

  it('has a line for every chart', () => {
    expect(Object.keys(walks).sort()).toEqual(catalogue.map(({ name }) => name).sort());
  });

  it('leaves out no transition without a written reason', () => {
    const short = Object.entries(walks).flatMap(([name, { transitions, actor, screen, venue }]) =>
      Object.entries({ actor, screen, venue })
        .filter(
          ([, one]) =>
            one &&
            (one.transitions + Object.keys(one.exceptions).length !== transitions ||
              Object.values(one.exceptions).includes('')),
        )
        .map(([place]) => `${name}: ${place}`),
    );
    expect(short).toEqual([]);
  });
});

describe('the table of planted mistakes, docs/mutation.json (npm run mutation)', () => {
  const { files, folders, score } = json('docs/mutation.json') as MutationTable;

  it('has a line for every file', () => {
    expect(Object.keys(files).sort()).toEqual(measuredFiles().sort());
  });

  it('says that nine of ten are noticed', () => {
    expect(score).toBeGreaterThanOrEqual(90);
    for (const folder of FOLDERS) expect(folders[folder], folder).toBeGreaterThanOrEqual(90);
  });

  it('leaves out only mistakes that can be made, each for a reason', () => {
    const stale = (equivalent as readonly Equivalent[]).filter((known) => {
      const { text } = readSource(known.file);
      return known.reason === '' || !mutantsOf(known.file, text).some((one) => isSame(known, one, text));
    });
    expect(stale).toEqual([]);
  });
});
