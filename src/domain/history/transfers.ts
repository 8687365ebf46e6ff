/** Moved by messages, not to an address. Servers list other such coins under the network `internal`. */
export function isInternalKind(ticker: string, network: string | null): boolean {
  return ticker === 'GRIN' || network?.trim().toLowerCase() === 'internal';
}

/** Transaction id. GRIN has the slate's id instead; other internal coins have none. */
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

/** Rows under each filter, the first of which passes all. */
export function countByFilter<Row>(
  rows: readonly Row[],
  filters: readonly string[],
  passes: (row: Row, filter: string) => boolean,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    filters.map((filter) => [filter, rows.filter((row) => passes(row, filter)).length]),
  );
}

const PLACE = /\{(?:hash|tx|txid|tx_id|tx_hash|txHash)\}|%s/g;
/** `…/tx/`, `…/transaction`, `…?id=`. */
const ENDS_BEFORE_HASH = /(?:\/(?:tx|txs|txid|transaction|transactions)\/?|=)$/i;
/** Hex or base58. Anything else might lead to another page. */
const HASH = /^[\w:-]{8,128}$/;

/**
 * An https link, or null: a place for the hash is not guessed.
 * @param explorer a template with `{hash}` (or another usual name), or an address that ends where the hash belongs.
 */
export function transactionLink(explorer: string | null, hash: string | null): string | null {
  if (explorer === null || hash === null || !HASH.test(hash)) return null;
  const template = templateOf(explorer);
  if (template === null) return null;
  const link = httpsUrl(template.replaceAll(PLACE, encodeURIComponent(hash)));
  // The hash must not change the host.
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
  try {
    const url = new URL(text);
    return url.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
  } catch {
    // No address.
    return null;
  }
}
