import { COINS, type Coin } from './coins.ts';
import { page, Refusal, signedIn, type Answer, type Call } from './http.ts';
import type { Money } from './money.ts';
import type { Shapes } from './style.ts';

/** Real messages from tests; nothing is computed. */
export interface Slatepacks {
  readonly withdrawal: { readonly sent: string; readonly signed: string };
  readonly deposit: { readonly sent: string; readonly signed: string; readonly amount: Money };
}

export const hash = (kind: string, id: number) => `${kind}${String(id)}`.padStart(64, '0');

/** Slatepacks may have line breaks. */
export function oneLine(slatepack: string): string {
  return slatepack.replace(/\s+/g, ' ').trim();
}

export function coinNamed(ticker: string): Coin {
  const coin = COINS.find((one) => one.ticker === ticker);
  if (coin === undefined) throw new Refusal(404, `No such coin: ${ticker}`);
  return coin;
}

interface Owned {
  readonly id: number;
  readonly account: number;
  readonly coin: Coin;
}

export function ownOf<Item extends Owned>(shapes: Shapes, call: Call, items: readonly Item[]): Item {
  const { id } = signedIn(call);
  const item = items.find((one) => one.account === id && String(shapes.id(one.id)) === call.params[0]);
  if (item === undefined) throw new Refusal(404, 'Not found');
  return item;
}

export function historyOf<Item extends Owned>(
  shapes: Shapes,
  call: Call,
  items: readonly Item[],
  record: (item: Item) => unknown,
): Answer {
  const { id } = signedIn(call);
  const ticker = call.query.get('currency') ?? '';
  const own = items.filter((one) => one.account === id && (ticker === '' || one.coin.ticker === ticker));
  return { body: shapes.list(page(own.toReversed(), call.query, 10).map((one) => record(one))) };
}
