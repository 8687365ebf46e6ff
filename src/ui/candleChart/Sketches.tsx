import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { durationText } from '../../domain/countdown.ts';
import { formatPercent } from '../../domain/format.ts';
import { type Candle, type Interval, intervalRules } from '../../domain/intervals.ts';
import type { Pair } from '../../domain/market.ts';
import { ownPrice, type PriceDigits, priceUnit } from '../../domain/satoshi.ts';
import { LONGEST_WORDS, measured, type Anchor, type Sketch } from '../../domain/sketch.ts';
import { focusOnArrival } from '../kit/usePage.ts';
import { useShortcuts } from '../kit/useShortcuts.ts';
import { DrawPanel } from './DrawPanel.tsx';
import type { Surface } from './drawing.ts';
import { placeOf } from './sketchPlane.ts';
import { useSketches } from './useSketches.ts';
import classes from './Sketches.module.css';

interface SketchesProps {
  /** Null until the chart is there. */
  readonly surface: Surface | null;
  readonly pair: Pair;
  readonly interval: Interval;
  /** Oldest first. */
  readonly bars: readonly Candle[];
  readonly digits: PriceDigits;
  /** Null while the panel is closed. */
  readonly panelId: string | null;
  readonly onClose: () => void;
}

/** What the user draws in the chart (DRAW-01 to DRAW-06). */
export function Sketches({ surface, pair, interval, bars, digits, panelId, onClose }: SketchesProps) {
  const { t, i18n } = useTranslation('draw');
  const { ref, value, context, hasStep } = useSketches({ surface, pair: pair.symbol, interval, digits });
  const { tool, points, chosen, dragged } = context;
  const quote = priceUnit(pair.quote, digits);
  const remove = (): void => {
    if (chosen) ref.send({ type: 'user.remove', removed: [chosen] });
  };
  const cancel = (): void => ref.send({ type: 'user.cancel' });
  // The focus is on what is around the chart after a press on it, and on the button once a tool is taken.
  const isHere = (target: Node): boolean =>
    target.contains(surface?.chart.chartElement() ?? null) ||
    (target instanceof Element && target.closest('[data-place="drawing"], [data-panel="draw"]') !== null);
  useShortcuts(
    {
      ...(value === 'idle' ? {} : { Escape: cancel }),
      ...(value === 'chosen' ? { Delete: remove, Backspace: remove } : {}),
    },
    { isFirst: true, isHere },
  );

  function nameOf({ kind, points: [from, to], words }: Sketch): string {
    const [price, end] = [from, to].map((point) => ownPrice(point?.price ?? null, digits));
    return t(`entry.${kind}`, { price, end, words, quote });
  }
  function measureText(from: Anchor, to: Anchor): string {
    const { difference, percent, seconds } = measured(from, to);
    const known = { times: bars.map(({ time }) => time), seconds: intervalRules(interval).seconds };
    const count = Math.round(placeOf(to.time, known)) - Math.round(placeOf(from.time, known));
    const sign = difference.startsWith('-') || difference === '0' ? '' : '+';
    return t('measure', {
      difference: `${sign}${ownPrice(difference, digits)}`,
      quote,
      percent: formatPercent(percent),
      bars: t('bars', { count: Math.abs(count) }),
      time: durationText(Math.abs(seconds), i18n.language),
    });
  }
  const [from, to] = points;
  const isMeasuring = tool === 'measure' && (value === 'ending' || value === 'measured');
  const said = ((): string => {
    if (isMeasuring && from && to && from !== to) return measureText(from, to);
    if (value === 'beginning') return t(`begin.${tool}`);
    if (value === 'ending') return t('end');
    return chosen ? nameOf(dragged ?? chosen) : '';
  })();
  const button = (words: string, act: () => void): ReactNode => (
    <Button size="compact-xs" variant="default" onClick={act}>
      {words}
    </Button>
  );
  return (
    <>
      {value !== 'idle' && (
        <div className={classes.bar} data-place="drawing">
          {value === 'writing' ? (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                const words = new FormData(event.currentTarget).get('words');
                ref.send({ type: 'words.given', privateText: typeof words === 'string' ? words : '' });
              }}
            >
              <TextInput
                // It comes by a press that asks for it.
                ref={focusOnArrival}
                name="words"
                size="xs"
                maxLength={LONGEST_WORDS}
                autoComplete="off"
                aria-label={t('words', { most: LONGEST_WORDS })}
                placeholder={t('words', { most: LONGEST_WORDS })}
              />
              <Button size="compact-xs" type="submit">
                {t('add')}
              </Button>
              {button(t('word.cancel'), cancel)}
            </form>
          ) : (
            <div>
              {/* What follows the pointer would be told without end. */}
              <p className={classes.said} role="status" aria-live={value === 'ending' ? 'off' : 'polite'}>
                {said}
              </p>
              {value === 'chosen' || value === 'dragging'
                ? button(t('removal'), remove)
                : button(value === 'measured' ? t('word.close') : t('word.cancel'), cancel)}
            </div>
          )}
        </div>
      )}
      {panelId !== null && (
        <DrawPanel
          id={panelId}
          actor={ref}
          isReady={hasStep}
          sketches={context.sketches}
          removed={context.removed}
          nameOf={nameOf}
          onClose={onClose}
        />
      )}
    </>
  );
}
