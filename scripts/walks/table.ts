// docs/coverage.md: what of every chart was walked, and where; and what cannot be, with the reasons.

import { tableText, withText } from '../markdown.ts';
import type { ChartFigures, Figures } from './figures.ts';

const BEGIN = '<!-- walks -->';
const END = '<!-- /walks -->';

const countOf = ({ exceptions }: Figures) => Object.keys(exceptions).length;

const cell = (figures: Figures | undefined) =>
  figures === undefined
    ? '–'
    : `${figures.states} / ${figures.transitions}${countOf(figures) === 0 ? '' : ` (+${countOf(figures)})`}`;

/**
 * @param walks by chart
 * @param mutation scores by chart, in per cent; may be empty
 */
export function tableOf(
  walks: Readonly<Record<string, ChartFigures>>,
  mutation: Readonly<Record<string, number>>,
) {
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

const PLACES = [
  ['actor', 'on the actor'],
  ['screen', 'on the screen'],
  ['venue', 'against the venue'],
] as const;

/**
 * Every transition that cannot be taken somewhere, with the reason.
 * @param walks by chart
 */
const exceptionsOf = (walks: Readonly<Record<string, ChartFigures>>) =>
  PLACES.flatMap(([place, title]) => {
    const lines = Object.entries(walks)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, chart]) => Object.entries(chart[place]?.exceptions ?? {}))
      .map(([id, reason]) => `- \`${id}\`: ${reason}.`);
    return lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')];
  });

/**
 * Puts the table and the exceptions between their marks.
 * @param walks by chart
 * @param mutation scores by chart, in per cent; may be empty
 * @throws Error when the marks are missing.
 */
export function withCoverage(
  document: string,
  walks: Readonly<Record<string, ChartFigures>>,
  mutation: Readonly<Record<string, number>>,
) {
  const parts = [tableOf(walks, mutation), '## Exceptions', ...exceptionsOf(walks)];
  return withText(document, BEGIN, END, parts.join('\n\n'));
}
