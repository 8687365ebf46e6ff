import { Button, Group, Text, TextInput } from '@mantine/core';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText, shortDateText, utcDay } from '../../domain/dates.ts';
import { EVER, isChosen, isEver } from '../../domain/history/rules.ts';
import type { HistoryRange, TimeRange } from '../../domain/history/types.ts';
import { useCurrentLanguage } from '../kit/useLanguage.ts';
import classes from './History.module.css';

interface Props {
  readonly range: HistoryRange | null;
  readonly onRange: (range: HistoryRange | null) => void;
}

/** UTC days, both included, for the table and the export. */
export function DateRange({ range, onRange }: Props) {
  const { t } = useTranslation('history');
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  return (
    <Group gap="sm" className={classes.range ?? ''}>
      <Button
        variant="default"
        size="xs"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        {t('range.open')}
      </Button>
      {range && (
        <Group gap="sm" fz="sm" data-part="range">
          <RangeWords range={range} />
          <Button
            variant="subtle"
            size="xs"
            onClick={() => onRange(isEver(range) || !isChosen(range) ? null : { ...range, ...EVER })}
          >
            {t(isEver(range) ? 'range.page' : 'range.clear')}
          </Button>
        </Group>
      )}
      <div id={panel} hidden={!isOpen} className={classes.rangePanel}>
        {isOpen && (
          <RangeForm
            range={range}
            onRange={(chosen) => {
              setOpen(false);
              onRange(chosen);
            }}
          />
        )}
      </div>
    </Group>
  );
}

function RangeWords({ range }: { readonly range: TimeRange }) {
  const { t } = useTranslation('history');
  const language = useCurrentLanguage();
  const from = range.from === null ? null : shortDateText(range.from, language);
  const to = range.to === null ? null : shortDateText(range.to, language);
  if (isEver(range)) return t('range.all');
  if (from !== null && to !== null) return t('range.both', { from, to });
  return from === null ? t('range.toOnly', { to }) : t('range.fromOnly', { from });
}

type Fault = 'wrong' | 'missing';

function RangeForm({ range, onRange }: Props) {
  const { t } = useTranslation('history');
  const fault = useId();
  const [from, setFrom] = useState(range?.from === null || !range ? '' : (dateText(range.from) ?? ''));
  const [to, setTo] = useState(range?.to === null || !range ? '' : (dateText(range.to) ?? ''));
  const [wrong, setWrong] = useState<Fault | null>(null);

  function apply(event: FormEvent): void {
    event.preventDefault();
    const first = utcDay(from)?.first ?? null;
    const last = utcDay(to)?.last ?? null;
    const found = first === null && last === null ? 'missing' : null;
    const order = first !== null && last !== null && first > last ? 'wrong' : null;
    setWrong(found ?? order);
    if (found === null && order === null) onRange({ ...range, from: first, to: last });
  }

  // Mantine overwrites the prop of that name.
  const described =
    wrong === null ? {} : { error: true, attributes: { input: { 'aria-describedby': fault } } };
  return (
    <form aria-label={t('range.title')} onSubmit={apply} noValidate>
      <Group gap="sm" align="end">
        <TextInput
          type="date"
          label={t('range.from')}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          {...described}
        />
        <TextInput
          type="date"
          label={t('range.to')}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          {...described}
        />
        <Button type="submit">{t('range.apply')}</Button>
        <Text id={fault} size="xs" w="100%" c={wrong === null ? 'dimmed' : 'down'} role="status">
          {t(wrong === null ? 'range.note' : `range.${wrong}`)}
        </Text>
      </Group>
    </form>
  );
}
