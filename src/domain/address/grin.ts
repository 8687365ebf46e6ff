/** A slatepack address: bech32 of an ed25519 key. A withdrawal needs none; a refund address is one. */
import { bech32 } from '@scure/base';
import { type AddressNetwork, type AddressReading, wrong } from './faults.ts';

const prefixes: Readonly<Record<string, AddressNetwork>> = { grin: 'mainnet', tgrin: 'testnet' };

export function readGrin(text: string): AddressReading {
  if (/beginslatepack/i.test(text)) return wrong({ code: 'SLATEPACK_MESSAGE' });
  const address = text.toLowerCase();
  if (text !== address && text !== text.toUpperCase()) return wrong({ code: 'MIXED_CASE' });
  if (!/^[a-z]+1/.test(address)) return wrong({ code: 'UNKNOWN_KIND' });
  if (!/^[a-z]+1[02-9ac-hj-np-z]*$/.test(address)) return wrong({ code: 'CHARACTERS' });
  const [head = ''] = address.split('1', 1);
  const network = prefixes[head];
  if (!network) return wrong({ code: 'UNKNOWN_KIND' });
  if (address.length !== head.length + 59) return wrong({ code: 'LENGTH' });
  const decoded = bech32.decodeUnsafe(address, 90);
  if (!decoded || bech32.fromWordsUnsafe(decoded.words)?.length !== 32) return wrong({ code: 'CHECKSUM' });
  return { ok: true, address, kind: 'slatepack', network };
}
