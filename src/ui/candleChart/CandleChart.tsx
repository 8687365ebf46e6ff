import { UnstyledButton } from '@mantine/core';
import { Suspense, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withLastPrice } from '../../machines/candleChart/candleChart.rules.ts';
import { dateText, minuteText } from '../../domain/dates.ts';
import { quoteDigits } from '../../domain/format.ts';
import type { PriceDigits } from '../../domain/satoshi.ts';
import { intervalRules, INTERVALS } from '../../domain/intervals.ts';
import type { Pair } from '../../domain/market.ts';
import { lazyPart } from '../kit/lazyPart.tsx';
import { RadioBar } from '../kit/RadioBar.tsx';
import { useApp } from '../kit/app.tsx';
import { useChoice, useHasAlerts, useHasSketches } from '../kit/usePreference.ts';
import { useRead } from '../kit/useRead.ts';
import { useSession } from '../kit/useSession.ts';
import { useCandleChart } from './useCandleChart.ts';
import { useFullWindow } from './useFullWindow.ts';
import { useLastPrice } from '../trade/useLastPrice.ts';
import type { ChartPanel } from './ChartExtras.tsx';
import { Legend } from './Legend.tsx';
import type { Surface } from './drawing.ts';
import classes from './CandleChart.module.css';

const ChartCanvas = lazyPart(() => import('./ChartCanvas.tsx'), 'ChartCanvas');
const ChartNotice = lazyPart(() => import('./ChartNotice.tsx'), 'ChartNotice');
const ChartExtras = lazyPart(() => import('./ChartExtras.tsx'), 'ChartExtras');

/** Each with its sign, drawn in 16 by 16. */
const PANELS: readonly (readonly [ChartPanel, string])[] = [
  ['table', 'M2 3.5h12v9H2zM2 6.5h12M2 9.5h12M6.5 3.5v9'],
  ['depth', 'M1.5 13V5h2.5v3h2.5v5zM9.5 13V9H12V4h2.5v9z'],
  ['draw', 'M2.5 13.5l1-3.5 7.5-7.5 2.5 2.5-7.5 7.5zM9 4.5l2.5 2.5'],
  ['view', 'M2 5h6m4 0h2M2 11h2m4 0h6M10 3v4M6 9v4'],
];

/** Corners that point outwards, and inwards. */
const [TO_FULL, FROM_FULL] = [
  'M6 2H2v4M10 2h4v4M2 10v4h4M14 10v4h-4',
  'M6 2v4H2M10 2v4h4M2 10h4v4M14 10h-4v4',
];

const DAY = 86_400;
const FALLBACK_DIGITS = 2;

interface CandleChartProps {
  readonly pair: Pair;
  readonly digits: PriceDigits | undefined;
}

export function CandleChart({ pair, digits: known }: CandleChartProps) {
  const { t, i18n } = useTranslation('trade');
  const chart = useCandleChart(pair.symbol);
  const [pointed, setPointed] = useState<number | null>(null);
  const [surface, setSurface] = useState<Surface | null>(null);
  const [panel, setPanel] = useState<ChartPanel | null>(null);
  const panelId = useId();
  const [kind] = useChoice('chartKind');
  const whole = useRef<HTMLElement>(null);
  const [isFull, toggleFull] = useFullWindow(whole);
  const { isSignedIn } = useSession();
  const hasAlerts = useHasAlerts(pair.symbol);
  const hasSketches = useHasSketches(pair.symbol);
  // From then on: a tool is used after its panel has closed, and the last drawing that went can be brought back.
  const [isDrawing, setDrawing] = useState(hasSketches);
  if (hasSketches && !isDrawing) setDrawing(true);

  const { now, preferences } = useApp();
  const { price } = useLastPrice(pair.symbol);
  const { bars: read, interval } = chart;
  const bars = useMemo(
    () => withLastPrice(read, price, interval, now() / 1000),
    [read, price, interval, now],
  );
  const digits = known ?? quoteDigits(pair.quote) ?? FALLBACK_DIGITS;
  // The figures would move with their decimals (TRADE-20).
  const isUnsettled = useRead('pairSettings', { pair: pair.symbol }).status === 'loading';
  const hasHours = intervalRules(interval).seconds < DAY;
  const timeText = (time: number): string =>
    (hasHours ? minuteText(time * 1000) : dateText(time * 1000)) ?? t('chart.invalidTime');
  const bar = (pointed === null ? undefined : bars.find(({ time }) => time === pointed)) ?? bars.at(-1);
  const name = `${pair.base}/${pair.quote}`;

  return (
    <section ref={whole} className={classes.panel} data-full={isFull} aria-label={t('layout.tab.chart')}>
      <div className={classes.tools}>
        <RadioBar
          name={t('chart.intervals')}
          values={INTERVALS}
          chosen={interval}
          wordsOf={(one) => t(`chart.interval.${one}`)}
          onChoose={(interval) => chart.send({ type: 'interval.chosen', interval })}
          className={classes.intervals}
        />
        <p className={classes.credit}>
          <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
            {t('chart.credit')}
          </a>
        </p>
        {PANELS.map(([one, sign]) => (
          <UnstyledButton
            key={one}
            className={classes.toggle ?? ''}
            data-panel={one}
            title={t(`chart.${one}.toggle`)}
            aria-expanded={one === panel}
            aria-controls={panelId}
            disabled={one === 'table' && one !== panel && bars.length === 0}
            onClick={() => {
              setPanel(one === panel ? null : one);
              if (one === 'draw') setDrawing(true);
            }}
          >
            <svg className="drawn" viewBox="0 0 16 16" aria-hidden="true">
              <path d={sign} />
            </svg>
            <span>{t(`chart.${one}.toggle`)}</span>
          </UnstyledButton>
        ))}
        <UnstyledButton
          className={`${classes.toggle} ${classes.full}`}
          title={t('chart.full')}
          aria-label={t('chart.full')}
          aria-pressed={isFull}
          onClick={toggleFull}
        >
          <svg className="drawn" viewBox="0 0 16 16" aria-hidden="true">
            <path d={isFull ? FROM_FULL : TO_FULL} />
          </svg>
        </UnstyledButton>
      </div>
      <div className={classes.figures}>
        {bar && !isUnsettled && <Legend bar={bar} time={timeText(bar.time)} digits={digits} />}
      </div>
      <div className={classes.stage}>
        <Suspense fallback={<div className={classes.canvas} />}>
          <ChartCanvas
            bars={bars}
            subject={`${pair.symbol} ${interval}`}
            label={t('chart.label', { pair: name, interval: t(`chart.interval.${interval}`) })}
            timeText={timeText}
            hasHours={hasHours}
            digits={digits}
            locale={i18n.language}
            onSurface={setSurface}
            onPointed={setPointed}
            onHistoryWanted={() => chart.send({ type: 'history.wanted' })}
          />
        </Suspense>
        <Suspense>
          <ChartNotice chart={chart} />
        </Suspense>
        {(panel ||
          isDrawing ||
          isSignedIn ||
          hasAlerts ||
          kind !== 'candles' ||
          preferences.readList('chart_parts')) && (
          <Suspense>
            <ChartExtras
              pair={pair}
              interval={interval}
              bars={bars}
              digits={digits}
              timeText={timeText}
              surface={surface}
              panel={panel}
              panelId={panelId}
              isDrawing={isDrawing}
              onClose={() => setPanel(null)}
            />
          </Suspense>
        )}
      </div>
    </section>
  );
}
