/** What deposits and withdrawals have in common on their history screens. */

/**
 * Coins that the venue moves by an exchange of messages and not to an address: `internal` is the network that a
 * server lists for others of the kind, which the specification does not name.
 */
export function isInternalKind(ticker: string, network: string | null): boolean {
  return ticker === 'GRIN' || network?.trim().toLowerCase() === 'internal';
}

/**
 * The id of a transfer on its chain. For GRIN the extra id replaces the hash; other coins of an internal kind have
 * none.
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

/** Where the hash stands in a template. */
const PLACE = /\{(?:hash|tx|txid|tx_id|tx_hash|txHash)\}|%s/g;
/** An address that ends where a hash belongs: `…/tx/`, `…/transaction`, `…?id=`. */
const ENDS_BEFORE_HASH = /(?:\/(?:tx|txs|txid|transaction|transactions)\/?|=)$/i;
/** Hexadecimal or base 58, with or without a mark of its kind. Anything else is no hash, and might lead elsewhere. */
const HASH = /^[\w:-]{8,128}$/;

/**
 * The page of a transaction.
 * @param explorer a template with `{hash}` (or another usual name), or an address that ends where the hash belongs.
 * The front page of an explorer does not say where transactions are, so no link is made up from it.
 * @returns null where there is no such page, or none over https.
 */
export function transactionLink(explorer: string | null, hash: string | null): string | null {
  if (explorer === null || hash === null || !HASH.test(hash)) return null;
  const template = templateOf(explorer);
  if (template === null) return null;
  const link = httpsUrl(template.replaceAll(PLACE, encodeURIComponent(hash)));
  // A hash is part of the way and never of the host.
  return link !== null && link.origin === httpsUrl(template.replaceAll(PLACE, 'x'))?.origin
    ? link.href
    : null;
}

function templateOf(explorer: string): string | null {
  if (explorer.search(PLACE) !== -1) return explorer;
  if (!ENDS_BEFORE_HASH.test(explorer)) return null;
  return `${explorer}${/[/=]$/.test(explorer) ? '' : '/'}{hash}`;
}

function httpsUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
}
