export { chartMachine } from './chart.machine.ts';
export * from './selectors.ts';
export type {
  BarsRead,
  ChartContext,
  ChartEvent,
  ChartInput,
  LatestInput,
  NewestInput,
  OlderInput,
} from './types.ts';
