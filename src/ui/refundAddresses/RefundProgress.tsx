import { Group, Paper, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { refundProgress, type RefundRow } from '../../domain/refundAddress.ts';
import { Note } from '../kit/Fact.tsx';
import section from '../kit/Section.module.css';
import classes from './Refund.module.css';

/** How many of the coins that need a refund address have one (REFUND-01). */
export function RefundProgress({ rows }: { readonly rows: readonly RefundRow[] }) {
  const { t } = useTranslation('refund');
  const title = useId();
  const { configured, required, percent } = refundProgress(rows);
  const missing = required - configured;
  return (
    <Paper component="section" p="lg" aria-labelledby={title}>
      <Title order={2} mb="sm" id={title}>
        {t('progress.name')}
      </Title>
      {required === 0 ? (
        <p>{t('progress.none')}</p>
      ) : (
        <>
          <Group component="p" justify="space-between" align="baseline">
            <span>{t('progress.count', { configured, required })}</span>
            <Text span size="xl" fw={600} translate="no">
              {t('word.percent', { percent })}
            </Text>
          </Group>
          <progress
            className={classes.bar}
            aria-labelledby={title}
            max={100}
            value={percent}
            data-complete={missing === 0}
          />
          <Note>{missing === 0 ? t('progress.complete') : t('progress.missing', { count: missing })}</Note>
        </>
      )}
    </Paper>
  );
}

const POINTS = ['own', 'check', 'never'] as const;

/** Advice about an address that coins are sent back to (REFUND-06). */
export function SecurityNotice() {
  const { t } = useTranslation('refund');
  const title = useId();
  return (
    <Paper component="section" p="lg" aria-labelledby={title}>
      <Title order={2} mb="sm" id={title}>
        {t('notice.name')}
      </Title>
      <Text component="ul" size="sm" className={section.points ?? ''}>
        {POINTS.map((point) => (
          <li key={point}>{t(`notice.${point}`)}</li>
        ))}
      </Text>
    </Paper>
  );
}
