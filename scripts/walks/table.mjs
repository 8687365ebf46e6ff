// docs/coverage.md: what of every chart was walked, and where; and what cannot be, with the reasons.

import { tableText, withText } from '../markdown.mjs';

/** @typedef {import('../../tests/paths/tools/figures.ts').MachineFigures} MachineFigures */
/** @typedef {import('../../tests/paths/tools/figures.ts').Figures} Figures */

const BEGIN = '<!-- walks -->';
const END = '<!-- /walks -->';

/** @param {Figures} figures */
const countOf = ({ exceptions }) => Object.keys(exceptions).length;

/** @param {Figures | undefined} figures */
const cell = (figures) =>
  figures === undefined
    ? '–'
    : `${figures.states} / ${figures.transitions}${countOf(figures) === 0 ? '' : ` (+${countOf(figures)})`}`;

/**
 * @param {Readonly<Record<string, MachineFigures>>} walks by chart
 * @param {Readonly<Record<string, number>>} mutation scores by chart, in per cent; may be empty
 */
export function tableOf(walks, mutation) {
  const head = ['chart', 'states', 'transitions', 'on the actor', 'on the screen', 'against the venue'];
  const isScored = Object.keys(walks).some((name) => mutation[name] !== undefined);
  const rows = Object.entries(walks)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, chart]) => [
      `[${name}](machines/${name}.md)`,
      String(chart.states),
      String(chart.transitions),
      cell(chart.actor),
      cell(chart.screen),
      cell(chart.venue),
      ...(isScored ? [mutation[name] === undefined ? '–' : `${mutation[name]} %`] : []),
    ]);
  return tableText([isScored ? [...head, 'mutation score'] : head, ...rows]);
}

const PLACES = /** @type {const} */ ([
  ['actor', 'on the actor'],
  ['screen', 'on the screen'],
  ['venue', 'against the venue'],
]);

/**
 * Every transition that cannot be taken somewhere, with the reason.
 * @param {Readonly<Record<string, MachineFigures>>} walks by chart
 */
const exceptionsOf = (walks) =>
  PLACES.flatMap(([place, title]) => {
    const lines = Object.entries(walks)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, chart]) => Object.entries(chart[place]?.exceptions ?? {}))
      .map(([id, reason]) => `- \`${id}\`: ${reason}.`);
    return lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')];
  });

/**
 * Puts the table and the exceptions between their marks.
 * @param {string} document
 * @param {Readonly<Record<string, MachineFigures>>} walks by chart
 * @param {Readonly<Record<string, number>>} mutation scores by chart, in per cent; may be empty
 * @throws Error when the marks are missing.
 */
export function withCoverage(document, walks, mutation) {
  const parts = [tableOf(walks, mutation), '## Exceptions', ...exceptionsOf(walks)];
  return withText(document, BEGIN, END, parts.join('\n\n'));
}
