import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CSV_FORMS, exportColumns, type CsvForm } from '../../machines/history/csv.rules.ts';
import type { HistorySelection } from '../../domain/history/rules.ts';
import { useId, useState } from 'react';
import type { HistoryName, HistoryRange } from '../../domain/history/types.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import { useHistoryExport } from './useHistory.ts';
import { useDecimalComma, userZone } from '../kit/useLanguage.ts';

interface Props {
  readonly list: HistoryName;
  readonly range: HistoryRange | null;
  readonly selection: HistorySelection;
}

/** How a file writes numbers: as the language does, until the user chooses (HISTORY-28). */
export function useCsvForm(): readonly [form: CsvForm, choose: (form: CsvForm | null) => void] {
  const decimalComma = useDecimalComma();
  const [chosen, choose] = useState<CsvForm | null>(null);
  return [chosen ?? (decimalComma === false ? 'commas' : 'semicolons'), choose];
}

export function CsvFormSelect({ form, choose }: { form: CsvForm; choose: (form: CsvForm | null) => void }) {
  const { t } = useTranslation('history');
  return (
    <NativeSelect
      size="xs"
      aria-label={t('export.form')}
      value={form}
      onChange={(event) => choose(CSV_FORMS.find((one) => one === event.currentTarget.value) ?? null)}
    >
      {CSV_FORMS.map((one) => (
        <option key={one} value={one}>
          {t(`export.forms.${one}`)}
        </option>
      ))}
    </NativeSelect>
  );
}

/** Exports all pages, with the range, filter and search of the screen. */
export function ExportButton({ list, range, selection }: Props) {
  const { t } = useTranslation('history');
  const sayFailure = useFailureText();
  const { stage, read, failure, send } = useHistoryExport(list);
  const zone = userZone();
  const note = useId();
  const [form, choose] = useCsvForm();
  const headings = (): string[] =>
    exportColumns(list, zone).map((column) => t(`csv.${column}` as 'csv.timeZone', { zone }));
  return (
    <Group gap="sm" data-part="export">
      <Button
        variant="default"
        size="xs"
        title={t('export.note')}
        aria-describedby={note}
        disabled={stage !== 'idle'}
        onClick={() => send({ type: 'user.export', range, selection, headings: headings(), form })}
      >
        {t('export.begin')}
      </Button>
      <CsvFormSelect form={form} choose={choose} />
      <span id={note} className="visually-hidden">
        {t('export.note')}
      </span>
      <Text span role="status" size="xs" c={stage === 'interrupted' ? 'down' : 'dimmed'}>
        {(stage === 'reading' || stage === 'pausing') && t('export.running', { count: read })}
        {stage === 'saving' && t('export.saving')}
        {stage === 'interrupted' &&
          failure &&
          t('export.stopped', { count: read, reason: sayFailure(failure) })}
      </Text>
      {stage === 'interrupted' && (
        <Button variant="default" size="xs" onClick={() => send({ type: 'user.retry' })}>
          {t('word.retry')}
        </Button>
      )}
      {stage !== 'idle' && stage !== 'saving' && (
        <Button variant="subtle" size="xs" onClick={() => send({ type: 'user.cancel' })}>
          {t('export.cancel')}
        </Button>
      )}
    </Group>
  );
}
