import type { BookRow, BookView } from '../../../domain/bookView.ts';
import { formatPrice, splitTrailingZeros } from '../../../domain/format.ts';

/** Decimals of a price as it was quoted; the middle row has no room for eight. */
function decimalsOf(price: string | null): number {
  const point = price?.indexOf('.') ?? -1;
  return price === null || point === -1 ? 0 : price.length - point - 1;
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** A figure on the screen: its digits, and its trailing zeros, which are dimmed. */
class Figure {
  private readonly digits: Text;
  private readonly zeros: Text;
  private shown = '';

  constructor(cell: Element) {
    this.digits = document.createTextNode('');
    this.zeros = document.createTextNode('');
    const dimmed = document.createElement('span');
    dimmed.append(this.zeros);
    cell.replaceChildren(this.digits, dimmed);
  }

  write(text: string): void {
    if (text === this.shown) return;
    this.shown = text;
    const [digits, zeros] = splitTrailingZeros(text);
    if (this.digits.data !== digits) this.digits.data = digits;
    if (this.zeros.data !== zeros) this.zeros.data = zeros;
  }
}

function cellOf(element: HTMLElement, name: string): HTMLElement {
  const found = element.querySelector<HTMLElement>(`[data-cell='${name}']`);
  if (!found) throw new Error(`the order book has no place for ${name}`);
  return found;
}

/** One row's place on the screen. Its nodes stay; only what differs from the last paint is written. */
class Slot {
  /** What the row shows; null for a place that no level needs. */
  row: BookRow | null = null;
  private readonly element: HTMLElement;
  private readonly price: Figure;
  private readonly quantity: Figure;
  private readonly total: Figure;
  private readonly bar: HTMLElement;
  private share = -1;

  constructor(element: HTMLElement) {
    const cell = (name: string): HTMLElement => cellOf(element, name);
    this.element = element;
    element.toggleAttribute('data-empty', true);
    this.price = new Figure(cell('price'));
    this.quantity = new Figure(cell('quantity'));
    this.total = new Figure(cell('total'));
    this.bar = cell('bar');
  }

  paint(row: BookRow | undefined): void {
    const wasEmpty = this.row === null;
    this.row = row ?? null;
    if (wasEmpty !== (this.row === null)) this.element.toggleAttribute('data-empty', !wasEmpty);
    if (!row) return;
    this.price.write(row.priceShown);
    this.quantity.write(row.quantityShown);
    this.total.write(row.totalShown);
    if (this.share === row.share) return;
    this.share = row.share;
    this.bar.style.transform = `scaleX(${row.share / 1000})`;
  }
}

/**
 * Writes a book into the rows of a ladder in place, without React: up to ten times a second, and only the texts that
 * changed (guide: performance, "Order book").
 */
export class BookPainter {
  private readonly sides: Readonly<Record<'ask' | 'bid', readonly Slot[]>>;
  private readonly last: HTMLElement;
  private readonly spread: HTMLElement;
  private readonly percent: HTMLElement;

  /** @param ladder holds rows with `data-side` and `data-level`, level 0 the best price of its side. */
  constructor(ladder: HTMLElement) {
    const slots = (side: string): Slot[] =>
      [...ladder.querySelectorAll<HTMLElement>(`[data-side='${side}'][data-level]`)]
        .toSorted((a, b) => Number(a.dataset['level']) - Number(b.dataset['level']))
        .map((element) => new Slot(element));
    this.sides = { ask: slots('ask'), bid: slots('bid') };
    this.last = cellOf(ladder, 'last');
    this.spread = cellOf(ladder, 'spread');
    this.percent = cellOf(ladder, 'percent');
  }

  paint({ asks, bids, top, spread }: BookView): void {
    for (const [level, slot] of this.sides.ask.entries()) slot.paint(asks[level]);
    for (const [level, slot] of this.sides.bid.entries()) slot.paint(bids[level]);
    const digits = Math.max(...[top.bid, top.ask, top.last].map(decimalsOf));
    write(this.last, formatPrice(top.last, digits));
    write(this.spread, formatPrice(spread?.amount ?? null, digits));
    write(this.percent, spread === null ? '' : `${spread.percent}%`);
  }

  /** What a row shows at this moment. */
  rowAt(side: 'ask' | 'bid', level: number): BookRow | null {
    return this.sides[side][level]?.row ?? null;
  }
}
