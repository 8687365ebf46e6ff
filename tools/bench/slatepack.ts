// The time to check a slatepack text: a real one, and the longest that is checked.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/process.ts';
import { armor } from '../../src/domain/slatepack/armor.ts';
import { writeEnvelope } from '../../src/domain/slatepack/envelope.ts';
import { LONGEST_TEXT } from '../../src/domain/slatepack/limits.ts';
import { readSlatepack } from '../../src/domain/slatepack/read.ts';
import { median, print, quantile, round } from './figures.ts';

/** The most milliseconds to check any text that a form accepts. */
const LIMIT = 100;
const ROUNDS = 50;

function measured(what: string, judge: () => unknown) {
  for (let warming = 0; warming < 10; warming += 1) judge();
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    judge();
    return performance.now() - start;
  });
  const slow = quantile(times, 0.95);
  return {
    what,
    'median ms': round(median(times), 3),
    'p95 ms': round(slow, 3),
    'of the limit': round(slow / LIMIT, 4),
  };
}

export async function run() {
  const file = JSON.parse(readFileSync(path.join(ROOT, 'tests', 'data', 'slatepack-vectors.json'), 'utf8'));
  const textOf = (id: string) => file.vectors.find((vector: { id: string }) => vector.id === id).armored;
  // A valid text of the greatest length: an age file, which is not read further.
  const payload = new Uint8Array(22_370).fill(0xa5);
  payload.set(new TextEncoder().encode('age-encryption.org/v1\n'));
  const longest = armor(writeEnvelope({ isEncrypted: true, sender: null, payload }));
  const damaged = `BEGINSLATEPACK.${'zA'.repeat(LONGEST_TEXT)}`
    .slice(0, LONGEST_TEXT - 13)
    .concat('.ENDSLATEPACK');
  // Texts of the greatest length that could slow down the patterns of the clean-up.
  const hostile = [
    '<a',
    '&gt',
    '\\n',
    '\u200b',
    'BEGINSLATEPACK.',
    'a '.repeat(15),
    '123456789ABCDEF ',
    'grin1',
    '. .',
  ];
  const repeated = (part: string) => part.repeat(LONGEST_TEXT).slice(0, LONGEST_TEXT);
  const framed = (part: string) =>
    `BEGINSLATEPACK.${repeated(part).slice(0, LONGEST_TEXT - 28)}.ENDSLATEPACK`;
  print(`Judging a slatepack text (limit ${LIMIT} ms)`, [
    measured(`an S1 of ${textOf('plain-s1').length} characters`, () => readSlatepack(textOf('plain-s1'))),
    measured(`an S2 of ${textOf('plain-s2').length} characters`, () => readSlatepack(textOf('plain-s2'))),
    measured(`a sound text of ${longest.length} characters`, () => readSlatepack(longest)),
    measured(`a damaged text of ${damaged.length} characters`, () => readSlatepack(damaged)),
    ...hostile.map((part) => measured(`only ${JSON.stringify(part)}`, () => readSlatepack(repeated(part)))),
    ...hostile.map((part) => measured(`framed ${JSON.stringify(part)}`, () => readSlatepack(framed(part)))),
  ]);
}
