import { BlockList, isIPv4, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const BITS = { ipv4: 32, ipv6: 128 } as const;
type Family = keyof typeof BITS;

/** Unwraps an IPv4 address in IPv6 form. */
export const unmapped = (address: string): string => MAPPED.exec(address)?.[1] ?? address;

/** Null for anything but an address. A zone names an interface of one machine alone. */
function familyOf(address: string): Family | null {
  if (isIPv4(address)) return 'ipv4';
  return isIPv6(address) && !address.includes('%') ? 'ipv6' : null;
}

interface Network {
  readonly address: string;
  readonly family: Family;
  readonly bits: number;
}

function networkIn(text: string): Network | null {
  const [given = '', prefix, ...rest] = text.trim().split('/');
  const address = unmapped(given);
  const family = familyOf(address);
  if (!family || rest.length > 0 || (prefix !== undefined && address !== given)) return null;
  const bits = prefix === undefined ? BITS[family] : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  return bits >= 0 && bits <= BITS[family] ? { address, family, bits } : null;
}

/** An address, or a network in CIDR notation, as it is shown and stored; null for anything else (APIKEY-05). */
export function networkText(text: string): string | null {
  const network = networkIn(text);
  if (!network) return null;
  const address = network.address.toLowerCase();
  return network.bits === BITS[network.family] ? address : `${address}/${network.bits}`;
}

/**
 * Whether a list of networks admits the address. An empty list admits all; any other refuses an unknown address
 * (APIKEY-05).
 */
export function admits(networks: readonly string[], address: string | null): boolean {
  if (networks.length === 0) return true;
  if (address === null) return false;
  const plain = unmapped(address);
  const family = familyOf(plain);
  if (!family) return false;
  const list = new BlockList();
  for (const text of networks) {
    const network = networkIn(text);
    if (network) list.addSubnet(network.address, network.bits, network.family);
  }
  return list.check(plain, family);
}
