/** Blocks until a transfer counts (HISTORY-13). For a coin not listed here the number is unknown. */
const REQUIRED: ReadonlyMap<string, number> = new Map([
  ['BTC', 6],
  ['GRIN', 30],
  ['XMR', 30],
  ['WOW', 10],
  ['AVAX', 20],
  ['USDT', 6],
]);

/** @returns null when no requirement is known: the screen then shows N/A. */
export const requiredConfirmations = (ticker: string): number | null => REQUIRED.get(ticker) ?? null;

const LARGEST_PLAIN = 10_000;
const UNITS = [
  { size: 1_000_000_000_000, unit: 'T' },
  { size: 1_000_000_000, unit: 'B' },
  { size: 1_000_000, unit: 'M' },
  { size: 1000, unit: 'k' },
] as const;

/** A count of confirmations; above 10,000 as `12.3k` (k, M, B, T), cut and never rounded up. */
export function formatConfirmations(count: number): string {
  if (count <= LARGEST_PLAIN) return String(count);
  const step = UNITS.find(({ size }) => count >= size);
  if (!step) return String(count);
  const tenths = Math.trunc(count / (step.size / 10));
  const rest = tenths % 10;
  return `${Math.trunc(tenths / 10)}${rest === 0 ? '' : `.${rest}`}${step.unit}`;
}
