import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usesSlatepacks } from '../../domain/depositGate.ts';
import classes from './Withdraw.module.css';

type StepNumber = 2 | 3 | 4 | 5;

const STEPS = [
  [1, 'coin'],
  [2, 'form'],
  [3, 'confirm'],
  [4, 'result'],
] as const;
const GRIN_STEPS = [
  [1, 'coin'],
  [2, 'form'],
  [3, 'confirm'],
  [4, 'slatepack'],
  [5, 'grinResult'],
] as const;

interface Props {
  readonly ticker: string;
  readonly step: StepNumber;
}

/** The wizard's progress: steps 2 to 4, for GRIN to 5 (WITHDRAW-01). The first, the coin, is done. */
export function Steps({ ticker, step }: Props) {
  const { t } = useTranslation('withdraw');
  return (
    <Group
      component="ol"
      gap="4px 20px"
      mb="lg"
      pb="md"
      fz="sm"
      className={classes.steps ?? ''}
      aria-label={t('steps.name')}
    >
      {(usesSlatepacks(ticker) ? GRIN_STEPS : STEPS).map(([number, name]) => (
        <Group
          key={number}
          component="li"
          gap={6}
          className={classes.step ?? ''}
          data-done={number < step}
          aria-current={number === step ? 'step' : undefined}
        >
          <span className={classes.number} translate="no">
            {number}
          </span>
          {t(`steps.${name}`)}
        </Group>
      ))}
    </Group>
  );
}
