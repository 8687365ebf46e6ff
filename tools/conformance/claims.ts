import { capabilities, type OfferedCapabilities } from '../../src/services/contract/capabilities.ts';

/** Named in `orderTypes`. */
const OF_ORDER_TYPES = {
  stopOrders: 'stop',
  icebergs: 'iceberg',
  oneCancelsOther: 'oco',
  trailingStops: 'trailing_stop',
} as const;

export type Claim = keyof OfferedCapabilities | keyof typeof OF_ORDER_TYPES;

const KNOWN: ReadonlySet<string> = new Set([
  ...Object.keys(capabilities.shape),
  ...Object.keys(OF_ORDER_TYPES),
]);

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
  for (const [claim, type] of Object.entries(OF_ORDER_TYPES))
    if (read.data.orderTypes.includes(type)) claims.add(claim as Claim);
  return claims;
}

/** A list offers what it names. */
const isOffered = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== false && value !== null;
