import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { decimal, type DecimalText, toText } from '../../domain/decimal.ts';
import { DASH } from '../../domain/format.ts';
import { parsePair } from '../../domain/market.ts';
import { Grouped } from '../kit/Figure.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { useRead } from '../kit/useRead.ts';
import { TextTable } from '../publicPages/TextTable.tsx';
import classes from './Fees.module.css';

const plain = (text: DecimalText | null): string => (text === null ? DASH : toText(decimal(text)));

/** Trading fees, pair by pair (FEES-10). Nothing where the pairs cannot be read. */
export function PairFees() {
  const { t } = useTranslation('fees');
  const { data, status } = useRead('pairs');
  const pairs = (data ?? []).filter(({ isEnabled }) => isEnabled);
  if (data === null && status !== 'failed') {
    return (
      <section>
        <h2 className={classes.heading}>{t('pairs.title')}</h2>
        <Skeleton rows={8} height={34}>
          {t('pairs.title')}
        </Skeleton>
      </section>
    );
  }
  if (pairs.length === 0) return null;
  const percent = (rate: DecimalText | null): string =>
    rate === null ? DASH : t('summary.same', { rate: plain(rate) });
  return (
    <section aria-labelledby="pair-fees">
      <h2 id="pair-fees" className={classes.heading}>
        {t('pairs.title')}
      </h2>
      <TextTable
        caption={t('pairs.title')}
        columns={[t('word.pair'), t('summary.maker'), t('summary.taker'), t('pairs.minimum')]}
        hasFigures
        rows={pairs.map(({ pair, makerFeePercent, takerFeePercent, minOrderSize }) => {
          const { base, quote } = parsePair(pair) ?? { base: pair, quote: '' };
          return [
            pair,
            <Link key="pair" to={`/trade/${pair}`}>{`${base}/${quote}`}</Link>,
            percent(makerFeePercent),
            percent(takerFeePercent),
            <Grouped key="least" text={minOrderSize === null ? DASH : `${plain(minOrderSize)} ${base}`} />,
          ];
        })}
      />
    </section>
  );
}
