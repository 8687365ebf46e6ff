import {
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { ageOf } from '../../domain/countdown.ts';
import { ticksOf, type BookDigits, type BookFilter, type OwnPrices } from '../../domain/bookView.ts';
import { clockText, isoText } from '../../domain/dates.ts';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Pair } from '../../domain/market.ts';
import { SAT } from '../../domain/satoshi.ts';
import type { BookStore } from '../../machines/orderBook/orderBook.machine.ts';
import { useNow } from '../kit/useCountdown.ts';
import { BookPainter } from './painter.ts';
import { keepStop, noteFocus, walkRows } from './rowFocus.ts';
import { Side } from './Side.tsx';
import classes from './OrderBook.module.css';

const SECOND = 1000;

/** The chosen row as it was when the pointer went down. */
export interface Pick {
  readonly side: 'ask' | 'bid';
  readonly price: DecimalText;
  readonly quantity: DecimalText;
}

interface LadderProps {
  readonly pair: Pair;
  readonly store: BookStore;
  readonly rows: number;
  readonly filter: BookFilter;
  readonly grouping: DecimalText | null;
  readonly digits: BookDigits;
  /** Prices are shown so (FORMAT-11). */
  readonly isInSatoshi: boolean;
  /** The smallest step of a price; null while not known. */
  readonly tick: DecimalText | null;
  readonly own: OwnPrices;
  /** False while the book is stale. */
  readonly mayPick: boolean;
  /** Since when the rows may be wrong, epoch milliseconds; shown instead of the spread. */
  readonly trustedUntil: number | null;
  readonly onPick: (pick: Pick) => void;
}

/** React makes the rows, `BookPainter` writes them. A click means the row at pointer down, since rows move (BOOK-04). */
export function Ladder(props: LadderProps) {
  const { pair, store, rows, filter, grouping, digits, tick, own, mayPick, trustedUntil, onPick } = props;
  const { isInSatoshi } = props;
  const { t } = useTranslation('trade');
  const named = isInSatoshi ? { ...pair, quote: SAT } : pair;
  const ladder = useRef<HTMLDivElement>(null);
  const painter = useRef<BookPainter>(null);
  const pressed = useRef<Pick>(null);
  const { priceDigits, quantityDigits } = digits;

  // The rows are painted past React, which would be too slow for them.
  useLayoutEffect(() => {
    if (ladder.current) painter.current = new BookPainter(ladder.current, rows);
  }, [rows]);

  // As above: each change of the book is painted at once.
  useLayoutEffect(() => {
    const paint = (): void => {
      const view = store.view({ rows, filter, grouping, own, digits: { priceDigits, quantityDigits } });
      const ticks = view.spread === null || tick === null ? null : ticksOf(view.spread, tick);
      const said = ticks === null ? '' : t('book.ticks', { count: ticks });
      const isTurned = painter.current?.paint(view, said, isInSatoshi) ?? false;
      if (isTurned && ladder.current) keepStop(ladder.current);
    };
    paint();
    if (ladder.current) keepStop(ladder.current);
    return store.subscribe(paint);
  }, [store, rows, filter, grouping, own, priceDigits, quantityDigits, isInSatoshi, tick, t]);

  function pickAt(target: EventTarget): Pick | null {
    const row = (target as Element).closest<HTMLElement>('[data-level]');
    const side = row?.dataset.side === 'ask' ? 'ask' : 'bid';
    const shown = row && painter.current?.rowAt(side, Number(row.dataset.level));
    return shown ? { side, price: shown.price, quantity: shown.quantity } : null;
  }

  function press(event: PointerEvent): void {
    pressed.current = event.button === 0 ? pickAt(event.target) : null;
  }

  function choose(event: MouseEvent): void {
    // A click without a pointer, from the keyboard or a screen reader.
    const pick = event.detail === 0 ? pickAt(event.target) : pressed.current;
    pressed.current = null;
    // A press released between rows or on another row is cancelled.
    const isOnRow = (event.target as Element).closest('[data-level]') !== null;
    if (pick && mayPick && isOnRow) onPick(pick);
  }

  function walk(event: KeyboardEvent): void {
    if (ladder.current && walkRows(ladder.current, event.key, event.target)) event.preventDefault();
  }

  return (
    // The prices inside are buttons; the rows only make them easier to hit.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      ref={ladder}
      className={classes.ladder}
      data-filter={filter}
      style={{ '--rows': rows } as CSSProperties}
      data-pick={mayPick}
      onPointerDown={press}
      onClick={choose}
      onKeyDown={walk}
      onFocus={({ currentTarget, target }) => noteFocus(currentTarget, target)}
    >
      <Side side="ask" rows={rows} pair={named} mayPick={mayPick} isHidden={filter === 'buy'} />
      <div className={classes.middle}>
        <span className={classes.last}>
          <span className="visually-hidden">{t('header.last')}</span> <span data-cell="last" />
        </span>
        {trustedUntil !== null && <Since time={trustedUntil} />}
        <span className={classes.spread} hidden={trustedUntil !== null}>
          {t('book.spread')} <span data-cell="spread" />
        </span>
      </div>
      <Side side="bid" rows={rows} pair={named} mayPick={mayPick} isHidden={filter === 'sell'} />
      <p
        className={classes.volumes}
        title={t('book.volumes', { base: pair.base })}
        data-cell="volumes"
        hidden
      >
        <span className="visually-hidden">{t('book.volumes', { base: pair.base })}</span>
        <span>
          {t('book.bids')} <span data-cell="bid-volume" />
        </span>
        <span>
          {t('book.asks')} <span data-cell="ask-volume" />
        </span>
      </p>
    </div>
  );
}

function Since({ time }: { readonly time: number }) {
  const { t } = useTranslation('trade');
  const { unit, count } = ageOf(time, useNow(SECOND));
  return (
    <time
      className={classes.since}
      dateTime={isoText(time) ?? undefined}
      title={t('book.since', { time: clockText(time) })}
    >
      {t(`book.age.${unit}`, { value: count })}
    </time>
  );
}
