import * as selectors from '../../src/machines/priceAlerts/priceAlerts.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { priceAlertsModel } from './priceAlerts.model.ts';

testSelectors(priceAlertsModel, selectors, {
  selectAlerts: { context: 'alerts' },
  selectTyped: { context: 'typed' },
  selectFault: { context: 'fault' },
});
