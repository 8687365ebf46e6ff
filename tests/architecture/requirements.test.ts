import { describe, expect, it } from 'vitest';
import { provenFeatures } from '../../scripts/requirements/proofs.ts';
import { featuresOf } from '../../scripts/requirements/read.ts';
import { namedTests } from '../../scripts/requirements/titles.ts';
import { catalogue } from '../models/catalogue.ts';
import { specTable } from '../models/tools/spec.ts';
import { filesBelow, readSource, scriptsBelow, type Source } from './tools/sources.ts';

const KNOWN = new Set(readSource('docs/requirements.md').text.match(/(?<=^- )[A-Z]+-\d{2}\b/gm));
const GROUPS = [...new Set([...KNOWN].map((id) => id.split('-')[0]))];

const CITATION =
  /\b[sS]pec [12]\b|\b[12] §|\bguides?[:/,] ?\w|\breliability §|\(design: |\bdesign,? \d|\bcontract, (?:"|[A-Z])/;

const FOLDERS = ['src', 'venue', 'tests', 'scripts', 'tools', 'locales', 'docs'];
const sources = FOLDERS.flatMap(filesBelow)
  .filter((file) => /\.(ts|tsx|css|json|md|sql)$/.test(file) && !file.endsWith('requirements.test.ts'))
  .map(readSource);

/** Requirements that no row and no title of a test names, with the reasons. */
const UNNAMED: Readonly<Record<string, string>> = {
  'LIVE-11': 'a promise of speed: `npm run bench -- live` measures it',
};

const linesWith = ({ path, text }: Source, isWrong: (line: string) => boolean): string[] =>
  text.split('\n').flatMap((line, index) => (isWrong(line) ? [`${path}:${String(index + 1)}`] : []));

describe('requirements', () => {
  it('are cited by the IDs that docs/requirements.md has', () => {
    const ids = new RegExp(`\\b(?:${GROUPS.join('|')})-\\d{2}\\b`, 'g');
    const isWrong = (line: string): boolean => (line.match(ids) ?? []).some((id) => !KNOWN.has(id));
    expect(sources.flatMap((source) => linesWith(source, isWrong))).toEqual([]);
  });

  it('are each proven by a row of a model or by a test that names it, or excepted with a reason', () => {
    const rows = Object.fromEntries(
      catalogue.map(({ name, requirements }) => [name, specTable(requirements).titles]),
    );
    const tests = scriptsBelow('tests', 'tools').flatMap(({ path, text }) => namedTests(path, text));
    const features = provenFeatures(featuresOf(readSource('docs/requirements.md').text), rows, tests);
    const all = features.flatMap(({ requirements }) => requirements);
    const unnamed = all.filter((one) => one.rows.length === 0 && one.tests.length === 0).map(({ id }) => id);
    expect(all.length).toBeGreaterThan(150);
    expect(unnamed).toEqual(Object.keys(UNNAMED));
  });

  it('are cited instead of documents that are not here', () => {
    expect(sources.flatMap((source) => linesWith(source, (line) => CITATION.test(line)))).toEqual([]);
  });
});
