/** Ids of all states that a state value stands in: `withdrawal`, `withdrawal.slatepack`, `withdrawal.slatepack.awaiting`. */
export function idsOfState(id: string, value: unknown): string[] {
  if (typeof value === 'string') return [id, `${id}.${value}`];
  return [
    id,
    ...Object.entries(value as object).flatMap(([key, inner]) => idsOfState(`${id}.${key}`, inner)),
  ];
}

/** Whether a state value stands in the state of this path. */
export function isWithin(value: unknown, path: readonly string[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return true;
  if (typeof value === 'string') return value === key && rest.length === 0;
  if (typeof value !== 'object' || value === null || !(key in value)) return false;
  return isWithin((value as Record<string, unknown>)[key], rest);
}

/** Whether two pieces of plain data say the same. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
