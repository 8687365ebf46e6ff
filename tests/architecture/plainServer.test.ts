/** The plain server stands for other people's servers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = 'tests/plainServer';
const ALLOWED = [/^node:/, /^ws$/, /^\.\/[a-zA-Z]+\.ts$/, /^\.\.\/data\/slatepacks\.ts$/];

test('the plain server imports only node, ws, itself and the slatepack vectors', () => {
  const files = readdirSync(FOLDER);
  expect(files.length).toBeGreaterThan(10);
  const strange = files.flatMap((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const named = [...text.matchAll(/^(?:import|export|\}).*\bfrom '([^']+)'|\bimport\(?\s*'([^']+)'/gm)].map(
      (match) => match[1] ?? match[2] ?? '',
    );
    return named
      .filter((name) => !ALLOWED.some((one) => one.test(name)))
      .map((name) => `${file} imports ${name}`);
  });
  expect(strange).toEqual([]);
});
