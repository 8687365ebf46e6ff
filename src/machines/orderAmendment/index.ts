export { provideOrderAmendment } from './orderAmendment.actors.ts';
export {
  isAmending,
  orderAmendmentMachine,
  selectAmended,
  selectAmendmentFault,
  selectAmendmentStage,
  type AmendmentFault,
  type AmendmentStage,
  type OrderAmendmentSnapshot,
  type TypedAmendment,
} from './orderAmendment.machine.ts';
