import { Paper } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { refundProgress, type RefundRow } from '../../domain/refundAddress.ts';
import classes from './Refund.module.css';

/** How many of the coins that need a refund address have one (REFUND-01). */
export function RefundProgress({ rows }: { readonly rows: readonly RefundRow[] }) {
  const { t } = useTranslation('refund');
  const title = useId();
  const { configured, required, percent } = refundProgress(rows);
  const missing = required - configured;
  return (
    <Paper component="section" aria-labelledby={title}>
      <h2 id={title}>{t('progress.name')}</h2>
      {required === 0 ? (
        <p>{t('progress.none')}</p>
      ) : (
        <>
          <p className={classes.figures}>
            <span>{t('progress.count', { configured, required })}</span>
            <strong translate="no">{t('progress.percent', { percent })}</strong>
          </p>
          <progress
            className={classes.bar}
            aria-labelledby={title}
            max={100}
            value={percent}
            data-complete={missing === 0}
          />
          <p className={classes.small}>
            {missing === 0 ? t('progress.complete') : t('progress.missing', { count: missing })}
          </p>
        </>
      )}
    </Paper>
  );
}

const POINTS = ['own', 'check', 'never'] as const;

/** What to take care of with an address that coins are sent back to (REFUND-06). */
export function SecurityNotice() {
  const { t } = useTranslation('refund');
  const title = useId();
  return (
    <Paper component="section" aria-labelledby={title}>
      <h2 id={title}>{t('notice.name')}</h2>
      <ul className={classes.points}>
        {POINTS.map((point) => (
          <li key={point}>{t(`notice.${point}`)}</li>
        ))}
      </ul>
    </Paper>
  );
}
