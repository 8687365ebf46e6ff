import { Badge, Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ageOf } from '../../domain/countdown.ts';
import { congestionOf } from '../../domain/congestion.ts';
import { isoText } from '../../domain/dates.ts';
import { compare, decimal, isPositive, type DecimalText } from '../../domain/decimal.ts';
import { DASH, formatTradeAmount } from '../../domain/format.ts';
import type { NetworkFee } from '../../domain/networkFees.ts';
import { CoinIcon } from '../kit/CoinIcon.tsx';
import { Note } from '../kit/Fact.tsx';
import { Figure } from '../kit/Figure.tsx';
import classes from './Fees.module.css';

/** The fees of one coin, with eight decimals, its congestion and how old they are (FEES-01). */
export function FeeCard({ fee, now }: { readonly fee: NetworkFee; readonly now: number }) {
  const { t } = useTranslation('fees');
  const { symbol, medium } = fee;
  const congestion = congestionOf(fee);
  const networkFee = medium.fee ?? fee.calculated;
  const amount = (figure: string | null) =>
    figure === null ? DASH : <Figure text={formatTradeAmount(figure)} />;
  return (
    <Paper component="li" className={classes.card ?? ''} aria-labelledby={`fees-${symbol}`}>
      <div className={classes.top}>
        <CoinIcon symbol={symbol} />
        <h3 id={`fees-${symbol}`} translate="no">
          {symbol}
        </h3>
        <span className={classes.name}>
          {fee.network === null || fee.network === fee.name ? fee.name : `${fee.name}, ${fee.network}`}
        </span>
        <Badge color={congestion === 'congested' ? 'warning' : 'up'}>{t(`coins.${congestion}`)}</Badge>
      </div>
      <dl className={classes.facts}>
        <dt>{t('coins.fee')}</dt>
        <dd>{amount(networkFee)}</dd>
        <dt>{t('coins.price')}</dt>
        <dd>
          <span translate="no">{medium.price === null ? DASH : `${medium.price} ${fee.unit ?? ''}`}</span>
          {medium.blocks !== null && <Note>{t('coins.blocks', { count: medium.blocks })}</Note>}
        </dd>
        {isExtra(fee.withdrawalFee, networkFee) && (
          <>
            <dt>{t('coins.withdrawalFee')}</dt>
            <dd>{amount(fee.withdrawalFee)}</dd>
          </>
        )}
        <dt>{t('coins.depositFee')}</dt>
        <dd>{amount(fee.depositFee)}</dd>
        <dt>{t('coins.minDeposit')}</dt>
        <dd>{amount(fee.minDeposit)}</dd>
        <dt>{t('coins.minWithdrawal')}</dt>
        <dd>{amount(fee.minWithdrawal)}</dd>
        <dt>{t('coins.height')}</dt>
        <dd translate="no">{fee.lastBlockHeight ?? DASH}</dd>
      </dl>
      <Note>
        {fee.updatedAt === null ? (
          t('coins.never')
        ) : (
          <time dateTime={isoText(fee.updatedAt) ?? undefined}>
            <Updated time={fee.updatedAt} now={now} />
          </time>
        )}
      </Note>
    </Paper>
  );
}

/** A server may send the network fee as the withdrawal fee: it is shown once. */
function isExtra(fee: DecimalText | null, networkFee: DecimalText | null): boolean {
  if (fee === null || !isPositive(decimal(fee))) return false;
  return networkFee === null || compare(decimal(fee), decimal(networkFee)) !== 0;
}

function Updated({ time, now }: { readonly time: number; readonly now: number }) {
  const { t } = useTranslation('fees');
  const { unit, count } = ageOf(time, now);
  return t('coins.updated', { age: t(`age.${unit}`, { count }) });
}
