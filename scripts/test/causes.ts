/** Numbers and identifiers differ from one result of a cause to the next. */
const CHANGING = /\b[\da-f]{8}-[\da-f-]{27}\b|\d+/g;

/** Results whose first lines differ only in these. The most frequent comes first. */
export function byCause<T>(
  results: readonly T[],
  textOf: (result: T) => string,
): { readonly cause: string; readonly of: readonly T[] }[] {
  const causes = new Map<string, { readonly cause: string; readonly of: T[] }>();
  for (const one of results) {
    const cause = textOf(one).trim().split('\n', 1)[0] ?? '';
    const key = cause.replaceAll(CHANGING, '#');
    const known = causes.get(key) ?? { cause, of: [] };
    known.of.push(one);
    causes.set(key, known);
  }
  return [...causes.values()].sort((a, b) => b.of.length - a.of.length);
}

/** A path names its machine, its row and the requirement; a page tells least about why. */
const TELLING = [
  /^tests\/models\//,
  /^tests\/unit\//,
  /^tests\/architecture\//,
  /^tests\/venue\//,
  /^tests\/walks\//,
];

const rankOf = (title: string): number => {
  const rank = TELLING.findIndex((folder) => folder.test(title));
  return rank < 0 ? TELLING.length : rank;
};

/** One line per cause, the most telling first. @param failures each a title, and its message on the lines below */
export function causeLines(failures: readonly string[]): string[] {
  const causes = byCause(failures, (failure) => failure.split('\n').slice(1).join('\n')).map(
    ({ cause, of }) => {
      const titles = of
        .map((failure) => failure.split('\n', 1)[0] ?? '')
        .sort((a, b) => rankOf(a) - rankOf(b));
      return { cause, first: titles[0] ?? '', others: titles.length - 1 };
    },
  );
  return causes
    .sort((a, b) => rankOf(a.first) - rankOf(b.first))
    .map(({ cause, first, others }) => `${first}${others > 0 ? `, and ${others} more` : ''}: ${cause}`);
}
