import { useEffect, useRef } from 'react';
import type { Candle } from '../../domain/intervals.ts';
import { createDrawing, type Drawing, type DrawingOptions, type Surface } from './drawing.ts';
import { createPacer, pageHost, type Pacer } from './pacer.ts';
import { usePalette } from '../kit/usePreference.ts';
import classes from './CandleChart.module.css';

export interface ChartCanvasProps extends DrawingOptions {
  readonly bars: readonly Candle[];
  /** Names the drawing; a new name starts a new view at the newest bars. */
  readonly subject: string;
  readonly label: string;
  /** Null once the drawing is gone. */
  readonly onSurface: (surface: Surface | null) => void;
  readonly onPointed: (time: number | null) => void;
  readonly onHistoryWanted: () => void;
}

const RESIZE_PAUSE = 100;
/** Bars left of the view at which older ones are requested. */
const MARGIN = 10;

interface Stage {
  readonly drawing: Drawing;
  readonly pacer: Pacer;
}

/** Loaded separately from the screen, because the chart library is large. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { bars, subject, label, timeText, hasHours, digits, locale } = props;
  const { palette } = usePalette();
  const container = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | null>(null);
  const latest = useRef(props);
  // Only a scroll requests older bars: the view also moves when bars arrive or the interval changes.
  const hasScrolled = useRef(false);

  useEffect(() => {
    latest.current = props;
  });

  // Creating a drawing costs more than any number of updates.
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const drawing = createDrawing(element, latest.current, {
      pointed: (time) => latest.current.onPointed(time),
      moved: (first) => {
        if (!hasScrolled.current || first >= MARGIN) return;
        hasScrolled.current = false;
        latest.current.onHistoryWanted();
      },
    });
    const pacer = createPacer(pageHost);
    stage.current = { drawing, pacer };
    latest.current.onSurface(drawing);

    const noteScroll = (): void => {
      hasScrolled.current = true;
    };
    element.addEventListener('wheel', noteScroll, { passive: true });
    element.addEventListener('pointerdown', noteScroll);
    document.addEventListener('visibilitychange', pacer.wake);

    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => drawing.resize(element.clientWidth, element.clientHeight), RESIZE_PAUSE);
    });
    observer.observe(element);

    return () => {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', pacer.wake);
      pacer.stop();
      latest.current.onSurface(null);
      drawing.remove();
      stage.current = null;
    };
  }, []);

  // The chart is the library's: it is told of each change.
  useEffect(() => {
    hasScrolled.current = false;
    stage.current?.drawing.reset();
  }, [subject]);

  // As above.
  useEffect(() => {
    stage.current?.drawing.describe({ timeText, hasHours, digits, locale });
    // `timeText` is a new function on every render; its words change only with the subject and the language.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [subject, digits, locale]);

  // As above.
  useEffect(() => stage.current?.drawing.applyPalette(palette), [palette]);

  // As above.
  useEffect(() => {
    const { current } = stage;
    current?.pacer.request(() => current.drawing.draw(bars));
  }, [bars, subject]);

  return <div ref={container} className={classes.canvas} role="img" aria-label={label} />;
}
