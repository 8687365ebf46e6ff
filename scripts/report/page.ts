// One page without other files.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { StateBox } from '../../src/app/development/stateBox.ts';
import type { ProvenFeature } from '../requirements/proofs.ts';
import type { MachineRecord, TourEntry } from './records.ts';

const part = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

async function script() {
  const entry = fileURLToPath(new URL('client.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'report' } },
  });
  const [bundle] = [built].flat();
  if (!bundle || !('output' in bundle)) throw new Error('the script of the report was not built');
  return bundle.output[0].code;
}

const leaves = (box: StateBox): string[] => (box.states.length === 0 ? [box.id] : box.states.flatMap(leaves));

export function coverageOf(machine: MachineRecord, tours: readonly TourEntry[]) {
  const own = tours.filter((tour) => tour.machine === machine.name);
  const toured = new Set(own.flatMap(({ transitions }) => transitions));
  const wanted = machine.transitions.filter((id) => !Object.hasOwn(machine.unreachable, id));
  const taken = new Set(machine.taken);
  return {
    states: leaves(machine.box).length,
    transitions: wanted.length,
    'on the actor': wanted.filter((id) => taken.has(id)).length,
    'on the screen': own.length === 0 ? '–' : wanted.filter((id) => toured.has(id)).length,
    paths: machine.paths.length + own.length,
    failed: [...machine.paths, ...own].filter(({ error }) => error !== undefined).length,
  };
}

export interface Findings {
  readonly machines: readonly MachineRecord[];
  readonly tours: readonly TourEntry[];
  /** Data URLs by `machine--state`. */
  readonly pictures: Readonly<Record<string, string>>;
  readonly rows: Readonly<Record<string, readonly string[]>>;
  readonly features: readonly ProvenFeature[];
}

export async function reportPage({ machines, tours, pictures, rows, features }: Findings) {
  const data = {
    features,
    rows,
    machines: machines.map((machine) => ({
      ...machine,
      coverage: coverageOf(machine, tours),
      tours: tours.filter((tour) => tour.machine === machine.name),
    })),
    pictures,
  };
  // A `<` could end the element.
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quietbook: what proves each requirement, and every path of every machine</title>
<style>${part('style.css')}${part('../../src/app/development/boxes.css')}</style>
</head>
<body>
<nav id="machines" aria-label="Machines"></nav>
<main id="machine"></main>
<script type="application/json" id="data">${json}</script>
<script>${await script()}</script>
</body>
</html>
`;
}
