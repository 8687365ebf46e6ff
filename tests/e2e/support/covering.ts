type Factors = Readonly<Record<string, readonly unknown[]>>;
type Row<F extends Factors> = { readonly [Name in keyof F]: F[Name][number] };

/** Each pair of values of two factors at least once: errors mostly depend on one or two things. Repeatable. */
export function covering<const F extends Factors>(factors: F): readonly Row<F>[] {
  const names = Object.keys(factors);
  const open = new Set<string>();
  for (const [at, one] of names.entries()) {
    for (const other of names.slice(at + 1)) {
      for (const index of (factors[one] ?? []).keys())
        for (const against of (factors[other] ?? []).keys()) open.add(pairOf(one, index, other, against));
    }
  }
  const rows: Row<F>[] = [];
  for (const seed of open) {
    // Another row may already hold it.
    if (!open.has(seed)) continue;
    const row = new Map(
      seed.split(' ').map((part) => [part.split(':')[0] ?? '', Number(part.split(':')[1])]),
    );
    for (const name of names) {
      if (row.has(name)) continue;
      const gains = (factors[name] ?? []).map(
        (_, index) => pairsWith(row, name, index).filter(isOpen).length,
      );
      row.set(name, gains.indexOf(Math.max(...gains)));
    }
    for (const [name, index] of row) for (const pair of pairsWith(row, name, index)) open.delete(pair);
    rows.push(Object.fromEntries(names.map((name) => [name, factors[name]?.[row.get(name) ?? 0]])) as Row<F>);
  }
  return rows;

  function isOpen(pair: string): boolean {
    return open.has(pair);
  }
  function pairsWith(row: ReadonlyMap<string, number>, name: string, index: number): string[] {
    const at = names.indexOf(name);
    return [...row].flatMap(([other, against]) => {
      if (other === name) return [];
      return names.indexOf(other) < at
        ? pairOf(other, against, name, index)
        : pairOf(name, index, other, against);
    });
  }
}

const pairOf = (one: string, index: number, other: string, against: number): string =>
  `${one}:${index} ${other}:${against}`;
