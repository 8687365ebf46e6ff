import type { ReactNode } from 'react';
import type { Market, Pair } from '../../domain/market.ts';
import type { Reading } from '../kit/useRead.ts';
import { CoinIcon } from '../kit/CoinIcon.tsx';
import { DayFigures } from './DayFigures.tsx';
import { LinkDot, PairPrice } from './PairPrice.tsx';
import classes from './PairBar.module.css';

interface PairBarProps {
  readonly pair: Pair;
  readonly markets: Reading<readonly Market[]>;
  readonly digits: number | undefined;
  readonly children?: ReactNode;
}

/** The pair, its last price and its day (TRADE-01). */
export function PairBar({ pair, markets, digits, children }: PairBarProps) {
  return (
    <header className={classes.bar}>
      <h1 className={classes.pair}>
        <CoinIcon symbol={pair.base} />
        <span>
          {pair.base}
          <span className={classes.quote}>{`/${pair.quote}`}</span>
        </span>
      </h1>
      <PairPrice pair={pair} digits={digits} />
      <DayFigures pair={pair} markets={markets} digits={digits} />
      <LinkDot />
      {children}
    </header>
  );
}
