/** Real messages of GRIN wallets. */
import { vectors } from '../data/slatepacks.ts';
import { money } from './money.ts';
import type { Slatepacks } from './records.ts';

function armored(id: string): string {
  const text = vectors.find((one) => one.id === id)?.armored;
  if (text === undefined) throw new Error(`no slatepack of the name ${id}`);
  return text;
}

export const GRIN_AMOUNT = '0.9875';

const exchange = { sent: armored('plain-s1'), signed: armored('plain-s2') };

export const slatepacks: Slatepacks = {
  withdrawal: exchange,
  deposit: { ...exchange, amount: money(GRIN_AMOUNT) },
};
