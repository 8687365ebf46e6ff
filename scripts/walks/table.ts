import { tableText, withText } from '../markdown.ts';

/** Where paths run: on the machine's actor, on its screen, or against the venue. */
export type Place = 'actor' | 'screen' | 'venue';

/** What tests cover of a machine somewhere. */
export interface Figures {
  /** States without inner states. */
  readonly states: number;
  readonly transitions: number;
  /** Transitions that cannot be taken there, each with the reason. */
  readonly exceptions: Readonly<Record<string, string>>;
}

export interface MachineFigures extends Partial<Readonly<Record<Place, Figures>>> {
  readonly states: number;
  readonly transitions: number;
}

// The tables of docs/coverage.md: what tests cover of each machine, where, and what they cannot cover, with the
// reasons.

const BEGIN = '<!-- walks -->';
const END = '<!-- /walks -->';

const countOf = ({ exceptions }: Figures) => Object.keys(exceptions).length;

const cell = (figures: Figures | undefined) =>
  figures === undefined
    ? '–'
    : `${figures.states} / ${figures.transitions}${countOf(figures) === 0 ? '' : ` (+${countOf(figures)})`}`;

/**
 * @param walks by machine
 * @param mutation scores by machine, in per cent; may be empty
 */
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

/**
 * All transitions that cannot be taken somewhere, with the reasons.
 * @param walks by machine
 */
const exceptionsOf = (walks: Readonly<Record<string, MachineFigures>>) =>
  PLACES.flatMap(([place, title]) => {
    const lines = Object.entries(walks)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, machine]) => Object.entries(machine[place]?.exceptions ?? {}))
      .map(([id, reason]) => `- \`${id}\`: ${reason}.`);
    return lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')];
  });

/**
 * Puts the tables between their marks.
 * @param walks by machine
 * @param mutation scores by machine, in per cent; may be empty
 * @throws Error if the marks are missing.
 */
export function withCoverage(
  document: string,
  walks: Readonly<Record<string, MachineFigures>>,
  mutation: Readonly<Record<string, number>>,
) {
  const parts = [tableOf(walks, mutation), '## Exceptions', ...exceptionsOf(walks)];
  return withText(document, BEGIN, END, parts.join('\n\n'));
}
