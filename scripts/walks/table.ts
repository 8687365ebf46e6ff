import { tableText, withText } from '../markdown.ts';

export type Place = 'actor' | 'screen' | 'venue';

export interface Figures {
  /** States without inner states. */
  readonly states: number;
  readonly transitions: number;
  /** With the reasons. */
  readonly exceptions: Readonly<Record<string, string>>;
}

export interface MachineFigures extends Partial<Readonly<Record<Place, Figures>>> {
  readonly states: number;
  readonly transitions: number;
}

// The tables of docs/coverage.md.

const BEGIN = '<!-- walks -->';
const END = '<!-- /walks -->';

const countOf = ({ exceptions }: Figures) => Object.keys(exceptions).length;

const cell = (figures: Figures | undefined) =>
  figures === undefined
    ? '–'
    : `${figures.states} / ${figures.transitions}${countOf(figures) === 0 ? '' : ` (+${countOf(figures)})`}`;

/** By machine. @param mutation scores in per cent; may be empty */
export function tableOf(
  walks: Readonly<Record<string, MachineFigures>>,
  mutation: Readonly<Record<string, number>>,
) {
  const head = ['machine', 'states', 'transitions', 'on the actor', 'on the screen', 'against the venue'];
  const isScored = Object.keys(walks).some((name) => mutation[name] !== undefined);
  const rows = Object.entries(walks)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, machine]) => [
      `[${name}](machines/${name}.md)`,
      String(machine.states),
      String(machine.transitions),
      cell(machine.actor),
      cell(machine.screen),
      cell(machine.venue),
      ...(isScored ? [mutation[name] === undefined ? '–' : `${mutation[name]} %`] : []),
    ]);
  return tableText([isScored ? [...head, 'mutation score'] : head, ...rows]);
}

const PLACES = [
  ['actor', 'on the actor'],
  ['screen', 'on the screen'],
  ['venue', 'against the venue'],
] as const;

/** With the reasons. */
const exceptionsOf = (walks: Readonly<Record<string, MachineFigures>>) =>
  PLACES.flatMap(([place, title]) => {
    const lines = Object.entries(walks)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, machine]) => Object.entries(machine[place]?.exceptions ?? {}))
      .map(([id, reason]) => `- \`${id}\`: ${reason}.`);
    return lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')];
  });

/** @param mutation scores in per cent; may be empty. @throws Error if the marks are missing. */
export function withCoverage(
  document: string,
  walks: Readonly<Record<string, MachineFigures>>,
  mutation: Readonly<Record<string, number>>,
) {
  const parts = [tableOf(walks, mutation), '## Exceptions', ...exceptionsOf(walks)];
  return withText(document, BEGIN, END, parts.join('\n\n'));
}
