import type { Mutant } from './mutants.ts';

interface Part {
  start: number;
  end: number;
  mutants: Mutant[];
  inner: Part[];
}

/**
 * The text with every mutant behind a switch, so that a file is transformed once for all of them. `__q` is the state of
 * worker.ts.
 */
export function instrumented(text: string, mutants: readonly Mutant[]): string {
  const whole: Part = { start: 0, end: text.length, mutants: [], inner: [] };
  const open = [whole];
  for (const mutant of mutants.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    while (mutant.start >= (open.at(-1)?.end ?? 0)) open.pop();
    const around = open.at(-1) ?? whole;
    if (around !== whole && around.start === mutant.start && around.end === mutant.end) {
      around.mutants.push(mutant);
      continue;
    }
    const part = { start: mutant.start, end: mutant.end, mutants: [mutant], inner: [] };
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
    const [first] = part.mutants;
    if (!first) return out;
    const isOn = ({ id }: Mutant) => `(__q.on===${id}?__q.tick():__q.counts&&__q.hit(${id}))`;
    if (first.kind === 'expression')
      return `(${part.mutants.map((one) => `${isOn(one)}?(${one.replacement}):`).join('')}(${out}))`;
    return first.kind === 'block' ? `{if(${isOn(first)}){}else${out}}` : `if(${isOn(first)}){}else{${out}}`;
  };
  return `const __q=globalThis.__quietbookMutation;${render(whole)}`;
}
