import { createHash } from 'node:crypto';
import { random } from '../../scripts/random.ts';
import type { Mutant } from './mutants.ts';

interface Part {
  start: number;
  end: number;
  all: (Mutant & { id: number })[];
  inner: Part[];
}

/** Every mutant is behind a switch, so that the file is transformed only once. `__q` is the state of worker.ts. */
export function instrumented(text: string, mutants: readonly (Mutant & { id: number })[]) {
  const whole: Part = { start: 0, end: text.length, all: [], inner: [] };
  const open = [whole];
  for (const mutant of [...mutants].sort((a, b) => a.start - b.start || b.end - a.end)) {
    while (mutant.start >= (open.at(-1)?.end ?? 0)) open.pop();
    const around = open.at(-1) ?? whole;
    if (around !== whole && around.start === mutant.start && around.end === mutant.end) {
      around.all.push(mutant);
      continue;
    }
    const part = { start: mutant.start, end: mutant.end, all: [mutant], inner: [] };
    around.inner.push(part);
    open.push(part);
  }
  const render = (part: Part): string => {
    let out = '';
    let at = part.start;
    for (const inner of part.inner) {
      out += text.slice(at, inner.start) + render(inner);
      at = inner.end;
    }
    out += text.slice(at, part.end);
    const [first] = part.all;
    if (!first) return out;
    const isOn = ({ id }: { id: number }) => `(__q.on===${id}?__q.tick():__q.counts&&__q.hit(${id}))`;
    if (first.kind === 'expression')
      return `(${part.all.map((one) => `${isOn(one)}?(${one.replacement}):`).join('')}(${out}))`;
    return first.kind === 'block' ? `{if(${isOn(first)}){}else${out}}` : `if(${isOn(first)}){}else{${out}}`;
  };
  // Without a state (when the build renders a page) no mutant is on.
  // The first line of a command says what runs it.
  const [command = ''] = /^#!.*\n/.exec(text) ?? [];
  return `${command}const __q=globalThis.__quietbookMutation??{};${render(whole).slice(command.length)}`;
}

export interface Equivalent {
  file: string;
  at: string;
  original: string;
  replacement: string;
  reason: string;
}

/** `at` is its line without indentation. */
export const isSame = ({ file, at, original, replacement }: Equivalent, mutant: Mutant, text: string) =>
  file === mutant.file &&
  original === mutant.original &&
  replacement === mutant.replacement &&
  text.split('\n')[mutant.line - 1]?.trim() === at;

/** At least three. @param share per cent */
export function sampleOf<T>(all: readonly T[], share: number, seed: number) {
  const next = random(seed);
  const size = Math.max(Math.min(3, all.length), Math.ceil((all.length * share) / 100));
  const chosen = new Set(
    all
      .map((_, index) => ({ index, order: next() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, size)
      .map(({ index }) => index),
  );
  return all.filter((_, index) => chosen.has(index));
}

/**
 * Numbers from each mutant's own text, so that a change of one file does not change the sample of others. The first of
 * the result are a smaller sample.
 */
export function sampleAcross<T extends Mutant>(all: readonly T[], size: number, seed: number): T[] {
  const copies = new Map<string, number>();
  return all
    .map((mutant) => {
      const { file, mutator, original, replacement } = mutant;
      const name = JSON.stringify([seed, file, mutator, original, replacement]);
      const nth = (copies.get(name) ?? 0) + 1;
      copies.set(name, nth);
      return { mutant, order: createHash('sha256').update(`${name}${nth}`).digest('hex') };
    })
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);
}
