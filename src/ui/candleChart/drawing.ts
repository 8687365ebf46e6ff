/**
 * Draws the candle chart. Here and in the other files that draw in it decimal text becomes a JS number, and nowhere
 * else in the client: a height in pixels, never an amount that is sent, compared or added up.
 */
import {
  AreaSeries,
  BarSeries,
  CandlestickSeries,
  ColorType,
  createChart,
  CrosshairMode,
  HistogramSeries,
  LineSeries,
  type CandlestickData,
  type HistogramData,
  type IChartApi,
  type ISeriesApi,
  type PriceFormatCustom,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Candle } from '../../domain/intervals.ts';
import { compare, decimal, type DecimalText } from '../../domain/decimal.ts';
import { thousands } from '../../domain/format.ts';
import { type PriceDigits, SAT, SAT_PLACES, toSat } from '../../domain/satoshi.ts';
import { growthOf } from './growth.ts';

export interface DrawingOptions {
  /** Text under the crosshair for a time in epoch seconds. */
  readonly timeText: (time: number) => string;
  /** Bars are shorter than a day, so the time scale shows hours. */
  readonly hasHours: boolean;
  readonly digits: PriceDigits;
  readonly locale: string;
}

/** Of the labels at the axis. On a canvas a gap is a character (FORMAT-09). @param digits of the pair's prices */
export function priceFormat(digits: PriceDigits): PriceFormatCustom {
  const places = digits === SAT ? SAT_PLACES : digits;
  const label = new Intl.NumberFormat('en', {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    useGrouping: false,
  });
  const textOf = digits === SAT ? toSat : (text: string) => text;
  return {
    type: 'custom',
    minMove: 10 ** -places,
    formatter: (height: number) => thousands(textOf(label.format(height))).join('\u202f'),
  };
}

/** In the place of candles (CHART-19). */
export const PRICE_SERIES = { bars: BarSeries, line: LineSeries, area: AreaSeries };

/** Shared with parts that are loaded later. */
export interface Surface {
  readonly chart: IChartApi;
  readonly candles: ISeriesApi<'Candlestick'>;
  readonly volumes: ISeriesApi<'Histogram'>;
  /** Hidden candles still hold the scale, the lines of orders and the marks of trades. */
  readonly hideCandles: (isHidden: boolean) => void;
  /** Calls it with the bars now, and after each drawing of bars. @returns a function that ends it */
  readonly follow: (follower: Follower) => () => void;
}

/** @param news how many bars at the end differ from the call before; null if all may */
export type Follower = (bars: readonly Candle[], news: number | null) => void;

export interface Drawing extends Surface {
  /** Redraws only the end where only the end differs. */
  draw(bars: readonly Candle[]): void;
  /** The next bars belong to another subject: they are drawn anew, from their newest end. */
  reset(): void;
  describe(options: DrawingOptions): void;
  applyPalette(palette: string): void;
  resize(width: number, height: number): void;
  remove(): void;
}

export interface DrawingEvents {
  /** Time of the bar under the crosshair; null for none. */
  readonly pointed: (time: number | null) => void;
  /** Position of the first bar in view; fractions and values below 0 are possible. */
  readonly moved: (first: number) => void;
}

/** In pixels: the body of a narrower bar cannot be seen, and few wider ones do not fill a wide plot. */
const [FIRST_SPACING, WIDEST_SPACING] = [6, 24];
/** Right of the newest bar. */
const BARS_OF_ROOM = 3;
const VOLUME_ALPHA = '55';

const toPixelScale = (text: DecimalText): number => Number(text);

const timeOf = (bar: Candle): UTCTimestamp => bar.time as UTCTimestamp;

export function toCandle(bar: Candle): CandlestickData {
  return {
    time: timeOf(bar),
    open: toPixelScale(bar.open),
    high: toPixelScale(bar.high),
    low: toPixelScale(bar.low),
    close: toPixelScale(bar.close),
  };
}

const hasRisen = (bar: Candle): boolean => compare(decimal(bar.close), decimal(bar.open)) >= 0;

/** The canvas cannot read CSS variables itself. */
export function themeColours() {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    surface: token('--surface'),
    grid: token('--raised'),
    divider: token('--divider'),
    text: token('--secondary'),
    outline: token('--outline'),
    up: token('--up'),
    down: token('--down'),
    line: token('--info'),
    fill: token('--info-quiet'),
    font: getComputedStyle(document.body).fontFamily,
  };
}

type Colours = ReturnType<typeof themeColours>;

const candleColours = ({ up, down }: Pick<Colours, 'up' | 'down'>) => ({
  upColor: up,
  borderUpColor: up,
  wickUpColor: up,
  downColor: down,
  borderDownColor: down,
  wickDownColor: down,
});

const NO_CANDLES = candleColours({ up: 'transparent', down: 'transparent' });

function createEmptyChart(container: HTMLElement, colours: Colours): IChartApi {
  const line = { color: colours.outline, labelBackgroundColor: colours.divider };
  return createChart(container, {
    layout: {
      background: { type: ColorType.Solid, color: colours.surface },
      textColor: colours.text,
      fontFamily: colours.font,
      fontSize: 11,
      // Its logo writes a <style> element, which the content policy forbids; the panel has a link instead.
      attributionLogo: false,
      panes: { separatorColor: colours.divider, separatorHoverColor: colours.grid },
    },
    grid: { vertLines: { color: colours.grid }, horzLines: { color: colours.grid } },
    crosshair: { mode: CrosshairMode.Normal, vertLine: line, horzLine: line },
    rightPriceScale: {
      borderColor: colours.divider,
      // Of the longest labels, so that a longer one does not narrow the plot.
      minimumWidth: 80,
      scaleMargins: { top: 0.04, bottom: 0.24 },
      entireTextOnly: true,
    },
    timeScale: { borderColor: colours.divider, rightOffset: 4, minBarSpacing: 1 },
    handleScroll: { vertTouchDrag: false },
  });
}

/** @param container must have a size; the chart fills it. */
export function createDrawing(
  container: HTMLElement,
  options: DrawingOptions,
  events: DrawingEvents,
): Drawing {
  let colours = themeColours();
  let worn: string | null = null;
  const chart = createEmptyChart(container, colours);
  const candles: ISeriesApi<'Candlestick'> = chart.addSeries(CandlestickSeries, candleColours(colours));
  const volumes: ISeriesApi<'Histogram'> = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    priceLineVisible: false,
    lastValueVisible: false,
  });
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });

  let hasCandles = true;
  let drawn: readonly Candle[] = [];
  let isFirstView = true;
  const followers = new Set<Follower>();

  const toVolume = (bar: Candle): HistogramData => ({
    time: timeOf(bar),
    value: toPixelScale(bar.volume),
    color: `${hasRisen(bar) ? colours.up : colours.down}${VOLUME_ALPHA}`,
  });

  function applyOptions({ timeText, hasHours, digits, locale }: DrawingOptions): void {
    chart.applyOptions({
      localization: { locale, timeFormatter: (time: unknown) => timeText(Number(time)) },
      timeScale: { timeVisible: hasHours, secondsVisible: false },
    });
    candles.applyOptions({ priceFormat: priceFormat(digits) });
  }
  applyOptions(options);

  chart.subscribeCrosshairMove(({ time }) => events.pointed(typeof time === 'number' ? time : null));
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range) events.moved(range.from);
  });

  function showNewest(count: number): void {
    const width = chart.timeScale().width();
    const [least, most] = [WIDEST_SPACING, FIRST_SPACING].map((spacing) => Math.floor(width / spacing));
    // As many as fill the plot, whatever its width.
    const shown = Math.min(most ?? 0, Math.max(least ?? 0, count));
    chart.timeScale().setVisibleLogicalRange({ from: count - shown, to: count + BARS_OF_ROOM });
  }

  return {
    chart,
    candles,
    volumes,
    hideCandles(isHidden) {
      hasCandles = !isHidden;
      // Else the line of the last price would be as transparent as the last candle.
      const priceLineColor = isHidden ? colours.line : '';
      candles.applyOptions({ ...(isHidden ? NO_CANDLES : candleColours(colours)), priceLineColor });
    },
    follow(follower) {
      followers.add(follower);
      follower(drawn, null);
      return () => followers.delete(follower);
    },
    draw(bars) {
      const news = isFirstView ? null : growthOf(drawn, bars);
      if (news) {
        for (const bar of news) {
          candles.update(toCandle(bar));
          volumes.update(toVolume(bar));
        }
      } else {
        candles.setData(bars.map(toCandle));
        volumes.setData(bars.map(toVolume));
      }
      drawn = bars;
      if (isFirstView && bars.length > 0) {
        showNewest(bars.length);
        isFirstView = false;
      }
      for (const follower of followers) follower(bars, news && news.length);
    },
    reset() {
      isFirstView = true;
    },
    describe: applyOptions,
    applyPalette(palette) {
      const isNew = worn !== null && worn !== palette;
      worn = palette;
      if (!isNew) return;
      colours = themeColours();
      if (hasCandles) candles.applyOptions(candleColours(colours));
      volumes.setData(drawn.map(toVolume));
    },
    resize: (width, height) => chart.resize(width, height),
    remove: () => chart.remove(),
  };
}
