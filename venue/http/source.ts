import { isIPv6 } from 'node:net';

/**
 * Where a request comes from, for counting attempts. It is hashed before it is kept, and never logged.
 * Null when nobody knows: behind a proxy that does not tell, everybody would count as one.
 * @param peer address of the connection.
 * @param forwarded `X-Forwarded-For`.
 * @param proxies how many proxies of the operator stand in front. Each appends the address that it saw, so the
 * last ones are theirs and whatever comes before may be made up.
 */
export function sourceOf(
  peer: string | undefined,
  forwarded: string | undefined,
  proxies: number,
): string | null {
  if (proxies === 0) return peer === undefined ? null : networkOf(peer);
  const client = (forwarded ?? '').split(',').at(-proxies)?.trim() ?? '';
  return client === '' ? null : networkOf(client);
}

/** A customer of a provider holds a whole /64 of IPv6: each address of it is the same source. */
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
