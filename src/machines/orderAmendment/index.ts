export { provideOrderAmendment } from './orderAmendment.actors.ts';
export {
  isAmending,
  orderAmendmentMachine,
  selectAmendmentStage,
  type OrderAmendmentSnapshot,
  type TypedAmendment,
} from './orderAmendment.machine.ts';
