/**
 * A line through points. The library's own line would come with the chart for everybody, also for those who draw none.
 */
import type {
  CustomData,
  CustomSeriesOptions,
  ICustomSeriesPaneView,
  PaneRendererCustomData,
  Time,
} from 'lightweight-charts';

export interface LinePoint extends CustomData {
  readonly height: number;
}

const WIDTH = 1.5;

/** @param defaults what the caller leaves out */
export function createLineView(defaults: CustomSeriesOptions): ICustomSeriesPaneView<Time, LinePoint> {
  let data: PaneRendererCustomData<Time, LinePoint> | null = null;
  let colour = '';
  return {
    update(next, options) {
      data = next;
      colour = options.color;
    },
    priceValueBuilder: ({ height }) => [height],
    isWhitespace: (point): point is LinePoint => !('height' in point),
    defaultOptions: () => defaults,
    renderer: () => ({
      draw(target, toY) {
        const range = data?.visibleRange;
        if (!data || !range) return;
        // One more on each side, so that the line reaches the edges.
        const points = data.bars.slice(Math.max(0, range.from - 1), range.to + 1);
        target.useBitmapCoordinateSpace(({ context, horizontalPixelRatio, verticalPixelRatio }) => {
          context.beginPath();
          for (const { x, originalData } of points) {
            const y = toY(originalData.height);
            if (y !== null) context.lineTo(x * horizontalPixelRatio, y * verticalPixelRatio);
          }
          context.lineWidth = WIDTH * verticalPixelRatio;
          context.lineJoin = 'round';
          context.strokeStyle = colour;
          context.stroke();
        });
      },
    }),
  };
}
