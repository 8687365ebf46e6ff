import { capabilities, type OfferedCapabilities } from '../../src/services/contract/capabilities.ts';

/** `stopOrders` and `icebergs`: `orderTypes` names stop orders, or icebergs. */
export type Claim = keyof OfferedCapabilities | 'stopOrders' | 'icebergs';

const KNOWN: ReadonlySet<string> = new Set([...Object.keys(capabilities.shape), 'stopOrders', 'icebergs']);

/** @throws Error for an unknown name. */
export function namedClaims(text: string): Set<Claim> {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.filter((name) => !KNOWN.has(name));
  if (unknown.length > 0) {
    throw new Error(`Unknown capability ${unknown.join(', ')}. Known: ${[...KNOWN].join(', ')}.`);
  }
  return new Set(names as Claim[]);
}

const BLOCK = /<script type="application\/json" id="configuration">([^<]*)<\/script>/;

/** Empty if it is no page of this project. */
export function claimsOfPage(html: string): Set<Claim> {
  const [, text] = BLOCK.exec(html) ?? [];
  if (text === undefined) return new Set();
  let block: unknown;
  try {
    block = JSON.parse(text);
  } catch {
    return new Set();
  }
  const { capabilities: named } = (block ?? {}) as { readonly capabilities?: unknown };
  const read = capabilities.safeParse(named ?? {});
  if (!read.success) return new Set();
  const offered = Object.entries(read.data).filter(([, value]) => isOffered(value));
  const claims = new Set(offered.map(([name]) => name as Claim));
  if (read.data.orderTypes.includes('stop')) claims.add('stopOrders');
  if (read.data.orderTypes.includes('iceberg')) claims.add('icebergs');
  return claims;
}

/** A list offers what it names. */
const isOffered = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== false && value !== null;
