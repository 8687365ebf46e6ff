export { alertsOf } from './priceAlerts.actors.ts';
export {
  priceAlertsMachine,
  selectAlerts,
  selectFault,
  selectTyped,
  type PriceAlertsContext,
  type PriceAlertsRef,
} from './priceAlerts.machine.ts';
