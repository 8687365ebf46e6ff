import * as selectors from '../../src/machines/orderAmendment/orderAmendment.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { orderAmendmentModel } from './orderAmendment.model.ts';

testSelectors(
  orderAmendmentModel,
  selectors,
  {
    isAmending: /^(?!idle)/,
    selectAmended: { context: 'order' },
    selectAmendmentFault: { context: 'fault' },
    selectAmendmentStage: [
      [/^idle$/, 'idle'],
      [/^editing$/, 'editing'],
      [/^sending$/, 'sending'],
      [/^outcomeUnknown$/, 'outcomeUnknown'],
      [/^absent$/, 'absent'],
      [/^unresolved$/, 'unresolved'],
    ],
  },
  {
    open: /^(?!idle)/,
    busy: /^(sending|outcomeUnknown)/,
  },
);
