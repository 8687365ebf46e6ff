/** What deposits and withdrawals have in common on their history screens (spec 2 §2.9). */

/**
 * Coins that the venue moves by an exchange of messages and not to an address: `internal` is the network that a
 * server lists for others of the kind, which the specification does not name.
 */
export function isInternalKind(ticker: string, network: string | null): boolean {
  return ticker === 'GRIN' || network?.trim().toLowerCase() === 'internal';
}

/**
 * The id of a transfer on its chain. For GRIN the extra id replaces the hash; other coins of an internal kind have
 * none (spec 2 §2.9).
 */
export function chainId(
  { currency, txHash, extraId }: TransferIds,
  isInternal: boolean,
): { readonly kind: 'hash' | 'extraId'; readonly id: string } | null {
  if (currency === 'GRIN') return extraId === null ? null : { kind: 'extraId', id: extraId };
  return isInternal || txHash === null ? null : { kind: 'hash', id: txHash };
}

interface TransferIds {
  readonly currency: string;
  readonly txHash: string | null;
  readonly extraId: string | null;
}

/** How many rows stand under each of the filters, the first of which lets everything pass. */
export function countByFilter<Row>(
  rows: readonly Row[],
  filters: readonly string[],
  passes: (row: Row, filter: string) => boolean,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    filters.map((filter) => [filter, rows.filter((row) => passes(row, filter)).length]),
  );
}
