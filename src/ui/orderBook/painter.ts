import type { BookRow, BookView } from '../../domain/bookView.ts';
import { formatVolume, thousands } from '../../domain/format.ts';
import type { BookVolumes } from '../../domain/orderBook.ts';
import { priceText, SAT, toSat } from '../../domain/satoshi.ts';

function decimalsOf(price: string | null): number {
  const point = price?.indexOf('.') ?? -1;
  return price === null || point === -1 ? 0 : price.length - point - 1;
}

/**
 * A figure with gaps between its thousands. Its elements stay while its length does, and so does its start. Page
 * translators, which move texts, are asked to leave it alone, and do no harm where they do not (TRADE-27).
 */
class Figure {
  private readonly cell: Element;
  private groups: readonly HTMLElement[] = [];
  private text = '';

  constructor(cell: Element) {
    this.cell = cell;
    cell.replaceChildren();
    cell.setAttribute('translate', 'no');
  }

  write(text: string): void {
    if (this.text === text) return;
    const isAsLong = this.text.length === text.length;
    this.text = text;
    const groups = thousands(text);
    if (!isAsLong) {
      this.cell.replaceChildren();
      this.groups = groups.map((_, place) => {
        const span = document.createElement('span');
        if (place > 0) span.className = 'thousands';
        this.cell.append(span);
        return span;
      });
    }
    for (const [place, span] of this.groups.entries()) {
      const group = groups[place] ?? '';
      if (span.textContent === group) continue;
      const { firstChild } = span;
      // The cheapest write, where the text is still where it was put.
      if (firstChild instanceof Text) firstChild.data = group;
      else span.textContent = group;
    }
  }
}

function cellOf(element: HTMLElement, name: string): HTMLElement {
  const found = element.querySelector<HTMLElement>(`[data-cell='${name}']`);
  if (!found) throw new Error(`the order book has no place for ${name}`);
  return found;
}

/** The price of a row in satoshi; `<0.00000001` is `<1`. */
export const rowInSat = (priceShown: string): string =>
  priceShown.startsWith('<') ? `<${toSat(priceShown.slice(1))}` : toSat(priceShown);

/** One row, whose nodes stay; only what changed is written. */
class Slot {
  /** Null while empty. */
  row: BookRow | null = null;
  private readonly element: HTMLElement;
  private readonly price: Figure;
  private readonly quantity: Figure;
  private readonly total: Figure;
  private readonly own: HTMLElement;
  private isOwn = false;

  constructor(element: HTMLElement) {
    const cell = (name: string): HTMLElement => cellOf(element, name);
    this.element = element;
    element.toggleAttribute('data-empty', true);
    this.price = new Figure(cell('price'));
    this.quantity = new Figure(cell('quantity'));
    this.total = new Figure(cell('total'));
    this.own = cell('own');
    this.own.hidden = true;
  }

  /** @returns whether the row became taken or empty. */
  paint(row: BookRow | undefined, isInSatoshi: boolean): boolean {
    const wasEmpty = this.row === null;
    this.row = row ?? null;
    const isTurned = wasEmpty !== (this.row === null);
    if (isTurned) this.element.toggleAttribute('data-empty', !wasEmpty);
    if (!row) return isTurned;
    this.price.write(isInSatoshi ? rowInSat(row.priceShown) : row.priceShown);
    this.quantity.write(row.quantityShown);
    this.total.write(row.totalShown);
    if (this.isOwn !== row.isOwn) {
      this.isOwn = row.isOwn;
      this.own.hidden = !row.isOwn;
    }
    return isTurned;
  }
}

/** One side. All depth bars are one shape, because a shape per row would cost a layer per row. */
class SlotSide {
  private readonly rows: number;
  private readonly slots: readonly Slot[];
  private readonly bars: HTMLElement;
  private readonly isUpwards: boolean;
  private outline = '';

  constructor(ladder: HTMLElement, side: 'ask' | 'bid', rows: number) {
    this.rows = rows;
    this.slots = [...ladder.querySelectorAll<HTMLElement>(`[data-side='${side}'][data-level]`)]
      .toSorted((a, b) => Number(a.dataset.level) - Number(b.dataset.level))
      .map((element) => new Slot(element));
    this.bars = cellOf(ladder, `${side}-bars`);
    this.isUpwards = side === 'ask';
  }

  /** @returns whether rows became taken or empty. */
  paint(rows: readonly BookRow[], isInSatoshi: boolean): boolean {
    let isTurned = false;
    for (const [level, slot] of this.slots.entries())
      isTurned = slot.paint(rows[level], isInSatoshi) || isTurned;
    const outline = this.outlineOf(rows);
    if (outline !== this.outline) this.bars.setAttribute('d', outline);
    this.outline = outline;
    return isTurned;
  }

  rowAt(level: number): BookRow | null {
    return this.slots[level]?.row ?? null;
  }

  /** The outline of the bars: one unit down per row, thousandths of the width to the left. */
  private outlineOf(rows: readonly BookRow[]): string {
    let path = 'M1000 0';
    for (let place = 0; place < this.rows; place += 1) {
      const share = rows[this.isUpwards ? this.rows - 1 - place : place]?.share ?? 0;
      path += `H${1000 - share}v1`;
    }
    return `${path}H1000z`;
  }
}

/** Hidden where the server sends no volumes. */
class Volumes {
  private readonly line: HTMLElement;
  private readonly bids: Figure;
  private readonly asks: Figure;

  constructor(ladder: HTMLElement) {
    this.line = cellOf(ladder, 'volumes');
    this.bids = new Figure(cellOf(ladder, 'bid-volume'));
    this.asks = new Figure(cellOf(ladder, 'ask-volume'));
  }

  paint({ bids, asks }: BookVolumes): void {
    const isUnknown = bids === null && asks === null;
    if (this.line.hidden !== isUnknown) this.line.hidden = isUnknown;
    this.bids.write(formatVolume(bids));
    this.asks.write(formatVolume(asks));
  }
}

/** Writes a book into the rows of a ladder without React: up to ten times a second, only the texts that changed. */
export class BookPainter {
  private readonly sides: Readonly<Record<'ask' | 'bid', SlotSide>>;
  private readonly last: Figure;
  private readonly spread: Figure;
  private readonly volumes: Volumes;

  /** @param ladder holds rows with `data-side` and `data-level`, 0 for the best price. @param rows per side */
  constructor(ladder: HTMLElement, rows: number) {
    this.sides = { ask: new SlotSide(ladder, 'ask', rows), bid: new SlotSide(ladder, 'bid', rows) };
    this.last = new Figure(cellOf(ladder, 'last'));
    this.spread = new Figure(cellOf(ladder, 'spread'));
    this.volumes = new Volumes(ladder);
  }

  /**
   * @param ticks the width of the spread in ticks, in words; empty where it is not known.
   * @returns whether rows became taken or empty, which changes where the keyboard can go.
   */
  paint({ asks, bids, top, spread, volumes }: BookView, ticks = '', isInSatoshi = false): boolean {
    const areAsksTurned = this.sides.ask.paint(asks, isInSatoshi);
    const areBidsTurned = this.sides.bid.paint(bids, isInSatoshi);
    const digits = isInSatoshi ? SAT : Math.max(...[top.bid, top.ask, top.last].map(decimalsOf));
    this.last.write(priceText(top.last, digits));
    const amount = priceText(spread?.amount ?? null, digits);
    this.spread.write(spread === null ? amount : `${amount}\n${spread.percent}% ${ticks}`.trim());
    this.volumes.paint(volumes);
    return areAsksTurned || areBidsTurned;
  }

  rowAt(side: 'ask' | 'bid', level: number): BookRow | null {
    return this.sides[side].rowAt(level);
  }
}
