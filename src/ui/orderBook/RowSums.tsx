import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BookSum, sumUpTo } from '../../domain/bookSums.ts';
import type { Pair } from '../../domain/market.ts';
import type { BookStore } from '../../machines/orderBook/orderBook.machine.ts';
import { type PriceDigits, priceUnit, SAT, toSat } from '../../domain/satoshi.ts';
import { Grouped } from '../kit/Figure.tsx';
import { rowInSat } from './painter.ts';
import classes from './OrderBook.module.css';

/** Between the row and its tip. */
const GAP = 6;

interface RowSumsProps {
  readonly pair: Pair;
  readonly store: BookStore;
  readonly digits: PriceDigits;
}

interface Said {
  readonly row: HTMLElement;
  /** As the row shows it. */
  readonly price: string;
  readonly sum: BookSum;
}

/** Price, quantity and average price from the best price up to the row under the pointer or the focus (BOOK-17). */
export function RowSums({ pair, store, digits }: RowSumsProps) {
  const { t } = useTranslation('trade');
  const quote = priceUnit(pair.quote, digits);
  const isInSatoshi = digits === SAT;
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [row, setRow] = useState<HTMLElement | null>(null);
  const [last, setSaid] = useState<Said | null>(null);
  // Data of another row is late.
  const said = last?.row === row ? last : null;

  // Data is requested only while a row is shown.
  useEffect(() => {
    if (!row) return undefined;
    let isOver = false;
    const tell = async (): Promise<void> => {
      const sum = await sumOf(store, row);
      if (!isOver) setSaid(sum);
    };
    void tell();
    const stop = store.subscribe(() => void tell());
    return () => {
      isOver = true;
      stop();
    };
  }, [store, row]);

  // The rows are painted past React: their events are heard on the element around them.
  useEffect(() => {
    const body = anchor.current?.parentElement;
    if (!body) return undefined;
    const rowAt = (target: EventTarget | null) =>
      target instanceof Element ? target.closest<HTMLElement>('[data-level]:not([data-empty])') : null;
    const focused = () => rowAt(body.querySelector(':focus-visible'));
    const enter = ({ target }: Event) => {
      if (target instanceof Node && box.current?.contains(target)) return;
      setRow(rowAt(target) ?? focused());
    };
    const hide = () => setRow(focused());
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setRow(null);
    };
    // The event that loaded this part came before it.
    setRow(rowAt(body.querySelector('[data-level]:hover')) ?? focused());
    body.addEventListener('pointerover', enter);
    body.addEventListener('focusin', hide);
    body.addEventListener('focusout', hide);
    body.addEventListener('pointerleave', hide);
    document.addEventListener('keydown', key);
    return () => {
      body.removeEventListener('pointerover', enter);
      body.removeEventListener('focusin', hide);
      body.removeEventListener('focusout', hide);
      body.removeEventListener('pointerleave', hide);
      document.removeEventListener('keydown', key);
    };
  }, []);

  const isShown = said !== null;
  // Its place follows from sizes that only the document knows.
  useLayoutEffect(() => {
    const tip = box.current;
    if (!row || !isShown || !tip) return undefined;
    tip.showPopover();
    const at = row.getBoundingClientRect();
    // Where there is no top layer, places are measured from the panel.
    Object.assign(tip.style, { left: '0', top: '0' });
    const { left, top, width, height } = tip.getBoundingClientRect();
    const isRight = at.right + GAP + width <= innerWidth;
    const isLeft = at.left - GAP - width >= 0;
    const x = isRight ? at.right + GAP : isLeft ? at.left - GAP - width : innerWidth - width;
    const y = isRight || isLeft ? Math.min(at.top, innerHeight - height) : at.bottom + GAP;
    Object.assign(tip.style, { left: `${x - left}px`, top: `${y - top}px` });
    const price = row.querySelector('button');
    price?.setAttribute('aria-describedby', id);
    return () => price?.removeAttribute('aria-describedby');
  }, [row, isShown, id]);

  return (
    <span ref={anchor}>
      {said && (
        <div ref={box} id={id} role="tooltip" popover="manual" className={classes.sums}>
          <dl>
            <dt>{t('book.price', { quote })}</dt>
            <dd translate="no">
              <Grouped text={isInSatoshi ? rowInSat(said.price) : said.price} />
            </dd>
            <dt>{t('book.total', { base: pair.base })}</dt>
            <dd translate="no">
              <Grouped text={said.sum.quantity} />
            </dd>
            <dt>{t('book.average', { quote })}</dt>
            <dd translate="no">
              <Grouped text={isInSatoshi ? toSat(said.sum.average) : said.sum.average} />
            </dd>
          </dl>
        </div>
      )}
    </span>
  );
}

/** Null where the row has no price. */
async function sumOf(store: BookStore, row: HTMLElement): Promise<Said | null> {
  const side = row.dataset.side === 'ask' ? 'ask' : 'bid';
  const sides = await store.levels();
  // As it is painted now.
  const shown = store.latest()[`${side}s`][Number(row.dataset.level)];
  const sum = shown && sumUpTo(sides[`${side}s`], side, shown.price);
  return sum ? { row, price: shown.priceShown, sum } : null;
}
