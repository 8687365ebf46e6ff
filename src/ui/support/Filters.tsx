import { Button, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { TICKET_CATEGORIES, TICKET_STATUSES } from '../../domain/ticket.ts';
import { isFiltered, type TicketFilters } from '../../domain/ticketList.ts';
import { Choice } from '../kit/Choice.tsx';
import type { TicketListPart } from './useTicketList.ts';
import classes from './Support.module.css';

/** The server filters by status, category and days; the search covers the loaded page only. */
export function Filters({ part }: { readonly part: TicketListPart }) {
  const { t } = useTranslation('support');
  const { filters, search } = part;
  const changeFilters = (change: Partial<TicketFilters>): void =>
    part.send({ type: 'filter.changed', change });
  const scope = useId();
  const statuses = [
    { value: '', label: t('list.allStatuses') },
    ...TICKET_STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) })),
  ] as const;
  const categories = [
    { value: '', label: t('list.allCategories') },
    ...TICKET_CATEGORIES.map((category) => ({ value: category, label: t(`category.${category}`) })),
  ] as const;
  return (
    <div className={classes.filters}>
      <TextInput
        type="search"
        className={classes.wide ?? ''}
        value={search}
        autoComplete="off"
        spellCheck={false}
        aria-label={t('list.search')}
        attributes={{ input: { 'aria-describedby': scope } }}
        placeholder={t('list.searchHint')}
        onChange={({ currentTarget }) => part.send({ type: 'search.changed', text: currentTarget.value })}
      />
      <Choice
        label={t('word.status')}
        value={filters.status ?? ''}
        options={statuses}
        onChoose={(value) => changeFilters({ status: value === '' ? null : value })}
      />
      <Choice
        label={t('list.category')}
        value={filters.category ?? ''}
        options={categories}
        onChoose={(value) => changeFilters({ category: value === '' ? null : value })}
      />
      <Day label={t('list.from')} value={filters.from} onChange={(from) => changeFilters({ from })} />
      <Day label={t('list.to')} value={filters.to} onChange={(to) => changeFilters({ to })} />
      <Text size="xs" c="var(--tertiary)" className={classes.wide ?? ''} id={scope}>
        {t('list.searchScope')}
      </Text>
      {(isFiltered(filters) || search !== '') && (
        <Button variant="subtle" size="xs" onClick={() => part.send({ type: 'filter.cleared' })}>
          {t('list.clear')}
        </Button>
      )}
    </div>
  );
}

interface DayProps {
  readonly label: string;
  /** `2026-01-31`, or empty. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

function Day({ label, value, onChange }: DayProps) {
  return (
    <TextInput
      label={label}
      type="date"
      max="9999-12-31"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
