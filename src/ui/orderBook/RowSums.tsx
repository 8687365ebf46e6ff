import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { sumUpTo } from '../../domain/bookSums.ts';
import type { BookDigits } from '../../domain/bookView.ts';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Pair } from '../../domain/market.ts';
import type { BookStore } from '../../machines/orderBook/index.ts';
import classes from './OrderBook.module.css';

/** Between the row and what is said of it. */
const GAP = 6;

interface RowSumsProps {
  readonly pair: Pair;
  readonly store: BookStore;
  readonly grouping: DecimalText | null;
  readonly digits: BookDigits;
}

/** Price, quantity and average price from the best price up to the row under the pointer or the focus (BOOK-17). */
export function RowSums({ pair, store, grouping, digits }: RowSumsProps) {
  const { t } = useTranslation('trade');
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [row, setRow] = useState<HTMLElement | null>(null);
  // Only while a row is shown is anything computed.
  const said = useSyncExternalStore(store.subscribe, () =>
    row ? textOf(store, row, { grouping, digits }) : '',
  );

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
    // What brought this part here was before it.
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

  const isShown = said !== '';
  useLayoutEffect(() => {
    const tip = box.current;
    if (!row || !isShown || !tip) return undefined;
    tip.showPopover();
    const at = row.getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    const isRight = at.right + GAP + width <= innerWidth;
    const isLeft = at.left - GAP - width >= 0;
    tip.style.left = `${isRight ? at.right + GAP : isLeft ? at.left - GAP - width : innerWidth - width}px`;
    tip.style.top = `${isRight || isLeft ? Math.min(at.top, innerHeight - height) : at.bottom + GAP}px`;
    const price = row.querySelector('button');
    price?.setAttribute('aria-describedby', id);
    return () => price?.removeAttribute('aria-describedby');
  }, [row, isShown, id]);

  const [price, quantity, average] = said.split(' ');
  return (
    <span ref={anchor}>
      {isShown && (
        <div ref={box} id={id} role="tooltip" popover="manual" className={classes.sums}>
          <dl>
            <dt>{t('book.price', { quote: pair.quote })}</dt>
            <dd>{price}</dd>
            <dt>{t('book.total', { base: pair.base })}</dt>
            <dd>{quantity}</dd>
            <dt>{t('book.average', { quote: pair.quote })}</dt>
            <dd>{average}</dd>
          </dl>
        </div>
      )}
    </span>
  );
}

/** Price, quantity and average price; empty where the row has none. */
function textOf(
  store: BookStore,
  row: HTMLElement,
  shownAs: Pick<RowSumsProps, 'grouping' | 'digits'>,
): string {
  const side = row.dataset.side === 'ask' ? 'ask' : 'bid';
  const level = Number(row.dataset.level);
  const shown = store.view({ rows: level + 1, filter: 'all', ...shownAs })[`${side}s`][level];
  if (!shown) return '';
  const single = store.view({ rows: Infinity, filter: 'all', grouping: null })[`${side}s`];
  const sum = sumUpTo(single, side, shown.price);
  return sum ? `${shown.priceShown} ${sum.quantity} ${sum.average}` : '';
}
