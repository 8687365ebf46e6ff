import { Button, Paper, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText } from '../../domain/dates.ts';
import { DASH, formatCount } from '../../domain/format.ts';
import { isChosen, isEver } from '../../domain/history/rules.ts';
import type { HistoryRange } from '../../domain/history/types.ts';
import type { HistoryScreenState } from './useHistory.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import { useCurrentLanguage } from '../kit/useLanguage.ts';
import type { SummaryItem } from './column.ts';
import panel from '../kit/Panel.module.css';
import classes from './History.module.css';

interface Props {
  readonly state: HistoryScreenState<unknown>;
  readonly items: readonly SummaryItem[];
}

function scopeOf(range: HistoryRange | null): 'title' | 'all' | 'chosen' | 'range' {
  if (range === null) return 'title';
  if (isChosen(range)) return 'chosen';
  return isEver(range) ? 'all' : 'range';
}

export function SummaryCard({ state, items }: Props) {
  const { t } = useTranslation('history');
  const sayFailure = useFailureText();
  const language = useCurrentLanguage();
  const title = useId();
  const { updatedAt, phase, failure, isRefreshOff, refresh } = state;
  const time = updatedAt === null ? DASH : (clockText(updatedAt) ?? DASH);
  const isOld = phase === 'outdated' && failure !== null;
  return (
    <Paper component="section" className={classes.summary ?? ''} aria-labelledby={title}>
      <div className={panel.bar}>
        <Title order={2} size="h3" id={title}>
          {t(`summary.${scopeOf(state.range)}`)}
        </Title>
        <p className={classes.asOf} data-old={isOld} role={isOld ? 'alert' : undefined}>
          {isOld && t('notCurrent', { time, reason: sayFailure(failure) })}
          {!isOld && updatedAt !== null && t('updated', { time })}
        </p>
        {/* Disabled only for ARIA: a press shows how long to wait (HISTORY-05). */}
        <Button variant="default" size="xs" aria-disabled={isRefreshOff} onClick={refresh}>
          {t('word.refresh')}
        </Button>
      </div>
      <dl className={classes.figures}>
        {items.map(({ name, value }) => (
          <div key={name}>
            <dt>{t(`summary.${name}`)}</dt>
            <dd translate="no">
              {state.records === null
                ? DASH
                : typeof value === 'number'
                  ? formatCount(value, language)
                  : value}
            </dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
