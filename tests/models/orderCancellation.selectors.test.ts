import * as selectors from '../../src/machines/openOrders/orderCancellation.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { orderCancellationModel } from './orderCancellation.model.ts';

testSelectors(
  orderCancellationModel,
  selectors,
  {
    isCancelling: /^(cancelling|outcomeUnknown)/,
    isUnresolved: /^unresolved/,
  },
  {
    busy: /^(cancelling|outcomeUnknown)/,
    failed: /^(failed|stillOpen)/,
    unknown: /^unresolved/,
  },
);
