import * as selectors from '../../../src/machines/chart/selectors.ts';
import { testSelectors } from '../tools/selectors.ts';
import { chartModel } from './chart.model.ts';

testSelectors(
  chartModel,
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
