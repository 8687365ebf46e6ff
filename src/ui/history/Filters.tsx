import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { rulesOf } from '../../domain/history/rules.ts';
import type { HistoryName, HistoryRow } from '../../domain/history/types.ts';
import type { OrderType } from '../../domain/order.ts';
import { useCapabilities } from '../kit/app.tsx';
import panel from '../kit/Panel.module.css';
import { useRead } from '../kit/useRead.ts';
import classes from './History.module.css';
import type { HistoryScreenState } from './useHistory.ts';

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

const CHOICES = { stop: 'stop', oco: 'oco', trailing_stop: 'trailing' } as const;

interface PairAndTypeProps {
  readonly list: HistoryName;
  readonly state: HistoryScreenState<HistoryRow>;
}

/** Each reads all pages; of a pair by the server's own filter (HISTORY-33). Transfers have neither. */
export function PairAndType({ list, state: { range, records, send } }: PairAndTypeProps) {
  const { t } = useTranslation('history');
  const { orderTypes } = useCapabilities();
  const { order } = rulesOf(list);
  const markets = useRead('markets', order ? undefined : null).data ?? [];
  if (!order) return null;
  const of = [...markets.map(({ pair }) => pair), ...(records ?? []).map((row) => order.of(row).pair)];
  const pairs = [...new Set([...of, range?.pair ?? []].flat())].toSorted();
  const types = order.types.filter(
    (type) => type === 'limit' || type === 'market' || orderTypes.includes(type),
  );
  const choose = (pair: string | undefined, type: OrderType | undefined): void =>
    send({
      type: 'range.chosen',
      range: {
        from: range?.from ?? null,
        to: range?.to ?? null,
        ...(pair !== undefined && { pair }),
        ...(type !== undefined && { type }),
      },
    });
  return (
    <Group gap="xs" data-part="chosen">
      <NativeSelect
        size="xs"
        miw={100}
        aria-label={t('column.pair')}
        value={range?.pair ?? ''}
        onChange={({ currentTarget: { value } }) =>
          choose(
            pairs.find((pair) => pair === value),
            range?.type,
          )
        }
      >
        <option value="">{t('choose.allPairs')}</option>
        {pairs.map((pair) => (
          <option key={pair} value={pair} translate="no">
            {pair.replace('-', '/')}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        size="xs"
        aria-label={t('column.kind')}
        value={range?.type ?? ''}
        data={[
          { value: '', label: t('choose.allKinds') },
          ...types.map((type) => ({
            value: type,
            label: type === 'limit' || type === 'market' ? t(`kind.${type}`) : t(`choose.${CHOICES[type]}`),
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          choose(
            range?.pair,
            types.find((type) => type === value),
          )
        }
      />
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
