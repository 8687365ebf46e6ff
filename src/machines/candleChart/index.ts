export { candleChartMachine } from './candleChart.machine.ts';
export * from './selectors.ts';
export type {
  BarsRead,
  CandleChartContext,
  CandleChartEvent,
  CandleChartInput,
  LatestInput,
  NewestInput,
  OlderInput,
} from './types.ts';
