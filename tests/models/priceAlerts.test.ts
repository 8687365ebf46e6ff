import { testMachine } from './tools/model.ts';
import { priceAlertsModel } from './priceAlerts.model.ts';

testMachine(priceAlertsModel);
