import { TextInput } from '@mantine/core';
import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { SCREEN_CHOICES } from '../../domain/screenChoices.ts';
import { RadioBar } from '../kit/RadioBar.tsx';
import { useChoice } from '../kit/usePreference.ts';
import { useSession } from '../kit/useSession.ts';
import { INDICATORS, readLength } from './indicators.ts';
import { PanelBox } from './PanelBox.tsx';
import { CHART_PARTS, type ChartPart, type ChartParts } from './useChartParts.ts';
import classes from './ViewPanel.module.css';

/** The colour of an indicator's line, as the chart draws it; nothing for other parts. */
const lineOf = (part: ChartPart): string | undefined => {
  const place = INDICATORS.findIndex((one) => one === part);
  return place < 0 ? undefined : `var(--line-${place + 1})`;
};

interface ViewPanelProps {
  readonly id: string;
  readonly parts: ChartParts;
  readonly onClose: () => void;
}

/** The chart's content, and how it draws prices (CHART-10, CHART-19). */
export function ViewPanel({ id, parts, onClose }: ViewPanelProps) {
  const { t } = useTranslation('trade');
  const { isSignedIn } = useSession();
  const [kind, choose] = useChoice('chartKind');
  const offered = CHART_PARTS.filter((part) => isSignedIn || (part !== 'orders' && part !== 'fills'));
  return (
    <PanelBox id={id} name={t('chart.view.name')} onClose={onClose}>
      <RadioBar
        name={t('chart.kind.name')}
        values={SCREEN_CHOICES.chartKind}
        chosen={kind}
        wordsOf={(one) => t(`chart.kind.${one}`)}
        onChoose={choose}
        className={classes.kinds}
      />
      {/* The browser's own boxes: Mantine's is on no screen of the desk. */}
      {offered.map((part) => (
        <div key={part} className={classes.row}>
          <label
            className={classes.part}
            data-part={part}
            style={{ '--line': lineOf(part) } as CSSProperties}
          >
            <input type="checkbox" checked={parts.isOn(part)} onChange={() => parts.toggle(part)} />
            {t(`chart.view.${part}`, { length: parts.lengthOf(part) })}
          </label>
          {parts.isOn(part) && parts.lengthOf(part) !== undefined && (
            <LengthField part={part} parts={parts} />
          )}
        </div>
      ))}
    </PanelBox>
  );
}

/** How many bars an indicator looks back on; one that is none leaves the line as it is (CHART-21). */
function LengthField({ part, parts }: { readonly part: ChartPart; readonly parts: ChartParts }) {
  const { t } = useTranslation('trade');
  const length = parts.lengthOf(part);
  const [typed, type] = useState(String(length));
  const isFaulty = readLength(typed) === null;
  return (
    <TextInput
      className={classes.length ?? ''}
      size="xs"
      inputMode="numeric"
      maxLength={3}
      aria-label={t('chart.view.length', { name: t(`chart.view.${part}`, { length }) })}
      error={isFaulty && t('chart.view.lengthFault')}
      value={typed}
      onChange={({ currentTarget }) => {
        type(currentTarget.value);
        const chosen = readLength(currentTarget.value);
        if (chosen !== null) parts.setLength(part, chosen);
      }}
    />
  );
}
