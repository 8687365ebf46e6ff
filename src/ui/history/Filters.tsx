import { Button, Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { rulesOf } from '../../domain/history/rules.ts';
import type { HistoryName } from '../../domain/history/types.ts';
import panel from '../kit/Panel.module.css';
import classes from './History.module.css';

interface FiltersProps {
  readonly list: HistoryName;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

const NAMES = [
  'all',
  'buy',
  'sell',
  'filled',
  'canceled',
  'completed',
  'created',
  'processing',
  'pending',
  'failed',
  'cancelled',
  'unsuccessful',
] as const;

export function Filters({ list, filter, onFilter }: FiltersProps) {
  const { t } = useTranslation('history');
  const { filters } = rulesOf(list);
  return (
    <Group gap="xs" role="group" aria-label={t('filterName')} className={classes.filters ?? ''}>
      {filters.map((name) => {
        const known = NAMES.find((one) => one === name);
        return (
          known && (
            <Button
              key={name}
              variant={name === filter ? 'light' : 'subtle'}
              size="xs"
              aria-pressed={name === filter}
              onClick={() => onFilter(name)}
            >
              {t(`filter.${known}`)}
            </Button>
          )
        );
      })}
    </Group>
  );
}

interface RecordSearchProps {
  readonly list: HistoryName;
  readonly text: string;
  readonly onText: (text: string) => void;
}

export function RecordSearch({ list, text, onText }: RecordSearchProps) {
  const { t } = useTranslation('history');
  return (
    <TextInput
      type="search"
      name="search"
      className={panel.search ?? ''}
      autoComplete="off"
      spellCheck={false}
      placeholder={t(`searchIn.${list}`)}
      aria-label={t('search')}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
