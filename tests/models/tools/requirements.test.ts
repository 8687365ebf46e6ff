import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { idsOfRow } from '../../../scripts/requirements/proofs.ts';
import { featuresOf } from '../../../scripts/requirements/read.ts';
import { catalogue } from '../catalogue.ts';
import { REPORT_FOLDER } from './record.ts';
import { specTable } from './spec.ts';

const rows = Object.fromEntries(
  catalogue.map(({ name, requirements }) => [name, specTable(requirements).titles]),
);

it('every row starts with existing requirements', () => {
  const document = readFileSync(path.resolve(import.meta.dirname, '../../../docs/requirements.md'), 'utf8');
  const known = new Set(featuresOf(document).flatMap(({ requirements }) => requirements.map(({ id }) => id)));
  const isWrong = (title: string): boolean =>
    !/^\[[A-Z]+-\d{2}\b/.test(title) || idsOfRow(title).some((id) => !known.has(id));
  expect(Object.values(rows).flat().filter(isWrong)).toEqual([]);
});

// The report also shows which rows were not run.
afterAll(() => {
  if (REPORT_FOLDER === undefined) return;
  mkdirSync(REPORT_FOLDER, { recursive: true });
  writeFileSync(path.join(REPORT_FOLDER, 'rows.json'), JSON.stringify(rows));
});
