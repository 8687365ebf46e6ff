import { Button, Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NetworkFees } from '../../domain/networkFees.ts';
import type { FeesStatus } from '../../machines/fees/feesFeed.machine.ts';
import { useNow } from '../kit/useCountdown.ts';
import { FeeCard } from './FeeCard.tsx';
import classes from './Fees.module.css';

export interface CoinFeesProps {
  readonly fees: NetworkFees;
  readonly status: FeesStatus;
  readonly retry: () => void;
}

const PLACEHOLDERS = 6;

/** Coins without an entry have no card (FEES-06). */
export function CoinFees({ fees, status, retry }: CoinFeesProps) {
  const { t } = useTranslation('fees');
  const now = useNow(1000);
  const coins = Object.values(fees).sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  return (
    <section aria-labelledby="network-fees">
      <h2 id="network-fees" className={classes.heading}>
        {t('coins.title')}
      </h2>
      {status !== 'live' && (
        <Paper className={classes.status ?? ''} role="status" data-status={status}>
          {t(`coins.${status}`)}
          {status !== 'waiting' && (
            <Button variant="default" size="xs" onClick={retry}>
              {t('word.tryAgain')}
            </Button>
          )}
        </Paper>
      )}
      {/* The feed has not sent yet which coins there are. */}
      {status === 'waiting' && coins.length === 0 && (
        <div className={classes.cards} aria-busy="true">
          {Array.from({ length: PLACEHOLDERS }, (_, place) => (
            <div key={place} className={`skeleton ${classes.placeholder}`} />
          ))}
        </div>
      )}
      <ul className={classes.cards}>
        {coins.map((fee) => (
          <FeeCard key={fee.symbol} fee={fee} now={now} />
        ))}
      </ul>
    </section>
  );
}
