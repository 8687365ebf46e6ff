export { chosenInterval, provideCandleChart } from './candleChart.actors.ts';
export {
  candleChartMachine,
  hasInvalidTime,
  hasMoreHistory,
  isFailed,
  isLoading,
  isLoadingOlder,
  selectBars,
  selectInterval,
  selectNewestFailure,
  selectOlderFailure,
  type CandleChartSnapshot,
} from './candleChart.machine.ts';
export type { BarsRead, CandleChartContext } from './candleChart.types.ts';
export { withLastPrice } from './candleChart.rules.ts';
