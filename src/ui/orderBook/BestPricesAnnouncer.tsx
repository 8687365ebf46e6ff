import { UnstyledButton } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../domain/decimal.ts';
import { priceText, SAT } from '../../domain/satoshi.ts';
import type { BookStore } from '../../machines/orderBook/orderBook.machine.ts';
import classes from './OrderBook.module.css';

const ASKED = 'orderbook:say-best';

/** Asks the order book on the screen to announce its best prices, for a key or a menu. */
export function announceBest(): void {
  document.dispatchEvent(new Event(ASKED));
}

export function useAnnounceBest(say: () => void): void {
  const sayLatest = useEffectEvent(say);
  // It is asked by an event of the document.
  useEffect(() => {
    const listener = (): void => sayLatest();
    document.addEventListener(ASKED, listener);
    return () => document.removeEventListener(ASKED, listener);
  }, []);
}

/** Announces best bid, best ask and spread to screen readers, only when asked: they change ten times a second. */
export function BestPricesAnnouncer({
  store,
  isFresh,
  isInSatoshi,
}: {
  readonly store: BookStore;
  readonly isFresh: boolean;
  readonly isInSatoshi: boolean;
}) {
  const { t } = useTranslation('trade');
  const [said, setSaid] = useState({ text: '', times: 0 });

  function say(): void {
    const { top, spread } = store.latest();
    const none = t('book.say.nothing');
    const textOf = (price: DecimalText): string => (isInSatoshi ? priceText(price, SAT) : price);
    const text = t(isFresh ? 'book.say.text' : 'book.say.stale', {
      bid: top.bid === null ? none : textOf(top.bid),
      ask: top.ask === null ? none : textOf(top.ask),
      spread: spread ? `${textOf(spread.amount)} (${spread.percent}%)` : none,
    });
    setSaid(({ times }) => ({ text, times: times + 1 }));
  }
  useAnnounceBest(say);

  return (
    <>
      <UnstyledButton className={classes.say ?? ''} onClick={say}>
        {t('book.say.ask')}
      </UnstyledButton>
      <p className="visually-hidden" aria-live="polite" data-said="">
        {/* A new node each time, so that the same prices are announced again. */}
        <span key={said.times}>{said.text}</span>
      </p>
    </>
  );
}
