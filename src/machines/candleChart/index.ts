export { chosenInterval, provideCandleChart } from './candleChart.actors.ts';
export {
  type BarsRead,
  type CandleChartContext,
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
export { withLastPrice } from './candleChart.rules.ts';
