import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CSV_FORMS, exportColumns, type CsvForm } from '../../machines/history/exported.rules.ts';
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

/** Exports all pages, with the range, filter and search of the screen. */
export function ExportButton({ list, range, selection }: Props) {
  const { t } = useTranslation('history');
  const sayFailure = useFailureText();
  const { stage, read, failure, send } = useHistoryExport(list);
  const zone = userZone();
  const note = useId();
  const decimalComma = useDecimalComma();
  const [chosen, setForm] = useState<CsvForm | null>(null);
  const form = chosen ?? (decimalComma === false ? 'commas' : 'semicolons');
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
      <NativeSelect
        size="xs"
        aria-label={t('export.form')}
        value={form}
        onChange={(event) => setForm(CSV_FORMS.find((one) => one === event.currentTarget.value) ?? null)}
      >
        {CSV_FORMS.map((one) => (
          <option key={one} value={one}>
            {t(`export.forms.${one}`)}
          </option>
        ))}
      </NativeSelect>
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
