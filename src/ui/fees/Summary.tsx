import { Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { compare, decimal, toText } from '../../domain/decimal.ts';
import { rangeOf, type FeeRange } from '../../domain/feePercent.ts';
import { DASH } from '../../domain/format.ts';
import type { NetworkFees } from '../../domain/networkFees.ts';
import { useRead } from '../kit/useRead.ts';
import classes from './Fees.module.css';

const plain = (text: string): string => toText(decimal(text));

/** Trading, deposits, withdrawals (FEES-08). A dash where not known. */
export function Summary({ fees }: { readonly fees: NetworkFees }) {
  const { t } = useTranslation('fees');
  const { data: pairs } = useRead('pairs');
  const rate = (range: FeeRange | null): string => {
    if (range === null) return DASH;
    const [low, high] = [plain(range.low), plain(range.high)];
    return low === high ? t('summary.same', { rate: low }) : t('summary.range', { low, high });
  };
  const known = Object.values(fees);
  const charged = known.filter(({ depositFee }) => depositFee !== null && !isZero(depositFee));
  return (
    <ul className={classes.summary} aria-label={t('summary.name')}>
      <Paper component="li" className={classes.card ?? ''}>
        <h2>{t('summary.trading')}</h2>
        <dl className={classes.rates}>
          <div>
            <dt>{t('summary.maker')}</dt>
            <dd translate="no">
              {rate(rangeOf((pairs ?? []).map(({ makerFeePercent }) => makerFeePercent)))}
            </dd>
          </div>
          <div>
            <dt>{t('summary.taker')}</dt>
            <dd translate="no">
              {rate(rangeOf((pairs ?? []).map(({ takerFeePercent }) => takerFeePercent)))}
            </dd>
          </div>
        </dl>
        <p>{t('summary.tradingText')}</p>
      </Paper>
      <Paper component="li" className={classes.card ?? ''}>
        <h2>{t('summary.deposits')}</h2>
        {known.length === 0 || charged.length === 0 ? (
          <p className={classes.figure}>{known.length === 0 ? DASH : t('summary.free')}</p>
        ) : (
          <ul className={classes.charged} translate="no">
            {charged.map(({ symbol, depositFee }) => (
              <li key={symbol}>{`${plain(depositFee ?? '0')} ${symbol}`}</li>
            ))}
          </ul>
        )}
        {charged.length > 0 && <p>{t('summary.depositsText')}</p>}
      </Paper>
      <Paper component="li" className={classes.card ?? ''}>
        <h2>{t('summary.withdrawals')}</h2>
        <p className={classes.figure}>{t('summary.network')}</p>
        <p>{t('summary.withdrawalsText')}</p>
      </Paper>
    </ul>
  );
}

const isZero = (text: string): boolean => compare(decimal(text), decimal('0')) === 0;
