import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useServerText } from '../kit/useFailureText.ts';
import type { CandleChartActor } from './useCandleChart.ts';
import classes from './CandleChart.module.css';

export function ChartNotice({ chart }: { readonly chart: CandleChartActor }) {
  const { t } = useTranslation('trade');
  const serverText = useServerText();
  if (chart.isLoading) {
    return (
      <p className={classes.notice} data-place="notice" role="status">
        {t('chart.loading')}
      </p>
    );
  }
  if (chart.isFailed) {
    return (
      <div className={classes.notice} data-place="notice" role="alert">
        <p>{serverText(chart.failure ?? {}) ?? t('chart.failed')}</p>
        <Button size="compact-xs" variant="default" onClick={() => chart.send({ type: 'user.retry' })}>
          {t('word.retry')}
        </Button>
      </div>
    );
  }
  return (
    <>
      {chart.bars.length === 0 && (
        <div className={classes.notice} data-place="notice" role="status">
          <p>{t(chart.hasInvalidTime ? 'chart.invalidTime' : 'chart.none')}</p>
          {chart.hasMoreHistory && (
            <Button
              size="compact-xs"
              variant="default"
              disabled={chart.isLoadingOlder}
              onClick={() => chart.send({ type: 'history.wanted' })}
            >
              {t('chart.older')}
            </Button>
          )}
        </div>
      )}
      {chart.isLoadingOlder && (
        <p className={classes.corner} data-place="corner" role="status">
          {t('chart.loadingOlder')}
        </p>
      )}
      {chart.olderFailure && (
        <div className={classes.corner} data-place="corner" role="status">
          <span>{serverText(chart.olderFailure) ?? t('chart.failed')}</span>
          <Button size="compact-xs" variant="default" onClick={() => chart.send({ type: 'user.retry' })}>
            {t('word.retry')}
          </Button>
        </div>
      )}
      {chart.newestFailure ? (
        <div className={classes.stale} data-place="stale" role="status">
          <span>{t('chart.stale')}</span>
          <Button size="compact-xs" variant="default" onClick={() => chart.send({ type: 'user.refresh' })}>
            {t('word.retry')}
          </Button>
        </div>
      ) : (
        chart.hasInvalidTime &&
        chart.bars.length > 0 && (
          <p className={classes.stale} data-place="time" role="status">
            {t('chart.invalidTime')}
          </p>
        )
      )}
    </>
  );
}
