import * as selectors from '../../../src/machines/refundAddress/index.ts';
import { testSelectors } from '../tools/selectors.ts';
import { refundAddressModel } from './refundAddress.model.ts';

testSelectors(
  refundAddressModel,
  selectors,
  {
    refundAddressPhase: [
      [/^resting\.unset/, 'unset'],
      [/^resting\.configured/, 'configured'],
      [/^resting\.saved/, 'saved'],
      [/^editing/, 'editing'],
      [/^saving/, 'saving'],
      [/^removing\.asking/, 'asking'],
      [/^removing\.sending/, 'removing'],
    ],
    selectAddress: { context: 'address' },
    selectMistake: { context: 'mistake' },
    selectFailure: { context: 'failure' },
  },
  {
    busy: /^(saving|removing\.sending)/,
  },
);
