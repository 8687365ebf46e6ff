import { isIPv6 } from 'node:net';

/** The client's whole address, null when unknown; only for immediate comparison, never stored. */
export function addressOf(
  peer: string | undefined,
  forwarded: string | undefined,
  proxies: number,
): string | null {
  if (proxies === 0) return peer ?? null;
  return (forwarded ?? '').split(',').at(-proxies)?.trim() || null;
}

/**
 * The client's address for rate limits, null when unknown. It is hashed before storage and never logged.
 * @param forwarded `X-Forwarded-For`.
 * @param proxies number of the operator's proxies. Each appends an address; the entries before may be forged.
 */
export function sourceOf(
  peer: string | undefined,
  forwarded: string | undefined,
  proxies: number,
): string | null {
  const address = addressOf(peer, forwarded, proxies);
  return address === null ? null : networkOf(address);
}

/**
 * The networks of a source, the widest first: a line of IPv6 may hold a /56, or a /48, of many /64 (LOAD-17).
 * @param source as from `sourceOf`.
 */
export function networksOf(source: string | null): readonly string[] {
  const [first = '', second = '', third = '', fourth] = (source ?? '').split(':');
  if (fourth === undefined) return [source ?? ''];
  const wide = [first, second, third].join(':');
  return [`${wide}/48`, `${wide}:${Number.parseInt(fourth, 16) >> 8}/56`, `${wide}:${fourth}`];
}

/** An IPv6 customer holds a whole /64, which counts as one address. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const filled =
    tail === undefined
      ? first
      : [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  return filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
