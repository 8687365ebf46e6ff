import { Button } from '@mantine/core';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { readGrouping, type BookFilter } from '../../domain/bookView.ts';
import type { Pair } from '../../domain/market.ts';
import { type PriceDigits, priceText, priceUnit, SAT, toSat } from '../../domain/satoshi.ts';
import { lazyPart } from '../kit/lazyPart.tsx';
import { useSatoshi } from '../kit/useSatoshi.ts';
import { RadioBar } from '../kit/RadioBar.tsx';
import { BestPricesAnnouncer } from './BestPricesAnnouncer.tsx';
import { Ladder, type Pick } from './Ladder.tsx';
import classes from './OrderBook.module.css';
import { type BookGrouping, useBookGrouping } from './useBookGrouping.ts';
import { useBookRows, type OrderBook as Book } from './useOrderBook.ts';
import { useOwnPrices } from './useOwnPrices.ts';

const RowSums = lazyPart(() => import('./RowSums.tsx'), 'RowSums', { instead: 'nothing' });

function GroupingChoice({
  grouping,
  choices,
  choose,
  look,
  isInSatoshi,
}: BookGrouping & { readonly isInSatoshi: boolean }) {
  const { t } = useTranslation('trade');
  if (choices === null) return null;
  return (
    // The browser's own list, in a head of 24 pixels.
    <select
      className={classes.grouping}
      translate="no"
      aria-label={t('book.grouping')}
      title={t('book.grouping')}
      value={grouping}
      // Before the list opens.
      onPointerEnter={look}
      onFocus={look}
      onChange={({ currentTarget }) => choose(readGrouping(currentTarget.value))}
    >
      {choices.map(({ grouping: one, step }) => (
        <option key={one} value={one}>
          {isInSatoshi ? toSat(step) : step}
        </option>
      ))}
    </select>
  );
}

const FILTERS: readonly BookFilter[] = ['all', 'buy', 'sell'];

interface OrderBookProps {
  readonly pair: Pair;
  readonly book: Book;
  /** Fills the form of the opposite side (BOOK-04). Never called for a stale book. */
  readonly onPick: (pick: Pick) => void;
}

/** The order book panel (BOOK-01). */
export function OrderBook({ pair, book, onPick }: OrderBookProps) {
  const { t } = useTranslation('trade');
  const { store, status, filter } = book;
  const rows = useBookRows(filter);
  const grouping = useBookGrouping(store);
  const own = useOwnPrices(pair.symbol);
  const { isOn: isInSatoshi } = useSatoshi(pair.symbol);
  const priceDigits = isInSatoshi ? SAT : grouping.digits.priceDigits;
  const fill = useSyncExternalStore(store.subscribe, store.getFill);
  const [areSumsWanted, setSumsWanted] = useState(false);
  const askForSums = () => setSumsWanted(true);
  return (
    <section
      className={classes.panel}
      aria-label={t('book.region')}
      data-status={status}
      // Rows from a call are shown while the socket connects (TRADE-31).
      aria-busy={status === 'waiting' && fill === 'nothing'}
    >
      <header className={classes.head}>
        <h2 className={classes.title}>{t('book.region')}</h2>
        <span className={classes.status} role="status">
          {t(`book.status.${status}`)}
        </span>
        <RadioBar
          name={t('book.filters')}
          values={FILTERS}
          chosen={filter}
          wordsOf={(one) => t(`book.filter.${one}`)}
          onChoose={book.chooseFilter}
          className={classes.filters}
        />
        <GroupingChoice {...grouping} isInSatoshi={isInSatoshi} />
        <BestPricesAnnouncer store={store} isFresh={book.mayPick} isInSatoshi={isInSatoshi} />
      </header>
      <div className={classes.columns} aria-hidden="true">
        <span>{t('book.price', { quote: priceUnit(pair.quote, priceDigits) })}</span>
        <span>{t('book.quantity', { base: pair.base })}</span>
        <span>{t('book.total', { base: pair.base })}</span>
      </div>
      <div className={classes.body} onPointerOver={askForSums} onFocus={askForSums}>
        <Ladder
          pair={pair}
          store={store}
          rows={rows}
          filter={filter}
          grouping={grouping.step}
          digits={grouping.digits}
          isInSatoshi={isInSatoshi}
          tick={grouping.tick}
          own={own}
          mayPick={book.mayPick}
          trustedUntil={book.trustedUntil}
          onPick={onPick}
        />
        <Notice book={book} digits={priceDigits} />
        {areSumsWanted && (
          <Suspense>
            <RowSums pair={pair} store={store} digits={priceDigits} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

interface NoticeProps {
  readonly book: Book;
  /** Digits of prices. */
  readonly digits: PriceDigits;
}

function Notice({ book, digits }: NoticeProps) {
  const { t } = useTranslation('trade');
  const { store, failure, reconnect } = book;
  const fill = useSyncExternalStore(store.subscribe, store.getFill);
  if (failure !== null) {
    return (
      <div className={classes.notice} role="alert">
        <p>{t(`book.failure.${failure}`)}</p>
        <Button size="compact-xs" variant="default" onClick={reconnect}>
          {t('book.reconnect')}
        </Button>
      </div>
    );
  }
  if (fill === 'nothing') return <p className={classes.notice}>{t('book.loading')}</p>;
  return fill === 'empty' ? <NoOrders book={book} digits={digits} /> : null;
}

function NoOrders({ book: { store }, digits }: NoticeProps) {
  const { t } = useTranslation('trade');
  const last = useSyncExternalStore(store.subscribe, () => store.getTop().last);
  return (
    <div className={classes.notice}>
      <p>{t('book.none')}</p>
      {last !== null && <p>{t('book.noneLast', { price: priceText(last, digits) })}</p>}
    </div>
  );
}
