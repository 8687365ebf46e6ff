import * as selectors from '../../src/machines/candleChart/candleChart.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { candleChartModel } from './candleChart.model.ts';

testSelectors(
  candleChartModel,
  selectors,
  {
    selectInterval: { context: 'interval' },
    selectBars: { context: 'bars' },
    hasInvalidTime: { context: 'hasInvalidTime' },
    selectFailure: { context: 'failure' },
    selectNewestFailure: { context: 'newestFailure' },
    selectOlderFailure: { context: 'olderFailure' },
    isLoading: /^loading/,
    isFailed: /^failed/,
    isLoadingOlder: /older\.reading/,
    hasMoreHistory: /older\.(idle|reading|interrupted)/,
  },
  {
    busy: /^loading/,
    failed: /^failed|older\.interrupted/,
  },
);
