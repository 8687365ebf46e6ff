import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookStore } from '../../../machines/orderBook/index.ts';
import { useSaidBest } from './sayBest.ts';
import classes from './OrderBook.module.css';

/**
 * Says best bid, best ask and spread to those who hear the page, once whenever they ask: by the button, or by whoever
 * calls `sayBest`. What changes ten times a second is never read out by itself.
 */
export function BestSpoken({ store, isFresh }: { readonly store: BookStore; readonly isFresh: boolean }) {
  const { t } = useTranslation('trade');
  const [said, setSaid] = useState({ text: '', times: 0 });

  function say(): void {
    const { top, spread } = store.view({ rows: 1, filter: 'all', grouping: null });
    const none = t('book.say.nothing');
    const text = t(isFresh ? 'book.say.text' : 'book.say.stale', {
      bid: top.bid ?? none,
      ask: top.ask ?? none,
      spread: spread ? `${spread.amount} (${spread.percent}%)` : none,
    });
    setSaid(({ times }) => ({ text, times: times + 1 }));
  }
  useSaidBest(say);

  return (
    <>
      <button type="button" className={classes.say} onClick={say}>
        {t('book.say.ask')}
      </button>
      <p className="visually-hidden" aria-live="polite" data-said="">
        {/* Another node each time: the same prices are said again when they are asked for again. */}
        <span key={said.times}>{said.text}</span>
      </p>
    </>
  );
}
