import { Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DASH, formatPrice, formatVolume } from '../../domain/format.ts';
import { marketTotals } from '../../domain/marketList.ts';
import { useCapabilities } from '../kit/app.tsx';
import { useBtcPrice, useRead } from '../kit/useRead.ts';
import { Grouped } from '../kit/Figure.tsx';
import classes from './Landing.module.css';

/** Three figures from the venue's own data; a dash where not known (PUBLIC-01). */
export function Headline() {
  const { t } = useTranslation('landing');
  const { data: markets } = useRead('markets');
  const btcPrice = useBtcPrice();
  const { btcUsd } = useCapabilities();
  // Without a USD price, the BTC-USDT market gives one.
  const usdtPrice = markets?.find(({ pair }) => pair === 'BTC-USDT')?.lastPrice ?? null;
  const totals = markets === null ? null : marketTotals(markets);
  return (
    <dl className={classes.stats} aria-label={t('stats.name')}>
      <Paper className={classes.card ?? ''}>
        <dt>{t('stats.volume')}</dt>
        <dd translate="no">
          {formatVolume(totals?.volume ?? null)}
          {totals?.volume && <Unit name="BTC" />}
        </dd>
        {totals && totals.unpriced > 0 && (
          <Text component="dd" fz="xs" lh="16px" fw={400} c="var(--tertiary)">
            {t('stats.volumePartly', { count: totals.unpriced })}
          </Text>
        )}
      </Paper>
      <Paper className={classes.card ?? ''}>
        <dt>{t('shell.markets')}</dt>
        <dd translate="no">{totals === null ? DASH : totals.pairs}</dd>
      </Paper>
      {(btcUsd || markets === null || usdtPrice !== null) && (
        <Paper className={classes.card ?? ''}>
          <dt>{t('stats.btc')}</dt>
          <dd translate="no">
            <Grouped text={formatPrice(btcUsd ? btcPrice : usdtPrice)} />
            {(btcUsd ? btcPrice : usdtPrice) !== null && <Unit name={btcUsd ? 'USD' : 'USDT'} />}
          </dd>
        </Paper>
      )}
    </dl>
  );
}

/** The unit of a figure, which comes with it. */
function Unit({ name }: { readonly name: string }) {
  return (
    <Text span fz="md" fw={400} c="dimmed">
      {` ${name}`}
    </Text>
  );
}
