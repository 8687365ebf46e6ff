// The QA report as one page: data as JSON, a script that shows it, a style, nothing from elsewhere.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** @typedef {import('../../tests/paths/tools/record.ts').MachineRecord} MachineRecord */
/** @typedef {import('../../src/app/development/stateBox.ts').StateBox} StateBox */
/** @typedef {import('../../tests/e2e/support/tourRecord.ts').TourEntry} TourEntry */

/** @param {string} name */
const part = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The page's script in one piece: it shares the drawing of charts with the product's `/__charts`. */
async function script() {
  const entry = fileURLToPath(new URL('client.js', import.meta.url));
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

/**
 * @param {StateBox} box
 * @returns {string[]} ids of the states that hold no other
 */
const leaves = (box) => (box.states.length === 0 ? [box.id] : box.states.flatMap(leaves));

/**
 * @param {MachineRecord} chart
 * @param {readonly TourEntry[]} tours
 */
export function coverageOf(chart, tours) {
  const own = tours.filter((tour) => tour.machine === chart.name);
  const toured = new Set(own.flatMap(({ transitions }) => transitions));
  const wanted = chart.transitions.filter((id) => !Object.hasOwn(chart.unreachable, id));
  const taken = new Set(chart.taken);
  return {
    states: leaves(chart.box).length,
    transitions: wanted.length,
    'on the actor': wanted.filter((id) => taken.has(id)).length,
    'on the screen': own.length === 0 ? '–' : wanted.filter((id) => toured.has(id)).length,
    paths: chart.paths.length + own.length,
    failed: [...chart.paths, ...own].filter(({ error }) => error !== undefined).length,
  };
}

/**
 * @param {readonly MachineRecord[]} charts
 * @param {readonly TourEntry[]} tours
 * @param {Readonly<Record<string, string>>} pictures data addresses by `chart--state`
 */
export async function reportPage(charts, tours, pictures) {
  const data = {
    charts: charts.map((chart) => ({
      ...chart,
      coverage: coverageOf(chart, tours),
      tours: tours.filter((tour) => tour.machine === chart.name),
    })),
    pictures,
  };
  // Nothing in the data may end the element that holds it.
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quietbook: every path of every chart</title>
<style>${part('style.css')}${part('../../src/app/development/boxes.css')}</style>
</head>
<body>
<nav id="charts" aria-label="Charts"></nav>
<main id="chart"></main>
<script type="application/json" id="data">${json}</script>
<script>${await script()}</script>
</body>
</html>
`;
}
