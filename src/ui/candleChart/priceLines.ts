import { useLayoutEffect, useRef } from 'react';
import type { DecimalText } from '../../domain/decimal.ts';
import { usePalette } from '../kit/usePreference.ts';
import type { Surface } from './drawing.ts';
import { placeTags, toHeight } from './heights.ts';

export interface PriceLine {
  readonly price: DecimalText;
  readonly colour: '--up' | '--down' | '--info';
  readonly isDashed: boolean;
}

/** Draws them in the canvas. */
export function useLines({ candles }: Surface, lines: readonly PriceLine[]): void {
  const { palette } = usePalette();
  const key = lines.map(({ price, colour, isDashed }) => [price, colour, isDashed].join(' ')).join(',');
  // The lines are the library's.
  useLayoutEffect(() => {
    const style = getComputedStyle(document.documentElement);
    const drawn = lines.map(({ price, colour, isDashed }) =>
      candles.createPriceLine({
        price: toHeight(price),
        color: style.getPropertyValue(colour).trim(),
        lineWidth: 1,
        // The library's names of the styles would load with the page.
        lineStyle: candles.options()[isDashed ? 'priceLineStyle' : 'baseLineStyle'],
        title: '',
        // Ten of them would hide the scale; the tag has the price (CHART-18).
        axisLabelVisible: false,
      }),
    );
    return () => {
      for (const line of drawn) candles.removePriceLine(line);
    };
    // All that is drawn is in the key, and the colours are those of the palette.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [candles, key, palette]);
}

/** Puts each handle of an element at its line, whenever the chart has drawn (CHART-18). */
export function usePlaces(
  { chart, candles }: Surface,
  handles: { readonly current: HTMLElement | null },
): void {
  const place = (): void => {
    const bottom = chart.panes()[0]?.getHeight() ?? 0;
    const shown: { handle: HTMLElement; y: number }[] = [];
    for (const handle of handles.current?.querySelectorAll<HTMLElement>('[data-height]') ?? []) {
      const y = candles.priceToCoordinate(Number(handle.dataset.height));
      // One that is being moved stays at the edge: hidden, it would lose the focus and its new price.
      const isHeld = handle === document.activeElement || handle.dataset.moved === 'true';
      handle.hidden = y === null || (!isHeld && (y < 0 || y > bottom));
      if (y !== null && !handle.hidden) shown.push({ handle, y: Math.min(Math.max(y, 0), bottom) });
    }
    // The others keep their places while one is moved over them.
    const [moved, still] = [true, false].map((isMoved) =>
      shown.filter(({ handle }) => (handle.dataset.moved === 'true') === isMoved),
    );
    for (const { handle, y } of moved ?? [])
      handle.style.translate = `${handle.style.translate.split(' ')[0] || '0px'} ${y}px`;
    const tags = (still ?? []).map(({ handle, y }) => ({ y, width: handle.offsetWidth }));
    const places = placeTags(tags, still?.[0]?.handle.offsetHeight ?? 0, {
      room: chart.timeScale().width(),
      bottom,
    });
    for (const [place, { handle }] of (still ?? []).entries())
      handle.style.translate = `${places[place]?.x ?? 0}px ${places[place]?.y ?? 0}px`;
  };
  const latest = useRef(place);
  // After each drawing of ours the handles have new sizes.
  useLayoutEffect(() => {
    latest.current = place;
    place();
  });
  // The library says when it has drawn.
  useLayoutEffect(() => {
    const primitive = { updateAllViews: () => latest.current() };
    candles.attachPrimitive(primitive);
    return () => candles.detachPrimitive(primitive);
  }, [candles]);
}
