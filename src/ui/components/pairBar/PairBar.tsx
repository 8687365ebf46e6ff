import type { Market } from '../../../domain/market.ts';
import type { Pair } from '../../../domain/pair.ts';
import { CoinIcon } from '../coinIcon/CoinIcon.tsx';
import { DayFigures } from './DayFigures.tsx';
import { LinkDot } from './LinkDot.tsx';
import classes from './PairBar.module.css';
import { PairPrice } from './PairPrice.tsx';

interface PairBarProps {
  readonly pair: Pair;
  /** 24 hour figures; null while they are not known. */
  readonly market: Market | null;
  /** Decimals of the pair's prices, once they are known. */
  readonly digits: number | undefined;
}

/** The pair, its last price and its day (spec 1 §2: header bar with pair stats). */
export function PairBar({ pair, market, digits }: PairBarProps) {
  return (
    <header className={classes['bar']}>
      <h1 className={classes['pair']}>
        <CoinIcon symbol={pair.base} />
        <span>
          {pair.base}
          <span className={classes['quote']}>{`/${pair.quote}`}</span>
        </span>
      </h1>
      <PairPrice pair={pair} digits={digits} />
      <DayFigures pair={pair} market={market} digits={digits} />
      <LinkDot />
    </header>
  );
}
