import * as selectors from '../../src/machines/refundAddresses/refundAddresses.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { refundAddressesModel } from './refundAddresses.model.ts';

testSelectors(
  refundAddressesModel,
  selectors,
  {
    refundAddressesView: [
      [/^gating/, 'gating'],
      [/^unloaded/, 'unloaded'],
      [/^listed/, 'listed'],
    ],
    selectRows: { context: 'rows' },
    selectFailure: { context: 'failure' },
  },
  {
    busy: /^gating/,
    failed: /^unloaded/,
  },
);
