import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { PriceDigits } from '../../domain/satoshi.ts';
import type { Interval } from '../../domain/intervals.ts';
import { usePalette } from '../kit/usePreference.ts';
import { drawIndicators } from './drawIndicators.ts';
import type { Surface } from './drawing.ts';
import { INDICATORS } from './indicators.ts';
import type { ChartParts } from './useChartParts.ts';

interface IndicatorsProps {
  readonly surface: Surface;
  readonly interval: Interval;
  readonly digits: PriceDigits;
  readonly parts: ChartParts;
}

/** Lines in the canvas (CHART-11, CHART-12, CHART-13). */
export function Indicators({ surface, interval, digits, parts }: IndicatorsProps) {
  const { t } = useTranslation('trade');
  const { palette } = usePalette();
  const shown = INDICATORS.filter((one) => parts.isOn(one))
    .map((one) => `${one}:${parts.lengthOf(one) ?? ''}`)
    .join(' ');
  const strengthName = t('chart.view.rsi14', { length: parts.lengthOf('rsi14') });
  // A layout effect: it must end before the chart is removed.
  useLayoutEffect(
    () =>
      drawIndicators(surface, {
        shown: INDICATORS.filter((one) => parts.isOn(one)).map((indicator) => ({
          indicator,
          length: parts.lengthOf(indicator),
        })),
        interval,
        digits,
        strengthName,
      }),
    // What is shown is in `shown`, and the colours are those of the palette.
    // oxlint-disable-next-line react/exhaustive-deps
    [surface, interval, digits, shown, palette, strengthName],
  );
  return null;
}
