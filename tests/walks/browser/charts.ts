// In place of `lightweight-charts`: there is nothing to draw on, so every call is taken.

const taker: unknown = new Proxy(() => undefined, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return () => 0;
    if (name === Symbol.iterator) return () => [][Symbol.iterator]();
    return name === 'then' ? undefined : taker;
  },
  apply: () => taker,
});

export const createChart = (): unknown => taker;
export const ColorType = { Solid: 'solid' } as const;
export const CrosshairMode = { Normal: 0, Magnet: 1 } as const;
export const CandlestickSeries = {};
export const HistogramSeries = {};
