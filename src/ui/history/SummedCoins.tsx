import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { CoinSum } from '../../domain/history/trades.ts';
import { Copier } from './copier.tsx';
import { ExactFigure } from './FullValue.tsx';
import classes from './Cells.module.css';

interface Props {
  readonly sums: readonly CoinSum[];
  readonly format: (amount: string, coin: string) => string;
}

/** One sum for each coin; the exact figures on hover, focus and copy. */
export function SummedCoins({ sums, format }: Props) {
  const { t } = useTranslation('history');
  if (sums.length === 0) return t('none');
  return (
    <Copier>
      <span className={classes.sums}>
        {sums.map(({ coin, amount }) => (
          <Fragment key={coin}>
            <ExactFigure shown={format(amount, coin)} exact={amount} unit={coin} />{' '}
          </Fragment>
        ))}
      </span>
    </Copier>
  );
}
