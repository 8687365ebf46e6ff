import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { clockText } from '../../domain/dates.ts';
import { DASH } from '../../domain/format.ts';
import type { Market } from '../../domain/market.ts';
import type { Reading } from '../kit/useRead.ts';
import classes from './MarketsTable.module.css';

interface Props {
  readonly read: Reading<readonly Market[]>;
  /** In which volumes are compared (MARKET-16). */
  readonly unit: 'USD' | 'BTC';
}

/** When the figures were read, or why there are none (MARKET-05). */
export function MarketsNote({ read, unit }: Props) {
  const { t } = useTranslation('markets');
  if (read.status === 'failed') {
    const isUnreadable = read.failure?.code === 'unreadable' || read.failure?.code === 'internal';
    return (
      <div className={classes.note} role="alert">
        <span>{read.failure?.text ?? t(isUnreadable ? 'table.failed' : 'table.fetchFailed')}</span>
        <Button variant="default" size="xs" onClick={read.refresh}>
          {t('word.retry')}
        </Button>
      </div>
    );
  }
  // Its line is there before it.
  if (read.updatedAt === null) return <p className={classes.note} />;
  const isOld = read.failure !== null;
  const time = clockText(read.updatedAt) ?? DASH;
  return (
    <p className={classes.note} data-old={isOld} role={isOld ? 'status' : undefined}>
      {isOld
        ? t('table.stale', { time })
        : `${t('table.updated', { time })} · ${t('table.comparedIn', { unit })}`}
      {isOld && (
        <Button variant="default" size="xs" onClick={read.refresh}>
          {t('word.retry')}
        </Button>
      )}
    </p>
  );
}
